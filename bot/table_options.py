"""The options of a table that do not belong to its game's rules: the pace of robots, the people who
may sit down.

Each option is declared once. These follow from :data:`TABLE_OPTIONS`: the options of ``/jugar`` and
of typed lines, the list that a host chooses from, the refusals, the line of a table, and the
remembered options of a person's last table. Between people and the bot a value is text;
:class:`Terms` and :class:`MatchInfo` of :mod:`bot.model` hold it in the field of the same name."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from bot.chat_commands import YES_OR_NO, Option, OptionKind, chat_option, choice_option
from bot.messages import told_back
from bot.model import PACES, SPECTATORS
from engine.robots import LEVELS

NO: Final = "no"
YES: Final = "si"
MOST_STAKED: Final = 1000
"""The most chips that a person may stake on one match."""
_DIGITS: Final = 6

Problems = tuple[tuple[str, str], ...]
"""Pairs of an option's name and a value that the option does not have."""


class TableOption(Struct, frozen=True, kw_only=True):
    name: str
    """Its name among the options of a table, and the field that holds its value. Its message ids
    are ``option.<name>`` and ``option.<name>.<value>``."""
    typed: Option
    """The option of ``/jugar``."""
    values: tuple[str, ...]
    """The values that are offered, the usual one first."""
    most: int = 0
    """Any number up to this one may be chosen; 0: only the offered values."""

    @property
    def is_switch(self) -> bool:
        return {*self.values} == {YES, NO}

    @property
    def usual(self) -> Any:
        """The value if nobody has chosen one."""
        return self.read(self.values[0])

    def read(self, text: str) -> Any:
        """The value of the text; ``None``: it is no value of this option."""
        if self.most:
            fits = text.isascii() and text.isdigit() and len(text) <= _DIGITS
            return int(text) if fits and int(text) <= self.most else None
        if text not in self.values:
            return None
        return text == YES if self.is_switch else text

    def write(self, value: Any) -> str:
        if self.is_switch:
            return YES if value else NO
        return str(value)


def _switch(name: str, called: str, *, on: bool = False) -> TableOption:
    typed = choice_option(called, f"option.{name}", YES_OR_NO)
    return TableOption(name=name, typed=typed, values=(YES, NO) if on else (NO, YES))


PACE: Final = TableOption(
    name="pace",
    values=tuple(PACES),
    typed=choice_option(
        "ritmo/ritmo/pace", "option.pace", "lento/lento/slow, normal, rapido/rapido/fast"
    ),
)
"""The pace of robots."""
PRIVATE: Final = _switch("private", "privada/particular/private")
"""Whether only guests and friends may sit down."""
COMPETITIVE: Final = _switch("competitive", "competitiva/competitiva/competitive", on=True)
"""Whether the match counts."""
SPECTATORS_OPTION: Final = TableOption(
    name="spectators",
    values=SPECTATORS,
    typed=choice_option(
        "espectadores/espectadores/spectators",
        "option.spectators",
        f"{YES_OR_NO}, tarde/depois/late",
    ),
)
"""Whether people without a seat may look on."""
STAKE: Final = TableOption(
    name="stake",
    values=("0", "5", "10", "25", "50", "100"),
    most=MOST_STAKED,
    typed=chat_option("apuesta/aposta/stake", OptionKind.NUMBER, high=MOST_STAKED),
)
"""The number of chips that each person stakes."""
CUT: Final = _switch("cut", "corte/corte/cut")
"""Whether the pack is cut where the rules do not demand it."""
VELO: Final = _switch("velo", "velo")
"""Whether the secret of the deals is never published."""
SKILL: Final = TableOption(
    name="skill",
    values=LEVELS,
    typed=choice_option(
        "nivel/nivel/skill",
        "option.skill",
        "principiante/iniciante/beginner, amigo/amigo/friend, club/clube/club, "
        "maestro/mestre/master, igual/igual/even",
        by_name=True,
    ),
)
"""The skill of the robots."""
CONSULT: Final = _switch("consult", "consulta/consulta/consult")
"""Whether robots ask the people of their side before they call."""
SERIES: Final = _switch("series", "serie/serie/series")
"""Whether the same people play the best of three matches."""

TABLE_OPTIONS: Final = (
    PACE,
    PRIVATE,
    COMPETITIVE,
    SPECTATORS_OPTION,
    STAKE,
    CUT,
    VELO,
    SKILL,
    SERIES,
    CONSULT,
)
"""All of them, in the order in which a host sees them."""


def table_values(given: Mapping[str, str], usual: Any = None) -> tuple[dict[str, Any], Problems]:
    """The values of all these options, from the texts that were given by name; and the problems.
    ``usual``: its fields hold the values of options that were not given; without it they are the
    usual ones."""
    values, problems = {}, []
    for option in TABLE_OPTIONS:
        value = option.usual if usual is None else getattr(usual, option.name)
        if (text := given.get(option.name)) is not None:
            read = option.read(text)
            problems += [(option.name, told_back(text))] if read is None else []
            value = value if read is None else read
        values[option.name] = value
    return values, tuple(problems)


def rest_of(given: Mapping[str, str]) -> dict[str, str]:
    """The given values of all other options."""
    names = {option.name for option in TABLE_OPTIONS}
    return {name: text for name, text in given.items() if name not in names}
