package keepalivelab.report.export;

import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import keepalivelab.report.PlainLine;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;

/**
 * A run as the XML that CI systems read test results from: a suite for the run's verdict, one for each cell; a case for each
 * expectation and for the baseline. What failed is a failure, what is void an error, what was not judged is skipped.
 */
public final class JunitXml {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final XMLStreamWriter xml;

    private JunitXml(XMLStreamWriter xml) {
        this.xml = xml;
    }

    static String text(StoredRun run) {
        return text(run.result());
    }

    /** The whole file. */
    public static String text(RunResult result) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            new JunitXml(xml).document(result);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing into memory cannot fail", e);
        }
        return text + "\n";
    }

    private void document(RunResult result) throws XMLStreamException {
        List<JunitSuite> suites = new ArrayList<>(List.of(JunitSuite.ofRun(result)));
        if (!result.gates().isEmpty()) {
            suites.add(JunitSuite.ofGates(result));
        }
        result.cells().forEach(cell -> suites.add(JunitSuite.of(result, cell)));
        xml.writeStartDocument("UTF-8", "1.0");
        line(0);
        xml.writeStartElement("testsuites");
        attribute("name", result.scenario().id());
        counts(suites.stream().flatMap(suite -> suite.cases().stream()).toList());
        attribute(
                "time", seconds(suites.stream().mapToDouble(JunitSuite::seconds).sum()));
        for (JunitSuite suite : suites) {
            suite(suite, SECONDS.format(result.startedAt()));
        }
        line(0);
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void suite(JunitSuite suite, String timestamp) throws XMLStreamException {
        line(1);
        xml.writeStartElement("testsuite");
        attribute("name", suite.name());
        counts(suite.cases());
        attribute("time", seconds(suite.seconds()));
        attribute("timestamp", timestamp);
        line(2);
        xml.writeStartElement("properties");
        for (Map.Entry<String, String> property : suite.properties().entrySet()) {
            line(3);
            xml.writeEmptyElement("property");
            attribute("name", property.getKey());
            attribute("value", property.getValue());
        }
        line(2);
        xml.writeEndElement();
        for (JunitSuite.Case test : suite.cases()) {
            test(suite, test);
        }
        line(1);
        xml.writeEndElement();
    }

    private void test(JunitSuite suite, JunitSuite.Case test) throws XMLStreamException {
        line(2);
        if (test.outcome() == JunitSuite.Outcome.PASSED) {
            xml.writeEmptyElement("testcase");
            head(suite, test);
            return;
        }
        xml.writeStartElement("testcase");
        head(suite, test);
        line(3);
        if (test.outcome() == JunitSuite.Outcome.SKIPPED) {
            xml.writeEmptyElement("skipped");
            attribute("message", test.message());
        } else {
            xml.writeStartElement(test.outcome() == JunitSuite.Outcome.ERROR ? "error" : "failure");
            attribute("message", test.message());
            attribute("type", test.type());
            xml.writeCharacters(PlainLine.of(test.message()));
            xml.writeEndElement();
        }
        line(2);
        xml.writeEndElement();
    }

    private void head(JunitSuite suite, JunitSuite.Case test) throws XMLStreamException {
        attribute("name", test.name());
        attribute("classname", suite.className());
        attribute("time", test.name().equals(JunitSuite.MEASUREMENT) ? seconds(suite.seconds()) : "0.000");
    }

    private void counts(List<JunitSuite.Case> cases) throws XMLStreamException {
        attribute("tests", Integer.toString(cases.size()));
        attribute("failures", count(cases, JunitSuite.Outcome.FAILURE));
        attribute("errors", count(cases, JunitSuite.Outcome.ERROR));
        attribute("skipped", count(cases, JunitSuite.Outcome.SKIPPED));
    }

    private static String count(List<JunitSuite.Case> cases, JunitSuite.Outcome outcome) {
        return Long.toString(
                cases.stream().filter(test -> test.outcome() == outcome).count());
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    /** Control characters have no form in XML 1.0. */
    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, PlainLine.of(value));
    }

    private void line(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }
}
