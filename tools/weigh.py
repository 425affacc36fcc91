"""Weighs the code: ``python -m tools.weigh [--json]``.

Prints lines by folder, long modules, constructors with many parameters, and circles: modules that
import one another (imports for the type checker count), and parts of the service that reach one
another at run time. Beside the circles it prints which parts publish a kind of happening, and which
parts listen to it.
"""

import argparse
import ast
import asyncio
import functools
import json
import tempfile
import types
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import grimp

ROOT = Path(__file__).parents[1]
PRODUCT = ("engine", "bot", "adapters", "lab")
FOLDERS = (*PRODUCT, "tests", "bench", "tools")
LONG_MODULE = 450
"""A module with more lines is long."""
MANY_PARAMETERS = 7
"""A constructor with more parameters (``self`` is none) has many."""

N = TypeVar("N", bound=Hashable)


def reached(graph: Mapping[N, Iterable[N]], start: N) -> set[N]:
    """All nodes that are reached from this one."""
    seen: set[N] = set()
    waiting = list(graph.get(start, ()))
    while waiting:
        if (after := waiting.pop()) not in seen:
            seen.add(after)
            waiting += graph.get(after, ())
    return seen


def circles(graph: Mapping[N, Iterable[N]]) -> list[set[N]]:
    """The strongly connected components of more than one node, the largest first."""
    reach = {node: reached(graph, node) for node in graph}
    found = {
        frozenset(other for other in reach[node] if node in reach.get(other, ()))
        for node in graph
        if node in reach[node]
    }
    return sorted((set(circle) for circle in found if len(circle) > 1), key=len, reverse=True)


def sources(*folders: str) -> Iterator[tuple[str, str]]:
    """Every module below the folders: its path from the root, and its text."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def lines() -> dict[str, int]:
    """The lines of Python in each folder."""
    return {
        folder: sum(text.count("\n") for _, text in sources(folder))
        for folder in FOLDERS
        if (ROOT / folder).is_dir()
    }


def long_modules() -> dict[str, int]:
    counted = {path: text.count("\n") for path, text in sources(*PRODUCT)}
    return {path: count for path, count in counted.items() if count > LONG_MODULE}


def many_parameters(source: str) -> Iterator[tuple[str, int]]:
    """The classes of a module whose constructors have many parameters, and how many."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef):
            continue
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                arguments = method.args
                count = len(arguments.posonlyargs + arguments.args + arguments.kwonlyargs) - 1
                if count > MANY_PARAMETERS:
                    yield node.name, count


def constructors() -> dict[str, int]:
    return {
        f"{path}:{name}": count
        for path, text in sources(*PRODUCT)
        if "def __init__" in text
        for name, count in many_parameters(text)
    }


def import_circles() -> list[set[str]]:
    """Modules that import one another, wherever in the module the import stands."""
    packages = [folder for folder in PRODUCT if (ROOT / folder).is_dir()]
    graph = grimp.build_graph(*packages, cache_dir=None)
    return circles({name: graph.find_modules_directly_imported_by(name) for name in graph.modules})


_LEAVES = (str, bytes, int, float, bool, type(None), type, types.ModuleType)


TELLER = "Happenings"
"""The class whose references do not count: a part that publishes gets no answer from its listeners
and does not know them. The references of a listener count. :func:`publishers` and :func:`listeners`
show both, and a test makes sure that no circle hides behind this class."""


def is_ours(value: object) -> bool:
    """Whether the object is of a class of ``bot``."""
    return type(value).__module__.partition(".")[0] == "bot"


def _reached_from(value: object) -> Iterator[object]:
    """The objects that this one holds: attributes, items, and what a function has bound."""
    if isinstance(value, types.MethodType):
        yield value.__self__
    elif isinstance(value, functools.partial):
        yield from (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, types.FunctionType):
        yield from (cell.cell_contents for cell in value.__closure__ or ())
    elif isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value
    elif is_ours(value) and type(value).__qualname__ != TELLER:
        yield from getattr(value, "__dict__", {}).values()
        for kind in type(value).__mro__:
            for slot in getattr(kind, "__slots__", ()):
                if hasattr(value, slot):
                    yield getattr(value, slot)


