package io.holdfast.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PictureTest {

    @Test
    void itIsWellFormedAndHasABarForEachContender() throws Exception {
        Document svg = parse(new Picture(Samples.report(
                Samples.cycles("one-4x4", "holdfast", 30_000),
                Samples.cycles("one-4x4", "redisson", 1_000),
                Samples.cycles("one-4x4", "spring spin", 2))));

        assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(1 + 3);
        assertThat(svg.getDocumentElement().getTextContent())
                .contains("30×", "30,000/s", Samples.SETTING.machine(), "one lock, 4 clients of 4 threads");
    }

    @Test
    void nothingLeavesTheFrame() throws Exception {
        Document svg = parse(new Picture(Samples.report(
                Samples.cycles("one-4x4", "holdfast", 1e9),
                Samples.cycles("one-4x4", "redisson", 1_000),
                Samples.cycles("one-4x4", "spring spin", 1e-3))));

        for (int i = 0; i < svg.getElementsByTagName("rect").getLength(); i++) {
            Element bar = (Element) svg.getElementsByTagName("rect").item(i);
            double from = bar.hasAttribute("x") ? Double.parseDouble(bar.getAttribute("x")) : 0;
            assertThat(from).isNotNegative();
            assertThat(from + Double.parseDouble(bar.getAttribute("width"))).isLessThanOrEqualTo(900);
        }
    }

    @Test
    void halfTheTimeIsTwiceAsFast() throws Exception {
        Document svg = parse(new Picture(Samples.report(
                Samples.outcome("hand-off", "holdfast", Metric.P50, 250),
                Samples.outcome("hand-off", "redisson", Metric.P50, 500))));

        assertThat(svg.getDocumentElement().getTextContent()).contains("2×", "250 µs");
    }

    @Test
    void withoutTheYardstickThereIsNothingToDraw() {
        assertThat(new Picture(Samples.report(Samples.cycles("one-4x4", "holdfast", 1))).isEmpty())
                .isTrue();
        Outcome failed = new Outcome(Samples.workload("own-1"), "redisson", List.of(), 0, "no answer");
        assertThat(new Picture(Samples.report(failed)).isEmpty()).isTrue();
    }

    private static Document parse(Picture picture) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture.svg())));
    }
}
