package io.holdfast.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.beFinal;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between packages, and the habits that can be checked. */
class ArchitectureTest {

    private static final String API = "io.holdfast";
    private static final String SPI = "io.holdfast.spi..";
    private static final String ENGINE = "io.holdfast.engine..";
    private static final String MEMORY = "io.holdfast.memory..";
    private static final String CLI = "io.holdfast.cli..";

    /** Read once for all tests: that is what takes the time here. */
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.holdfast");

    @Test
    void theApiKnowsNothingBelowIt() {
        check(classes()
                .that()
                .resideInAPackage(API)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(API, "java..", "org.jspecify.."));
    }

    @Test
    void theStoreInterfaceKnowsTheApiOnly() {
        check(classes()
                .that()
                .resideInAPackage(SPI)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(API, SPI, "java..", "org.jspecify.."));
    }

    @Test
    void theEngineKnowsNoStore() {
        check(classes()
                .that()
                .resideInAPackage(ENGINE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(API, SPI, ENGINE, "java..", "jdk.jfr..", "org.jspecify..", "org.slf4j.."));
    }

    @Test
    void aStoreNeverSeesTheEngine() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(ENGINE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ENGINE));
        check(classes()
                .that()
                .resideInAPackage(MEMORY)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(API, SPI, MEMORY, "java..", "org.jspecify.."));
    }

    @Test
    void backendsKnowTheApiAndTheStoreInterfaceAndNotEachOther() {
        check(classes()
                .that()
                .resideInAPackage("io.holdfast.jdbc..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        API,
                        SPI,
                        "io.holdfast.jdbc..",
                        "java..",
                        "javax.sql..",
                        "com.zaxxer.hikari..",
                        "org.postgresql..",
                        "org.jspecify..",
                        "org.slf4j.."));
        check(classes()
                .that()
                .resideInAPackage("io.holdfast.zookeeper..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        API,
                        SPI,
                        "io.holdfast.zookeeper..",
                        "java..",
                        "org.apache.curator..",
                        "org.apache.zookeeper..",
                        "org.jspecify..",
                        "org.slf4j.."));
        check(classes()
                .that()
                .resideInAPackage("io.holdfast.etcd..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        API,
                        SPI,
                        "io.holdfast.etcd..",
                        "java..",
                        "javax.net.ssl..",
                        "io.etcd.jetcd..",
                        "io.grpc..",
                        "io.netty..",
                        "org.jspecify.."));
        check(classes()
                .that()
                .resideInAPackage("io.holdfast.redis..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        API,
                        SPI,
                        "io.holdfast.redis..",
                        "java..",
                        "javax.net.ssl..",
                        "io.lettuce..",
                        "io.netty..",
                        "reactor..",
                        "org.jspecify..",
                        "org.slf4j.."));
    }

    @Test
    void theCommandLineKnowsTheApiAndNoStore() {
        check(classes()
                .that()
                .resideInAPackage(CLI)
                .should()
                .onlyDependOnClassesThat()
                // The last is the Redis that the demonstration starts, not a store.
                .resideInAnyPackage(API, CLI, "java..", "org.jspecify..", "picocli..", "redis.embedded.."));
        check(noClasses()
                .that()
                .resideOutsideOfPackage(CLI)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CLI));
    }

    @Test
    void packagesDoNotImportEachOtherInACircle() {
        check(slices().matching("io.holdfast.(*)..").should().beFreeOfCycles());
    }

    @Test
    void timeAndChanceAreInjected() {
        Set<String> forbidden = Set.of(
                "java.lang.System.nanoTime",
                "java.lang.System.currentTimeMillis",
                "java.lang.Thread.sleep",
                "java.time.Instant.now",
                "java.lang.Math.random",
                "java.util.concurrent.ThreadLocalRandom.current");
        check(noClasses()
                .that()
                .resideInAnyPackage(API, SPI, ENGINE, MEMORY)
                .and()
                .haveSimpleNameNotContaining("SystemClock")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "reads a clock or throws dice",
                        call -> forbidden.contains(call.getTargetOwner().getName() + "."
                                + call.getTarget().getName()))));
    }

    @Test
    void nothingIsSynchronized() {
        check(methods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(API, SPI, ENGINE, MEMORY)
                .should()
                .notHaveModifier(JavaModifier.SYNCHRONIZED));
    }

    @Test
    void thereIsNoStaticMutableState() {
        check(fields().that()
                .areStatic()
                .and()
                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                .should(beFinal()));
    }

    @Test
    void namesSayWhatThingsAre() {
        check(noClasses().should().haveNameMatching(".*(Impl|Utils?|Helper|Manager|V\\d)(\\$.*)?"));
        check(noClasses().should().haveNameMatching(".*\\.Abstract[^.]*"));
    }

    private void check(ArchRule rule) {
        rule.check(CLASSES);
    }
}
