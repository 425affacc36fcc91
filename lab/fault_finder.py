"""Finds every fault that can be planted in a file: small changes of its syntax tree, such as a
comparison turned round, a statement dropped, or a number one too large."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from lab.planted import Job


@dataclass(frozen=True)
class Fault:
    """A change of one place of one file."""

    path: str
    line: int
    scope: str
    """The function or class that is changed."""
    what: str
    begin: int
    end: int
    text: str
    """The text that replaces the code between these two bytes of the file."""

    def planted(self, source: bytes) -> bytes:
        return source[: self.begin] + self.text.encode() + source[self.end :]

    def text_around(self, source: bytes) -> str:
        """The smallest function with the fault, or the statement outside functions, and the names
        of the classes and functions around it."""
        starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
        around = source
        for node in ast.walk(ast.parse(source)):  # from the outside to the inside
            if isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef):
                begin = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
                is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                if begin <= self.begin < end and (around is source or is_function):
                    around = source[begin:end]
        return f"{self.scope}\n{around.decode()}"

    def job(self, tests: list[str], seconds: float) -> Job:
        return Job(self.path, self.begin, self.end, self.text, tests, seconds)

    def __str__(self) -> str:
        return f"{self.path}:{self.line} in `{self.scope}`: {self.what}"


OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
NEIGHBOUR: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OTHER_SUM: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOGS = ("log.", "_log.", "logger.")


class Finder(ast.NodeVisitor):
    """Every fault that one file can have, from its first line to its last."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.scope: list[str] = []
        self.found: list[Fault] = []

    def add(self, node: ast.expr | ast.stmt, text: str, what: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        scope = ".".join(self.scope) or "module"
        self.found.append(Fault(self.path, node.lineno, scope, what, begin, end, text))

    def change(self, node: ast.expr, other: ast.expr) -> None:
        text = ast.unparse(other)
        self.add(node, f"({text})", f"`{ast.unparse(node)}` becomes `{text}`")

    def opposite(self, test: ast.expr) -> None:
        """The opposite of the condition of an ``if`` or ``while``, unless it is a comparison, which
        is turned round anyway."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        if not isinstance(test, ast.Compare) or len(test.ops) > 1:
            self.change(test, ast.UnaryOp(ast.Not(), test))

    def drop(self, node: ast.stmt) -> None:
        self.add(node, "pass", f"`{ast.unparse(node).splitlines()[0]}` is dropped")

    # --- changes ---------------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            for other in (OPPOSITE, NEIGHBOUR):
                if kind := other.get(type(node.ops[0])):
                    self.change(node, ast.Compare(node.left, [kind()], node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        self.change(node, ast.BoolOp(other, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.change(node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if kind := OTHER_SUM.get(type(node.op)):
            self.change(node, ast.BinOp(node.left, kind(), node.right))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.change(node, ast.Constant(not node.value))
        elif isinstance(node.value, int):
            self.change(node, ast.Constant(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if other := OTHER_NAME.get(name):
            self.change(node, ast.Call(ast.Name(other), node.args, node.keywords))
        keywords = node.keywords
        if name == "zip":  # both are equally long: this is true already
            keywords = [keyword for keyword in keywords if keyword.arg != "strict"]
        for part in (node.func, *node.args, *keywords):
            self.visit(part)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self.opposite(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.opposite(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.opposite(node.test)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if ast.unparse(node).removeprefix("await ").startswith(LOGS):
            return  # log lines are for people
        self.drop(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.drop(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self.drop(node)
        self.visit(node.value)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.drop(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.drop(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.drop(node)

    # --- exceptions ------------------------------------------------------------------------

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leaves assertions alone: they are true already."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leaves f-strings alone: Python 3.11 does not tell where their parts stand."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node.name, node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        returns_nothing = isinstance(node.returns, ast.Constant) and node.returns.value is None
        first = node.body[0]
        if returns_nothing and len(node.body) > 1:
            self.scope.append(node.name)
            self.add(first, "return", "it returns at once")
            self.scope.pop()
        defaults = [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]
        self._inside(node.name, [*defaults, *node.body])

    def _inside(self, name: str, body: Sequence[ast.AST]) -> None:
        self.scope.append(name)
        for part in body:
            self.visit(part)
        self.scope.pop()


@cache
def faults_in(path: str, source: bytes) -> tuple[Fault, ...]:
    """All faults that can be planted in a file."""
    finder = Finder(path, source)
    finder.visit(ast.parse(source))
    return tuple(finder.found)


def is_read(source: bytes) -> bool:
    """Whether this text is still Python: a dropped ``raise`` may leave a ``try`` without an end."""
    try:
        compile(source, "planted", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True
