package keepalivelab.app.scenario;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.NearestWord;
import org.jspecify.annotations.Nullable;

/** One compiled expression. Immutable; the only class that runs CEL, beside {@link CelNames} that reads its syntax trees. */
final class CelProgram {
    private final CelRuntime.Program program;
    private final List<SeenPath> paths;

    private CelProgram(CelRuntime.Program program, List<SeenPath> paths) {
        this.program = program;
        this.paths = paths;
    }

    /** The members that the expression looks at, e.g. {@code backend.accepts}. */
    List<SeenPath> paths() {
        return paths;
    }

    /**
     * The value with these variables.
     *
     * @throws BrokenException if it has none, e.g. for a member that is not there
     */
    Object value(Map<String, ?> variables) {
        try {
            return program.eval(variables);
        } catch (CelEvaluationException e) {
            String reason = String.valueOf(e.getMessage()).replaceFirst("^evaluation error[^:]*:\\d+: ", "");
            throw new BrokenException(reason, e);
        }
    }

    /** An expression had no value: the harness gave too little, or the rule asks for what is not there. */
    static final class BrokenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** Compiles the expressions of one scenario. */
    static final class Compiler {
        private static final Pattern UNDECLARED =
                Pattern.compile("undeclared reference to '([^']*)'.*", Pattern.DOTALL);
        private static final List<String> FUNCTIONS = List.of(
                "versionAtLeast",
                "ceilDiv",
                "size",
                "has",
                "all",
                "exists",
                "exists_one",
                "map",
                "filter",
                "int",
                "double",
                "string",
                "startsWith",
                "endsWith",
                "contains",
                "matches",
                "true",
                "false");
        private static final CelOptions OPTIONS =
                CelOptions.current().enableHeterogeneousNumericComparisons(true).build();

        private final Map<String, Shape> names;
        private final Problems problems;
        private final CelCompiler compiler;
        private final CelRuntime runtime = runtime();

        Compiler(Map<String, Shape> names, Problems problems) {
            this.names = names;
            this.problems = problems;
            this.compiler = compiler(names);
        }

        /** Compiles a condition; empty if it is wrong, which was noted then. */
        Optional<CelProgram> condition(Expression expression) {
            return compile(expression, true);
        }

        /** Compiles an expression of any type; empty if it is wrong, which was noted then. */
        Optional<CelProgram> any(Expression expression) {
            return compile(expression, false);
        }

        private Optional<CelProgram> compile(Expression expression, boolean condition) {
            CelValidationResult result = compiler.compile(expression.text());
            if (result.hasError()) {
                note(expression, result.getErrors().get(0));
                return Optional.empty();
            }
            try {
                return checked(expression, result.getAst(), condition);
            } catch (CelValidationException | CelEvaluationException e) {
                problems.add(expression.line(), "expression '" + expression.text() + "': " + e.getMessage());
                return Optional.empty();
            }
        }

        private Optional<CelProgram> checked(Expression expression, CelAbstractSyntaxTree tree, boolean condition)
                throws CelEvaluationException {
            List<SeenPath> paths = new ArrayList<>();
            List<CelNames.Unknown> unknown = CelNames.check(tree, names, paths);
            // The variable of an all() or exists() has no one value that a message could show.
            paths.removeIf(path -> !names.containsKey(path.variable()));
            unknown.forEach(u -> problems.add(
                    expression.line(), message(expression, "unknown name '" + u.name() + "'" + u.hint(), u.offset())));
            CelKind kind = tree.getResultType().kind();
            if (condition && kind != CelKind.BOOL && kind != CelKind.DYN) {
                String is = "is a " + tree.getResultType().name() + ", not true or false";
                problems.add(expression.line(), "expression '" + expression.text() + "' " + is);
                return Optional.empty();
            }
            return unknown.isEmpty()
                    ? Optional.of(new CelProgram(runtime.createProgram(tree), List.copyOf(paths)))
                    : Optional.empty();
        }

        private void note(Expression expression, CelIssue issue) {
            String text = issue.getMessage().replaceAll("\\s+", " ").strip();
            Matcher undeclared = UNDECLARED.matcher(text);
            if (undeclared.matches()) {
                String name = undeclared.group(1);
                List<String> valid = new ArrayList<>(names.keySet());
                valid.addAll(FUNCTIONS);
                text = "unknown name '" + name + "'" + NearestWord.hint(name, valid);
            }
            int offset = offset(
                    expression.text(),
                    issue.getSourceLocation().getLine(),
                    issue.getSourceLocation().getColumn());
            problems.add(expression.line(), message(expression, text, offset));
        }

        /** The complaint, then the line of the expression, then a mark under the place. */
        private static String message(Expression expression, String complaint, int offset) {
            String text = expression.text();
            int place = Math.max(0, Math.min(offset, text.length()));
            int begin = text.lastIndexOf('\n', place - 1) + 1;
            int end = text.indexOf('\n', place);
            String line = text.substring(begin, end < 0 ? text.length() : end);
            return "expression: " + complaint + "\n    " + line + "\n    " + " ".repeat(place - begin) + "^";
        }

        /**
         * @param line from 1
         * @param column from 0
         */
        private static int offset(String text, int line, int column) {
            int begin = 0;
            for (int i = 1; i < line; i++) {
                begin = text.indexOf('\n', begin) + 1;
            }
            return begin + Math.max(0, column);
        }

        private static CelCompiler compiler(Map<String, Shape> names) {
            CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                    .setOptions(OPTIONS)
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .addFunctionDeclarations(
                            CelFunctionDecl.newFunctionDeclaration(
                                    "versionAtLeast",
                                    CelOverloadDecl.newGlobalOverload(
                                            "versionAtLeast_string_string",
                                            SimpleType.BOOL,
                                            SimpleType.STRING,
                                            SimpleType.STRING)),
                            CelFunctionDecl.newFunctionDeclaration(
                                    "ceilDiv",
                                    CelOverloadDecl.newGlobalOverload(
                                            "ceilDiv_int_int", SimpleType.INT, SimpleType.INT, SimpleType.INT)));
            names.forEach((name, shape) -> builder.addVar(
                    name,
                    shape instanceof Shape.ListOf
                            ? ListType.create(SimpleType.DYN)
                            : MapType.create(SimpleType.STRING, SimpleType.DYN)));
            return builder.build();
        }

        private static CelRuntime runtime() {
            return CelRuntimeFactory.legacyCelRuntimeBuilder()
                    .setOptions(OPTIONS)
                    .addFunctionBindings(
                            CelFunctionBinding.from(
                                    "versionAtLeast_string_string", String.class, String.class, VersionText::atLeast),
                            CelFunctionBinding.from("ceilDiv_int_int", Long.class, Long.class, Compiler::ceilDiv))
                    .build();
        }

        private static Object ceilDiv(long dividend, long divisor) throws CelEvaluationException {
            if (divisor == 0) {
                throw new CelEvaluationException("ceilDiv: divided by zero");
            }
            return -Math.floorDiv(-dividend, divisor);
        }
    }
}
