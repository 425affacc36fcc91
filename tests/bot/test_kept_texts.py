"""What the bot is made of, as text: commands, what they do not read, tables, numbers, the usual
values of every struct.

These are lists: a test of one line could only say the same line again. So they are kept beside the
code (``golden/kept``), and a change of one is seen in its review. ``TRUCO_REWRITE=1`` writes them
anew.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

import bot
from bot.catalogue import COMMANDS, usage
from bot.catalogue.commands import _Together, offered
from bot.catalogue.typed import parse
from bot.chat_commands import CommandGroup, CommandSpec, Option, OptionKind
from bot.host.settings import Settings
from bot.pages.page_spec import PageSpec
from bot.store.statements.tables import METADATA
from bot.table_options import TableOption
from bot.words import LOCALES
from engine.variants import VARIANTS
from tests.bot.playthroughs.told import told
from tests.kept import check_kept

GOLDEN = Path(__file__).parent / "golden" / "kept"
NOT_HERE = (".migrations", "__main__")
"""Steps of old databases."""


def modules() -> Iterator[ModuleType]:
    for found in sorted(
        pkgutil.walk_packages(bot.__path__, "bot."), key=lambda module: module.name
    ):
        if not any(part in found.name for part in NOT_HERE):
            yield importlib.import_module(found.name)


def commands() -> Iterator[str]:
    """Each command with its options, their bounds and choices; and its line of help."""
    for command in COMMANDS:
        yield f"{command.id} {told(command.names)} in_match={command.in_match}"
        for locale in LOCALES:
            yield f"  {usage(command, locale)}"
        for option in command.options:
            by_name = " by name" * option.by_name
            yield f"  {told(option.names)} {option.kind} {option.low}..{option.high}{by_name}"
            for choice in option.choices:
                games = [game for game in VARIANTS if choice in offered(option, game)]
                some = "" if len(games) == len(VARIANTS) else f" in {' '.join(games)}"
                yield f"    {told(choice)}{some}"


def misfits() -> Iterator[str]:
    """What is said of words that no option of a command reads, before and behind others."""
    for command in COMMANDS:
        said = f"/{command.names.of('es')}"
        yield f"{said} zzz: {told(parse(f'{said} zzz', 'es'))}"
        for option in command.options[:3]:
            word = _word_for(option)
            if word:
                said += f" {word}"
                yield f"{said} zzz: {told(parse(f'{said} zzz', 'es'))}"


def _word_for(option: Option) -> str:
    """A value of an option, as people write it; empty: any word is one."""
    match option.kind:
        case OptionKind.CHOICE:
            return option.choices[0].names.of("es")
        case OptionKind.NUMBER:
            return f"{option.names.of('es')}:{option.low}"
        case OptionKind.FLAG:
            return option.names.of("es")
        case OptionKind.CARD:
            return "7o"
        case _:
            return ""


def tables() -> Iterator[str]:
    """Each table in the words of both kinds of databases."""
    for dialect in (sqlite.dialect(), postgresql.dialect()):  # type: ignore[no-untyped-call]
        yield f"-- {dialect.name}"
        for table in METADATA.sorted_tables:
            yield str(CreateTable(table).compile(dialect=dialect)).strip()
            for index in sorted(table.indexes, key=lambda index: str(index.name)):
                yield str(CreateIndex(index).compile(dialect=dialect)).strip()


def structs() -> Iterator[str]:
    """The fields of every struct that have a usual value. A struct may move to another module."""
    yield from sorted(_structs())


def _structs() -> Iterator[str]:
    for module in modules():
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


def settings() -> Iterator[str]:
    """Each setting of whoever hosts the bot, with its usual value and its bounds."""
    for name, field in Settings.model_fields.items():
        bounds = [str(bound) for bound in field.metadata if type(bound).__name__ in ("Ge", "Le")]
        yield f"{name} {told(field.default)} {' '.join(bounds)} {field.description}"


def numbers() -> Iterator[str]:
    """The constants of every module that hold a number. A module may move to another package."""
    yield from sorted(_numbers())


def _numbers() -> Iterator[str]:
    for module in modules():
        for name in _made_in(module):
            value = getattr(module, name)
            if name.isupper() and _counts(value):
                yield f"{module.__name__.rpartition('.')[2]}.{name} = {told(value)}"


def _made_in(module: ModuleType) -> Iterator[str]:
    """The names to which the module itself gives a value."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _counts(value: object) -> bool:
    match value:
        case Option() | CommandSpec() | CommandGroup() | PageSpec() | TableOption() | _Together():
            return False  # commands and their options have a list of their own
        case int() | float():
            return True
        case Mapping():
            return any(_counts(part) for pair in value.items() for part in pair)
        case tuple() | list() | set() | frozenset():
            return any(map(_counts, value))
        case msgspec.Struct():
            return any(_counts(getattr(value, name)) for name in value.__struct_fields__)
        case _:
            return False


@pytest.mark.parametrize(
    "lines",
    [commands, misfits, tables, structs, settings, numbers],
    ids=lambda lines: lines.__name__,
)
def test_list(lines: object) -> None:
    assert callable(lines)
    text = "".join(f"{line}\n" for line in lines())
    check_kept(GOLDEN / f"{lines.__name__}.txt", text)  # type: ignore[attr-defined]
