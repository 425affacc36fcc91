"""The options of ``/jugar``: what describes a new table."""

from typing import Final

from bot import table_options
from bot.chat_commands import (
    Names,
    OptionChoice,
    OptionKind,
    chat_option,
    choice_option,
    plain_choices,
    same_name,
)
from bot.chat_options import SEATS, VARIANT
from bot.words.options import TIMES, brief_time
from engine.variants import VARIANTS

_SHORTEST_TURN: Final = 5
_LONGEST_TURN: Final = 604_800


def option_values(name: str, *, labelled: bool = True) -> tuple[OptionChoice, ...]:
    """The values that an option has in any variant. A table accepts only those of its own game."""
    found = [
        value
        for variant in VARIANTS.values()
        for spec in variant.options
        if spec.name == name
        for value in spec.values
    ]
    return plain_choices(tuple(dict.fromkeys(found)), f"option.{name}" if labelled else "")


PLAYERS: Final = chat_option(
    Names("jugadores", "jogadores", "players"),
    OptionKind.CHOICE,
    plain_choices(tuple(str(number) for number in SEATS)),
)
POINTS: Final = chat_option(
    Names("puntos", "pontos", "points"), OptionKind.CHOICE, option_values("target", labelled=False)
)
FLOR: Final = choice_option(
    Names("flor", "flor", "flor"),
    "choice.flor",
    Names("con", "com", "with"),
    Names("sin", "sem", "without"),
)
TIME: Final = chat_option(
    Names("tiempo", "tempo", "time"),
    OptionKind.NUMBER,
    tuple(OptionChoice(seconds, same_name(brief_time(int(seconds)))) for seconds in TIMES),
    low=_SHORTEST_TURN,
    high=_LONGEST_TURN,
)
"""A number of seconds, or one with its unit: *6h*. Its choices are those of a slash command."""
SENAS: Final = chat_option(
    Names("senas", "sinais", "signals"), OptionKind.CHOICE, option_values("senas")
)
DUPLICATE: Final = chat_option(
    Names("duplicado", "duplicado", "duplicate"),
    OptionKind.CHOICE,
    (
        OptionChoice("10", Names("si", "sim", "yes"), "option.duplicate.10"),
        OptionChoice("6", same_name("6"), "option.duplicate.6"),
        OptionChoice("15", same_name("15"), "option.duplicate.15"),
        OptionChoice("off", Names("no", "nao", "no"), "option.duplicate.off"),
    ),
    by_name=True,
)
_USUAL_ORDER: Final = (
    VARIANT,
    PLAYERS,
    chat_option(Names("chicos", "jogos", "games"), OptionKind.NUMBER, low=1, high=3),
    POINTS,
    FLOR,
    chat_option(Names("robots", "robos", "robots"), OptionKind.NUMBER, low=0, high=max(SEATS) - 1),
    TIME,
    table_options.SKILL.typed,
    table_options.PACE.typed,
    SENAS,
    table_options.PRIVATE.typed,
    table_options.COMPETITIVE.typed,
    table_options.SPECTATORS_OPTION.typed,
    table_options.STAKE.typed,
    table_options.CUT.typed,
    DUPLICATE,
    table_options.VELO.typed,
)
OF_A_TABLE: Final = (
    *_USUAL_ORDER,
    *(option.typed for option in table_options.TABLE_OPTIONS if option.typed not in _USUAL_ORDER),
)
"""The options that describe a new table."""
