package keepalivelab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ChartFigureTest {
    @Test
    void marksLieWhereTheScalesSay() throws Exception {
        Element box = (Element) elements(chart("a"), "rect").item(0);
        // Labels of the vertical axis take 26 units of the 360, the right side 12; the panel is 170 high below 22 units
        // of title.
        assertThat(box.getAttribute("x")).isEqualTo("26");
        assertThat(box.getAttribute("width")).isEqualTo("161");
        assertThat(box.getAttribute("y")).isEqualTo("107");
        assertThat(box.getAttribute("height")).isEqualTo("85");
    }

    @Test
    void aPictureIsOneImageWithANameAndATableBelow() throws Exception {
        Chart chart = chart("open connections");
        Element svg = (Element) elements(chart, "svg").item(0);
        assertThat(svg.getAttribute("role")).isEqualTo("img");
        assertThat(svg.getAttribute("aria-label")).isEqualTo("open connections, left: y (n) over x (ms)");
        assertThat(elements(chart, "td").getLength()).isEqualTo(2);
    }

    @Test
    void aNameWithMarkupStaysText() throws Exception {
        String attack = "</svg><script>\"&'";
        assertThat(elements(chart(attack), "script").getLength()).isZero();
        assertThat(elements(chart(attack), "h3").item(0).getTextContent()).isEqualTo(attack);
    }

    @Test
    void aTickLabelThatWouldCoverAnotherIsLeftOut() {
        Scale crowded = Scale.linear(0, 1, value -> "a label of much width " + value);
        Axis axis = new Axis("x", crowded);
        Panel panel = new Panel("", axis, new Axis("y", Scale.linear(0, 1)), 100, List.of());
        String svg = PanelSvg.draw(panel, "c").html();
        assertThat(svg).contains("width 0.0<").doesNotContain("width 0.2<", "width 0.4<");
    }

    @Test
    void anElementLeftOpenIsAnError() {
        Markup markup = new Markup().open("p");
        assertThatThrownBy(markup::html).hasMessage("not closed: [p]");
    }

    private static Chart chart(String title) {
        Panel panel = new Panel(
                "left",
                new Axis("x (ms)", Scale.linear(0, 10)),
                new Axis("y (n)", Scale.linear(0, 4)),
                Panel.USUAL_HEIGHT,
                List.of(new Mark.Box(Fill.step(2), new Point(0, 0), new Point(5, 2), "", "")));
        return new Chart(
                title, "", List.of(), List.of(panel), new DataTable(List.of("x", "y"), List.of(List.of("5", "2"))));
    }

    private static NodeList elements(Chart chart, String tag) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(ChartFigure.of(chart).html())));
        return document.getElementsByTagName(tag);
    }
}
