"""What the bot is made of, as text: commands, what they do not read, tables, numbers, the usual
values of every struct.

These are lists: a test of one line could only say the same line again. So they are kept beside the
code (``golden/kept``), and a change of one is seen in its review. ``TRUCO_REWRITE=1`` writes them
anew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

import bot
from bot.catalogue import COMMANDS, usage
from bot.catalogue.commands import offered
from bot.catalogue.typed import parse
from bot.chat_commands import Option, OptionKind
from bot.host.settings import Settings
from bot.store.statements.tables import METADATA
from bot.words import LOCALES
from engine.variants import VARIANTS
from tests.bot.playthroughs.told import told
from tests.kept import check_kept
from tests.usual_values import numbers_of, structs_of

GOLDEN = Path(__file__).parents[1] / "golden" / "kept"
NOT_HERE = (".migrations", "__main__")
"""Steps of old databases."""


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
    """The fields of every struct that have a usual value."""
    return structs_of(bot, NOT_HERE)


def settings() -> Iterator[str]:
    """Each setting of whoever hosts the bot, with its usual value and its bounds."""
    for name, field in Settings.model_fields.items():
        bounds = [str(bound) for bound in field.metadata if type(bound).__name__ in ("Ge", "Le")]
        yield f"{name} {told(field.default)} {' '.join(bounds)} {field.description}"


def numbers() -> Iterator[str]:
    """The constants of every module that hold a number."""
    return numbers_of(bot, NOT_HERE)


@pytest.mark.parametrize(
    "lines",
    [commands, misfits, tables, structs, settings, numbers],
    ids=lambda lines: lines.__name__,
)
def test_list(lines: object) -> None:
    assert callable(lines)
    text = "".join(f"{line}\n" for line in lines())
    check_kept(GOLDEN / f"{lines.__name__}.txt", text)  # type: ignore[attr-defined]
