package io.holdfast.benchmarks;

import io.holdfast.benchmarks.workloads.Workload;
import io.holdfast.benchmarks.workloads.Workloads;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which workloads are to run. */
final class Selection {

    private Selection() {}

    /**
     * {@return the workloads that were asked for, in their own order}
     *
     * @param names their names, or how their names begin, up to a dash; none means all
     * @param quick whether those that take long are left out, unless they are named in full
     * @throws IllegalArgumentException if a name is nobody's
     */
    static List<Workload> of(List<String> names, boolean quick) {
        List<Workload> all = Workloads.all();
        Set<String> exact = all.stream().map(Workload::name).collect(Collectors.toSet());
        for (String name : names) {
            if (all.stream().noneMatch(workload -> begins(workload, name))) {
                throw new IllegalArgumentException("no workload '" + name + "'");
            }
        }
        List<String> beginnings =
                names.stream().filter(name -> !exact.contains(name)).toList();
        return all.stream()
                .filter(workload -> names.contains(workload.name())
                        || ((workload.quick() || !quick)
                                && (names.isEmpty() || beginnings.stream().anyMatch(name -> begins(workload, name)))))
                .toList();
    }

    private static boolean begins(Workload workload, String name) {
        return workload.name().equals(name) || workload.name().startsWith(name + "-");
    }
}
