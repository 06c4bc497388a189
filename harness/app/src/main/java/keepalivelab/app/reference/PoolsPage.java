package keepalivelab.app.reference;

import java.util.List;
import keepalivelab.api.PoolFactory;

/** Every pool of the embedded proxy. */
final class PoolsPage {
    /** Pools of tests are no part of the product. */
    private static final String OURS = "keepalivelab.pools";

    private PoolsPage() {}

    static String text() {
        return Markdown.page("Pools of the embedded proxy")
                .paragraph("The variant of an arm names one: `--proxy embedded:lifo`.")
                .table(
                        List.of("pool", "order, scope, and who leaves when it is full"),
                        PoolFactory.all().stream()
                                .filter(pool -> pool.getClass().getPackageName().equals(OURS))
                                .map(pool -> List.of(Markdown.code(pool.id()), pool.semantics()))
                                .toList())
                .toString();
    }
}
