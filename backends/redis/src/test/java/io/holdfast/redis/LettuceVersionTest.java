package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.lettuce.core.LettuceVersion;
import io.netty.util.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The Lettuce on the class path, of which there are several: the same tests run on each that is supported. */
class LettuceVersionTest {

    @Test
    void itIsTheOneThatTheBuildNames() {
        // The manifest has the commit behind it.
        assertThat(LettuceVersion.getVersion() + "/").startsWith(System.getProperty("lettuce.version") + "/");
    }

    @Test
    void allPartsOfNettyAreOfTheVersionThatTheBuildNames() {
        assertThat(Version.identify().values())
                .isNotEmpty()
                .extracting(Version::artifactVersion)
                .containsOnly(System.getProperty("netty.version"));
    }

    @Test
    void itHasAllThatTheStoreUses() {
        List<JavaAccess<?>> uses = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackagesOf(RedisStore.class)
                        .stream()
                        .<JavaAccess<?>>flatMap(user -> user.getAccessesFromSelf().stream())
                        .filter(use -> use.getTargetOwner().getPackageName().matches("io\\.(lettuce|netty)\\..*"))
                        .toList();

        assertThat(uses)
                .isNotEmpty()
                .allSatisfy(use -> assertThat(use.getTarget().resolveMember())
                        .as(use.getDescription())
                        .isPresent());
    }
}
