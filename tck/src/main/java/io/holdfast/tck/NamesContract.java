package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LockInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every name that the API lets through works, and names a lock of its own. */
class NamesContract extends ContractGroup {

    /** {@return names, in which # stands for something that was never used} */
    static Stream<String> patterns() {
        Stream<String> braces = Stream.of(
                "x}#",
                "{}#",
                "}{#",
                "{#}b",
                "{#}",
                "a{#}c{d}",
                "a{b}c{#}",
                "{#",
                "#}",
                "{{#}}",
                "{}{#}",
                "#{}",
                "#}{",
                "{#}:queue",
                "{#}:fence",
                "#:queue",
                "#:fence",
                "#{");
        Stream<String> separators =
                Stream.of("/#", "#/", "#/a", "#//a", "#/../a", "#/./a", ".#", "#.", "#..", "#\\a", "#:", "#::", "#,");
        Stream<String> spaces = Stream.of("#", " #", "# ", " # ", "#  a", "#\u00a0", "#\u3000");
        Stream<String> cases = Stream.of("A#", "a#", "\u00e4#", "\u00c4#", "\u0131#", "I#", "i#", "\u0130#");
        Stream<String> lookalikes = Stream.of("\u00e9#", "e\u0301#", "\u00df#", "ss#", "\uff21#", "\u0410#");
        Stream<String> wide =
                Stream.of("\u9501#", "\ud83d\udd12#", "\u05de\u05e0\u05e2\u05d5\u05dc#", "#\u200b", "#\ufeff");
        Stream<String> quoted =
                Stream.of("'#", "\"#", "#%", "#_", "#*", "#?", "#[a]", "#;--", "$#", "${#}", "#\ud83d\udd13");
        return Stream.of(braces, separators, spaces, cases, lookalikes, wide, quoted)
                .flatMap(patterns -> patterns);
    }

    NamesContract(StoreContract contract) {
        super(contract);
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void aLockWorksUnder(String pattern) {
        assertWorks(pattern.replace("#", UUID.randomUUID().toString()));
    }

    @Test
    void aLockWorksUnderANameOf512Bytes() {
        String start = UUID.randomUUID() + ":";
        assertWorks(start + "x".repeat(512 - start.length()));
        assertWorks(start + "\u9501".repeat((512 - start.length()) / 3));
    }

    @Test
    void longNamesAreToldApartByTheirLastLetter() {
        String start = UUID.randomUUID() + ":" + "x".repeat(474);
        assertThat((start + "a").getBytes(StandardCharsets.UTF_8)).hasSize(512);
        client().claim(start + "a").take();
        client().claim(start + "b").take();
    }

    @Test
    void everyNameIsALockOfItsOwn() {
        Client client = client();
        String unique = UUID.randomUUID().toString();
        List<Claim> claims = new ArrayList<>();
        patterns()
                .forEach(pattern ->
                        claims.add(client.claim(pattern.replace("#", unique)).take()));
        Client other = client();
        assertThat(claims).allSatisfy(claim -> {
            assertThat(other.claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Busy.class);
            assertThat(claim.release()).isTrue();
        });
    }

    private void assertWorks(String name) {
        Client client = client();
        Claim claim = client.claim(name).take();
        assertThat(client.inspect(name)).map(LockInfo::name).hasValue(name);
        assertThat(claim.renew()).isPresent();
        Claim other = client.claim(name);
        if (capabilities().has(Feature.FIFO)) {
            other.queue();
            assertThat(claim.release()).isTrue();
            assertThat(other.awaitGrant(SOON).release()).isTrue();
        } else {
            assertThat(other.acquire()).isInstanceOf(Answer.Busy.class);
            assertThat(claim.release()).isTrue();
        }
        assertThat(client.inspect(name)).isEmpty();
    }
}
