"""The numbers of a package, as text: its constants, and the usual values of its structs.

A module may move to another package, and a struct to another module: no line changes.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Collection, Iterator, Mapping
from types import ModuleType

import msgspec

from bot.catalogue.commands import _Together
from bot.chat_commands import CommandGroup, CommandSpec, Option
from bot.pages.page_spec import PageSpec
from bot.table_options import TableOption
from tests.bot.playthroughs.told import told

LISTED_ELSEWHERE = (Option, CommandSpec, CommandGroup, PageSpec, TableOption, _Together)
"""Commands and their options have a list of their own."""


def structs_of(package: ModuleType, without: Collection[str] = ()) -> Iterator[str]:
    """The fields of every struct that have a usual value. ``without``: parts of the names of
    modules that are left out."""
    yield from sorted(_structs(package, without))


def _structs(package: ModuleType, without: Collection[str]) -> Iterator[str]:
    for module in _modules(package, without):
        for name, value in sorted(vars(module).items()):
            if not isinstance(value, type) or not issubclass(value, msgspec.Struct):
                continue
            if value.__module__ != module.__name__:
                continue
            usual = [
                f"{field.name}={told(field.default)}"
                for field in msgspec.structs.fields(value)
                if field.default is not msgspec.NODEFAULT
            ]
            config = value.__struct_config__
            known = ("frozen", "array_like", "omit_defaults")
            flags = [flag for flag in known if getattr(config, flag)]
            if usual:
                yield f"{name} {' '.join((*flags, *usual))}"


def numbers_of(package: ModuleType, without: Collection[str] = ()) -> Iterator[str]:
    """The constants of every module that hold a number."""
    yield from sorted(_numbers(package, without))


def _numbers(package: ModuleType, without: Collection[str]) -> Iterator[str]:
    for module in _modules(package, without):
        for name in _made_in(module):
            value = getattr(module, name)
            if name.isupper() and _counts(value):
                yield f"{module.__name__.rpartition('.')[2]}.{name} = {told(value)}"


def _modules(package: ModuleType, without: Collection[str]) -> Iterator[ModuleType]:
    prefix = f"{package.__name__}."
    for name in sorted(found.name for found in pkgutil.walk_packages(package.__path__, prefix)):
        if not any(part in name for part in without):
            yield importlib.import_module(name)


def _made_in(module: ModuleType) -> Iterator[str]:
    """The names to which the module itself gives a value."""
    for node in ast.parse(inspect.getsource(module)).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(part, ast.Name):
                    yield part.id


def _counts(value: object) -> bool:
    match value:
        case int() | float():
            return True
        case Mapping():
            return any(_counts(part) for pair in value.items() for part in pair)
        case tuple() | list() | set() | frozenset():
            return any(map(_counts, value))
        case msgspec.Struct() if not isinstance(value, LISTED_ELSEWHERE):
            return any(_counts(getattr(value, name)) for name in value.__struct_fields__)
        case _:
            return False