def parts_of(root: object) -> dict[str, set[str]]:
    """For each part below ``root`` (an object of a class of ``bot``), the parts that it reaches
    through attributes, containers and functions, by the names of their classes; further parts of
    a class have a number too. A part that was given a method of ``root`` reaches ``root``, and with
    it everything."""
    names: dict[int, str] = {}
    number: Counter[str] = Counter()
    graph: dict[str, set[str]] = {}

    def name_of(part: object) -> str:
        if id(part) not in names:
            kind = type(part).__qualname__
            number[kind] += 1
            names[id(part)] = kind if number[kind] == 1 else f"{kind} {number[kind]}"
        return names[id(part)]

    def neighbours(part: object) -> Iterator[object]:
        seen: set[int] = set()
        waiting = list(_reached_from(part))
        while waiting:
            value = waiting.pop()
            if isinstance(value, _LEAVES) or id(value) in seen:
                continue
            seen.add(id(value))
            if is_ours(value):
                yield value
            else:
                waiting += _reached_from(value)

    waiting = [root]
    while waiting:
        part = waiting.pop()
        if (name := name_of(part)) in graph:
            continue
        after = list(neighbours(part))
        graph[name] = {name_of(other) for other in after} - {name}
        waiting += after
    return graph


def publishers(sources: Iterable[str]) -> dict[str, set[str]]:
    """For each kind of happening that is published in these modules, the classes that do so."""
    found: dict[str, set[str]] = {}
    for source in sources:
        for part in ast.walk(ast.parse(source)):
            if isinstance(part, ast.ClassDef):
                for kind in filter(None, map(_published, ast.walk(part))):
                    found.setdefault(kind, set()).add(part.name)
    return found


def _published(node: ast.AST) -> str:
    """The kind of happening that is published here; empty: none."""
    match node:
        case ast.Call(func=ast.Attribute(attr="publish"), args=[ast.Call(func=ast.Name(kind))]):
            return kind
        case _:
            return ""


def listeners(happenings: object) -> dict[str, set[str]]:
    """For each kind of happening, the classes of the parts that listen to it."""
    told: Mapping[type, list[types.MethodType]] = vars(happenings)["_listeners"]
    return {
        kind.__name__: {type(listener.__self__).__qualname__ for listener in heard}
        for kind, heard in told.items()
    }


class RunTime(NamedTuple):
    """The parts of a service on an empty store, without platforms and other processes."""

    parts: dict[str, set[str]]
    """For each part the parts that it reaches."""
    publishers: dict[str, set[str]]
    """For each kind of happening the parts that publish it."""
    listeners: dict[str, set[str]]
    """For each kind of happening the parts that listen to it."""


def run_time() -> RunTime:
    from bot.service import Service
    from bot.store import Store

    async def built(file: str) -> RunTime:
        store = await Store.open(f"sqlite:///{file}")
        try:
            service = Service(store)
            told = publishers(text for _, text in sources("bot"))
            return RunTime(parts_of(service), told, listeners(service.happenings))
        finally:
            await store.close()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(built(f"{folder}/truco.db"))


def weight() -> dict[str, Any]:
    """The figures of everything that is counted."""
    built = run_time()
    return {
        "lines": lines(),
        "long modules": long_modules(),
        "constructors": constructors(),
        "import circles": [sorted(circle) for circle in import_circles()],
        "run-time circles": [sorted(circle) for circle in circles(built.parts)],
        "happenings": {
            kind: f"{', '.join(sorted(told))} -> {', '.join(sorted(built.listeners.get(kind, ())))}"
            for kind, told in sorted(built.publishers.items())
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="as JSON, for comparing")
    counted = weight()
    if parser.parse_args().json:
        print(json.dumps(counted, indent=2))
        return
    folders: dict[str, int] = counted["lines"]
    for folder, count in folders.items():
        print(f"{count:>8,} {folder}")
    print(f"{sum(folders[name] for name in PRODUCT if name in folders):>8,} product")
    for title, many in (
        (f"modules over {LONG_MODULE} lines", counted["long modules"]),
        (f"constructors over {MANY_PARAMETERS} parameters", counted["constructors"]),
    ):
        print(f"\n{len(many)} {title}")
        for name, count in sorted(many.items(), key=lambda pair: -pair[1]):
            print(f"{count:>8} {name}")
    for title in ("import circles", "run-time circles"):
        print(f"\n{len(counted[title])} {title}")
        for circle in counted[title]:
            print(f"{len(circle):>8} {', '.join(circle)}")
    print(f"\n{len(counted['happenings'])} happenings: who tells them -> who is told")
    for kind, told in counted["happenings"].items():
        print(f"{kind:>16} {told}")


if __name__ == "__main__":
    main()
