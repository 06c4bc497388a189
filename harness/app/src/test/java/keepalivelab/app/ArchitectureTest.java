package keepalivelab.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import keepalivelab.api.Ticker;

/** Who may know whom; the poms hold the same between modules, this holds it for what the poms cannot say. */
@AnalyzeClasses(packages = "keepalivelab", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule apiKnowsNobody = onlyKnows("keepalivelab.api..");

    @ArchTest
    static final ArchRule wireKnowsOnlyTheApi = onlyKnows("keepalivelab.wire..", "keepalivelab.api..");

    @ArchTest
    static final ArchRule poolsKnowOnlyTheApi = onlyKnows("keepalivelab.pools..", "keepalivelab.api..");

    @ArchTest
    static final ArchRule theBackendKnowsWireAndApi =
            onlyKnows("keepalivelab.backend..", "keepalivelab.wire..", "keepalivelab.api..");

    @ArchTest
    static final ArchRule theLoadKnowsNoProxy =
            onlyKnows("keepalivelab.load..", "keepalivelab.wire..", "keepalivelab.api..");

    @ArchTest
    static final ArchRule proxiesKnowNoLoadAndFindPoolsByThemselves =
            onlyKnows("keepalivelab.proxies..", "keepalivelab.wire..", "keepalivelab.api..");

    @ArchTest
    static final ArchRule noClientLibraryKnowsAnother = slices().matching("keepalivelab.clients.(*)..")
            .should()
            .notDependOnEachOther()
            .allowEmptyShould(false);

    @ArchTest
    static final ArchRule clientLibrariesKnowNothingElseOfOurs =
            onlyKnows("keepalivelab.clients..", "keepalivelab.api..");

    @ArchTest
    static final ArchRule onlyClientLibrariesKnowLibrariesOfHttp = noClasses()
            .that()
            .resideOutsideOfPackage("keepalivelab.clients..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.net.http..",
                    "okhttp3..",
                    "org.apache.hc..",
                    "org.eclipse.jetty..",
                    "io.netty..",
                    "reactor..",
                    "io.vertx..");

    @ArchTest
    static final ArchRule theReportSeesOnlyValues = onlyKnows("keepalivelab.report..", "keepalivelab.api..");

    @ArchTest
    static final ArchRule whatIsEmbeddableNeedsNoLibrary = classes()
            .that()
            .resideInAnyPackage("keepalivelab.api..", "keepalivelab.wire..", "keepalivelab.backend..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "keepalivelab..",
                    "org.jspecify..",
                    "com.google.auto.service..",
                    "org.junit.jupiter.api..");

    @ArchTest
    static final ArchRule onlyOneClassReadsTheClock =
            noClasses().that().doNotBelongToAnyOf(Ticker.class).should().callMethod(System.class, "nanoTime");

    @ArchTest
    static final ArchRule onlyOneClassKnowsTheExpressionLanguage = noClasses()
            .that()
            .haveNameNotMatching("keepalivelab\\.app\\.scenario\\.Expectations.*|keepalivelab\\.app\\.scenario\\.Cel.*")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.cel..");

    private static ArchRule onlyKnows(String who, String... others) {
        String[] known = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(who), java.util.Arrays.stream(others))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(who)
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(known)
                        .or(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("keepalivelab.."))));
    }
}
