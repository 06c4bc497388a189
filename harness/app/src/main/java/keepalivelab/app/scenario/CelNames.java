package keepalivelab.app.scenario;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.api.NearestWord;

/** Finds members of a result that do not exist in an expression's syntax tree, which CEL itself takes for possible. */
final class CelNames {
    private static final String INDEX = "_[_]";

    private final CelAbstractSyntaxTree tree;
    private final List<Unknown> unknown = new ArrayList<>();
    private final List<SeenPath> paths;
    private final Map<String, SeenPath> items = new HashMap<>();

    private CelNames(CelAbstractSyntaxTree tree, List<SeenPath> paths) {
        this.tree = tree;
        this.paths = paths;
    }

    /**
     * A member that does not exist.
     *
     * @param name as written
     * @param hint the nearest word
     * @param offset where in the expression
     */
    record Unknown(String name, String hint, int offset) {}

    /**
     * Checks all members.
     *
     * @param names the variables
     * @param paths takes the members that are looked at, e.g. {@code backend.accepts}
     */
    static List<Unknown> check(CelAbstractSyntaxTree tree, Map<String, Shape> names, List<SeenPath> paths) {
        CelNames check = new CelNames(tree, paths);
        check.visit(tree.getExpr(), names);
        return check.unknown;
    }

    private Shape visit(CelExpr expr, Map<String, Shape> scope) {
        return switch (expr.getKind()) {
            case IDENT -> scope.getOrDefault(expr.ident().name(), Shape.ANY);
            case SELECT -> select(expr, scope);
            case CALL -> call(expr, scope);
            case COMPREHENSION -> comprehension(expr.comprehension(), scope);
            case LIST -> {
                expr.list().elements().forEach(e -> visit(e, scope));
                yield Shape.ANY;
            }
            case MAP -> {
                expr.map().entries().forEach(e -> visit(e.value(), scope));
                yield Shape.ANY;
            }
            default -> Shape.ANY;
        };
    }

    private Shape select(CelExpr expr, Map<String, Shape> scope) {
        Shape operand = visit(expr.select().operand(), scope);
        if (!expr.select().testOnly()) {
            see(path(expr, scope.keySet()));
        }
        return member(operand, expr.select().field(), expr);
    }

    /** Keeps the innermost places only: of {@code client.outcomes.ok} not {@code client.outcomes}. */
    private void see(SeenPath path) {
        if (path.exists()) {
            paths.removeIf(path::startsWith);
            paths.add(path);
        }
    }

    private Shape call(CelExpr expr, Map<String, Shape> scope) {
        CelExpr.CelCall call = expr.call();
        call.target().ifPresent(target -> visit(target, scope));
        List<Shape> args = call.args().stream().map(a -> visit(a, scope)).toList();
        if (!call.function().equals(INDEX) || args.size() != 2) {
            return Shape.ANY;
        }
        see(path(expr, scope.keySet()));
        if (args.get(0) instanceof Shape.ListOf list) {
            return list.item();
        }
        CelExpr index = call.args().get(1);
        boolean named = index.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && index.constant().getKind() == CelConstant.Kind.STRING_VALUE;
        return named ? member(args.get(0), index.constant().stringValue(), index) : Shape.ANY;
    }

    private Shape comprehension(CelExpr.CelComprehension loop, Map<String, Shape> scope) {
        Shape range = visit(loop.iterRange(), scope);
        visit(loop.accuInit(), scope);
        items.put(loop.iterVar(), path(loop.iterRange(), scope.keySet()).then(SeenPath.EACH));
        Map<String, Shape> inner = new HashMap<>(scope);
        inner.put(loop.iterVar(), range instanceof Shape.ListOf list ? list.item() : Shape.ANY);
        inner.put(loop.accuVar(), Shape.ANY);
        visit(loop.loopCondition(), inner);
        visit(loop.loopStep(), inner);
        visit(loop.result(), inner);
        return Shape.ANY;
    }

    private Shape member(Shape operand, String name, CelExpr at) {
        if (!(operand instanceof Shape.Members members)) {
            return Shape.ANY;
        }
        Shape shape = members.names().get(name);
        if (shape == null) {
            unknown.add(new Unknown(name, NearestWord.hint(name, members.names().keySet()), offset(at, name)));
        }
        return shape == null ? Shape.ANY : shape;
    }

    /** The tree knows where the dot is; the mark belongs under the word behind it. */
    private int offset(CelExpr at, String name) {
        int from = tree.getSource().getPositionsMap().getOrDefault(at.id(), 0);
        int word = tree.getSource().getContent().toString().indexOf(name, from);
        return word < 0 ? from : word;
    }

    /** Where a chain of members and fixed indexes leads that begins with a variable of the result; else nowhere. */
    private SeenPath path(CelExpr expr, Set<String> variables) {
        return switch (expr.getKind()) {
            case IDENT ->
                items.getOrDefault(
                        expr.ident().name(),
                        variables.contains(expr.ident().name())
                                ? new SeenPath(List.of(expr.ident().name()))
                                : SeenPath.NOWHERE);
            case SELECT ->
                path(expr.select().operand(), variables).then(expr.select().field());
            case CALL -> indexed(expr.call(), variables);
            default -> SeenPath.NOWHERE;
        };
    }

    private SeenPath indexed(CelExpr.CelCall call, Set<String> variables) {
        if (!call.function().equals(INDEX) || call.args().get(1).getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
            return SeenPath.NOWHERE;
        }
        CelConstant index = call.args().get(1).constant();
        SeenPath list = path(call.args().get(0), variables);
        return switch (index.getKind()) {
            case STRING_VALUE -> list.then(index.stringValue());
            case INT64_VALUE -> list.then(index.int64Value());
            default -> SeenPath.NOWHERE;
        };
    }
}
