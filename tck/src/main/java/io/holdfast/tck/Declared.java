package io.holdfast.tck;

import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Chooses between the tests that are for stores with a feature and those that are for stores without it. */
final class Declared implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<Capabilities> declared = context.getTestMethod()
                .flatMap(method -> context.getTestInstances())
                .flatMap(instances -> instances.findInstance(StoreContract.class))
                .map(contract -> contract.store().capabilities());
        return declared.map(capabilities -> evaluate(context, capabilities))
                .orElseGet(() -> ConditionEvaluationResult.enabled("Decided test by test"));
    }

    private static ConditionEvaluationResult evaluate(ExtensionContext context, Capabilities capabilities) {
        Optional<Lacks> lacks = AnnotationSupport.findAnnotation(context.getTestMethod(), Lacks.class);
        if (lacks.isPresent() && capabilities.has(lacks.get().value())) {
            return ConditionEvaluationResult.disabled(
                    "The store has " + lacks.get().value());
        }
        // What the group needs is mostly what the store lacks then.
        Stream<Optional<? extends AnnotatedElement>> elements = lacks.isPresent()
                ? Stream.of(context.getTestMethod())
                : Stream.of(context.getTestMethod(), context.getTestClass());
        Optional<Feature> missing = elements.flatMap(
                        element -> AnnotationSupport.findAnnotation(element, Needs.class).stream())
                .flatMap(needs -> Arrays.stream(needs.value()))
                .filter(feature -> !capabilities.has(feature))
                .findFirst();
        return missing.map(feature -> ConditionEvaluationResult.disabled("The store lacks " + feature))
                .orElseGet(() -> ConditionEvaluationResult.enabled("The store has what is needed"));
    }
}
