"""A page's scripts as one script, and its stylesheets as one: two files to fetch instead of many.

What a script fetches later (``import("./dialogs.js")``) is a bundle of its own, without what the
page's script holds already. The sources stay as they are, and are served too: a source map tells
the browser's tools which line of which file a line of the bundle is. Comments and indentation are
left out: a sixth of what would come over the line. So no text in a script may go over several
lines. Only forms of import and export are known that our scripts use; anything else is an error at
the start.
"""

import json
import re
from collections.abc import Mapping
from typing import Final

BUNDLE: Final = ".page"
"""What stands in the name of a bundle before its ending: ``js/main.page.js``."""
_IMPORT: Final = re.compile(r'^import (?P<names>.+) from "\./(?P<file>[\w-]+)\.js";$')
_LATER: Final = re.compile(r'\bimport\("\./(?P<file>[\w-]+)\.js"\)')
_EXPORT: Final = re.compile(r"^export (?P<rest>(?:async )?(?:function|class|const) (?P<name>\w+))")
_LEFT: Final = re.compile(r"^(?:import|export)\b")
_COMMENT: Final = re.compile(r"^ *//")
_OPENED: Final = re.compile(r"^ */\*\*")
_CLOSED: Final = re.compile(r"\*/$")
_INDENTED: Final = re.compile(rb"^ +", re.MULTILINE)
_STYLE_COMMENT: Final = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)


class BadScript(Exception):
    """A script imports or exports in a way that no bundle can hold."""


def bundled_styles(files: Mapping[str, bytes], names: list[str]) -> bytes:
    """The stylesheets one after another, in this order, without comments and indentation."""
    return _INDENTED.sub(b"", _STYLE_COMMENT.sub(b"", b"\n".join(files[name] for name in names)))


def bundled_script(files: Mapping[str, bytes], root: str) -> dict[str, bytes]:
    """The script ``js/<root>.js`` with everything that it imports, what it fetches later, and the
    source maps, by their names. Raises :class:`BadScript`."""
    whole = _in_order(files, root)
    later = sorted({fetched for name in whole for fetched in _fetched(files, name)})
    if twice := [fetched for fetched in later if fetched in whole]:
        raise BadScript(f"{twice[0]}.js is imported and fetched later")
    own = {
        fetched: [name for name in _in_order(files, fetched) if name not in whole]
        for fetched in later
    }
    if any(_fetched(files, name) for names in own.values() for name in names):
        raise BadScript("what is fetched later fetches more")
    taken = {
        one: sorted({name for part in names for name in _imported(files, part)} - set(names))
        for one, names in own.items()
    }
    shared = sorted({name for names in taken.values() for name in names})
    ended = [f"export {{ {_objects(shared)} }};"] if shared else []
    made = _bundle(files, root, whole, root, [], ended)
    for one, names in own.items():
        begun = f'import {{ {_objects(taken[one])} }} from "./{root}{BUNDLE}.js";'
        made |= _bundle(files, root, names, one, [begun] if taken[one] else [], [])
    return made


def _bundle(
    files: Mapping[str, bytes],
    page: str,
    names: list[str],
    root: str,
    lines: list[str],
    ended: list[str],
) -> dict[str, bytes]:
    """These scripts in one, with its source map, of which the last exports to whoever fetches it
    later; ``lines`` stand before them and ``ended`` after them."""
    # Two pages may fetch the same script later, and hold different ones already.
    made = f"{page}{BUNDLE}.js" if root == page else f"{page}.{root}{BUNDLE}.js"
    sections = []
    for name in names:
        source = files[f"js/{name}.js"].decode().split("\n")
        inside = [_plain(line, name).lstrip() for line in _without_comments(source)]
        inside = [_LATER.sub(rf'import("./{page}.\g<file>{BUNDLE}.js")', line) for line in inside]
        if any(line.count("`") % 2 for line in inside):
            raise BadScript(f"{name}.js has a text of several lines")
        if name != root:
            lines.append(f"const {_object(name)} = (() => {{")
        sections.append(_section(name, len(lines), len(source)))
        lines += inside
        if name != root:
            lines.append(f"return {{ {', '.join(_exported(source))} }}; }})();")
        elif root != page:
            lines.append(f"export {{ {', '.join(_exported(source))} }};")
    lines += [*ended, f"//# sourceMappingURL={made}.map"]
    mapped = {"version": 3, "file": made, "sections": sections}
    return {
        f"js/{made}": "\n".join(lines).encode(),
        f"js/{made}.map": json.dumps(mapped).encode(),
    }


def _in_order(files: Mapping[str, bytes], root: str) -> list[str]:
    """The names of the scripts that one needs, each after those that it imports; itself last."""
    order: list[str] = []
    open_ones: list[str] = []

    def visit(name: str) -> None:
        if name in open_ones:
            raise BadScript(f"{name}.js imports itself")
        if name in order:
            return
        open_ones.append(name)
        for imported in _imported(files, name):
            visit(imported)
        open_ones.remove(name)
        order.append(name)

    visit(root)
    return order


def _imported(files: Mapping[str, bytes], name: str) -> list[str]:
    lines = files[f"js/{name}.js"].decode().split("\n")
    return [found["file"] for line in lines if (found := _IMPORT.match(line))]


def _fetched(files: Mapping[str, bytes], name: str) -> list[str]:
    """What a script fetches later."""
    return _LATER.findall(files[f"js/{name}.js"].decode())


def _without_comments(source: list[str]) -> list[str]:
    """As many lines; those that are comments are empty."""
    kept, is_inside = [], False
    for line in source:
        opens = not is_inside and _OPENED.match(line) is not None
        is_comment = is_inside or opens or _COMMENT.match(line) is not None
        is_inside = (is_inside or opens) and _CLOSED.search(line) is None
        kept.append("" if is_comment else line)
    return kept


def _plain(line: str, name: str) -> str:
    """A line without import or export."""
    if found := _IMPORT.match(line):
        names = found["names"].removeprefix("* as ")
        return f"const {names} = {_object(found['file'])};"
    if found := _EXPORT.match(line):
        return line.removeprefix("export ")
    if _LEFT.match(line):
        raise BadScript(f"{name}.js: {line}")
    return line


def _exported(source: list[str]) -> list[str]:
    return [found["name"] for line in source if (found := _EXPORT.match(line))]


def _objects(names: list[str]) -> str:
    return ", ".join(_object(name) for name in names)


def _object(name: str) -> str:
    """The object that holds what a script exports."""
    return "$" + name.replace("-", "_")


def _section(name: str, line: int, lines: int) -> dict[str, object]:
    """The part of the source map that says: from ``line`` on, line by line, stands this file."""
    mappings = "AAAA" + ";AACA" * (lines - 1)
    mapped = {"version": 3, "sources": [f"{name}.js"], "names": [], "mappings": mappings}
    return {"offset": {"line": line, "column": 0}, "map": mapped}
