"""A page's scripts as one script, and its stylesheets as one: two files to fetch instead of many.

A script that is fetched later (``import("./dialogs.js")``) is a bundle of its own, without the
scripts that the page's bundle already holds. The sources stay as they are, and are served too: a
source map tells the browser's tools which line of which file a line of the bundle is. Comments and
indentation are left out, which saves a sixth of the bytes. So no text in a script may go over
several lines. Only forms of import and export are known that our scripts use; anything else is an
error at the start."""

import json
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

BUNDLE: Final = ".page"
"""The part of a bundle's name before its ending: ``js/main.page.js``."""
_IMPORT: Final = re.compile(r'^import (?P<names>.+) from "\./(?P<file>[\w-]+)\.js";$')
_LATER: Final = re.compile(r'\bimport\("\./(?P<file>[\w-]+)\.js"\)')
_EXPORT: Final = re.compile(r"^export (?P<rest>(?:async )?(?:function|class|const) (?P<name>\w+))")
_MODULE: Final = re.compile(r"^(?:import|export)\b")
_INDENTED: Final = re.compile(rb"^ +", re.MULTILINE)
_STYLE_COMMENT: Final = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)


class BadScript(Exception):
    """A script imports or exports in a way that no bundle can hold."""


def bundled_styles(files: Mapping[str, bytes], names: list[str]) -> bytes:
    """The stylesheets one after another, in this order, without comments and indentation."""
    return _INDENTED.sub(b"", _STYLE_COMMENT.sub(b"", b"\n".join(files[name] for name in names)))


def bundled_script(files: Mapping[str, bytes], root: str) -> dict[str, bytes]:
    """By name, the script ``js/<root>.js`` with everything that it imports, the bundles that it
    fetches later, and the source maps. Raises :class:`BadScript`."""
    scripts = _Scripts(files)
    whole = _in_order(scripts, root)
    later = sorted({fetched for name in whole for fetched in scripts[name].later})
    if twice := [fetched for fetched in later if fetched in whole]:
        raise BadScript(f"{twice[0]}.js is imported and fetched later")
    own = {
        fetched: [name for name in _in_order(scripts, fetched) if name not in whole]
        for fetched in later
    }
    if any(scripts[name].later for names in own.values() for name in names):
        raise BadScript("what is fetched later fetches more")
    taken = {
        one: sorted({name for part in names for name in scripts[part].imported} - set(names))
        for one, names in own.items()
    }
    shared = sorted({name for names in taken.values() for name in names})
    ended = [f"export {{ {_objects(shared)} }};"] if shared else []
    made = _bundle(scripts, root, whole, root, [], ended)
    for one, names in own.items():
        begun = f'import {{ {_objects(taken[one])} }} from "./{root}{BUNDLE}.js";'
        made |= _bundle(scripts, root, names, one, [begun] if taken[one] else [], [])
    return made


def _bundle(
    scripts: "_Scripts", page: str, names: list[str], root: str, lines: list[str], ended: list[str]
) -> dict[str, bytes]:
    """These scripts in one bundle, with its source map. The last script exports its names for a
    later fetch. ``lines`` stand before the scripts and ``ended`` after them."""
    # Two pages may fetch the same script later, and hold different ones already.
    made = f"{page}{BUNDLE}.js" if root == page else f"{page}.{root}{BUNDLE}.js"
    sections = []
    for name in names:
        script = scripts[name]
        inside = script.inside
        if script.later:
            fetched = rf'import("./{page}.\g<file>{BUNDLE}.js")'
            inside = [_LATER.sub(fetched, line) for line in inside]
        if name != root:
            lines.append(f"const {_object(name)} = (() => {{")
        sections.append(_section(name, len(lines), len(inside)))
        lines += inside
        if name != root:
            lines.append(f"return {{ {', '.join(script.exported)} }}; }})();")
        elif root != page:
            lines.append(f"export {{ {', '.join(script.exported)} }};")
    lines += [*ended, f"//# sourceMappingURL={made}.map"]
    mapped = {"version": 3, "file": made, "sections": sections}
    return {f"js/{made}": "\n".join(lines).encode(), f"js/{made}.map": json.dumps(mapped).encode()}


def _in_order(scripts: "_Scripts", root: str) -> list[str]:
    """The names of the scripts that a script needs, each after the scripts that it imports; the
    script itself is the last."""
    order: list[str] = []
    open_ones: list[str] = []

    def visit(name: str) -> None:
        if name in open_ones:
            raise BadScript(f"{name}.js imports itself")
        if name in order:
            return
        open_ones.append(name)
        for imported in scripts[name].imported:
            visit(imported)
        open_ones.remove(name)
        order.append(name)

    visit(root)
    return order


class _Script(NamedTuple):
    """The parts of a script that a bundle needs."""

    imported: list[str]
    later: list[str]
    """The scripts that it fetches later."""
    exported: list[str]
    inside: list[str]
    """The script's lines, without import and export, comments and indentation."""


class _Scripts(dict[str, _Script]):
    """The scripts that were needed so far, each parsed once."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__()
        self._files = files

    def __missing__(self, name: str) -> _Script:
        made = self[name] = _taken_apart(name, self._files[f"js/{name}.js"].decode())
        return made


def _taken_apart(name: str, text: str) -> _Script:
    made = _Script([], _LATER.findall(text), [], [])
    is_comment = False
    for line in text.split("\n"):
        plain = line.lstrip(" ")
        if is_comment or plain.startswith("/**"):
            is_comment = not line.endswith("*/")
            plain = ""
        elif plain.startswith("//"):
            plain = ""
        elif _MODULE.match(line):
            if found := _IMPORT.match(line):
                made.imported.append(found["file"])
                names = found["names"].removeprefix("* as ")
                plain = f"const {names} = {_object(found['file'])};"
            elif found := _EXPORT.match(line):
                made.exported.append(found["name"])
                plain = line.removeprefix("export ")
            else:
                raise BadScript(f"{name}.js: {line}")
        if plain.count("`") % 2:
            raise BadScript(f"{name}.js has a text of several lines")
        made.inside.append(plain.lstrip())
    return made


def _objects(names: list[str]) -> str:
    return ", ".join(_object(name) for name in names)


def _object(name: str) -> str:
    """The object that holds what a script exports."""
    return "$" + name.replace("-", "_")


def _section(name: str, line: int, lines: int) -> dict[str, object]:
    """The part of the source map for this file, which stands line by line from ``line`` on."""
    mappings = "AAAA" + ";AACA" * (lines - 1)
    mapped = {"version": 3, "sources": [f"{name}.js"], "names": [], "mappings": mappings}
    return {"offset": {"line": line, "column": 0}, "map": mapped}
