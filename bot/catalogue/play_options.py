"""The options of ``/jugar``: what describes a new table."""

from typing import Final

from bot import table_options
from bot.chat_commands import OptionKind, chat_option, choice_option, choices
from bot.chat_options import SEATS, VARIANT
from bot.words.options import TIMES, brief_time
from engine.variants import VARIANTS

_SHORTEST_TURN: Final = 5
_LONGEST_TURN: Final = 604_800


def option_values(name: str) -> str:
    """The values that an option has in any variant. A table accepts only those of its own game."""
    found = [
        value
        for variant in VARIANTS.values()
        for spec in variant.options
        if spec.name == name
        for value in spec.values
    ]
    return ", ".join(dict.fromkeys(found))


PLAYERS: Final = choice_option("jugadores/jogadores/players", "", ", ".join(map(str, SEATS)))
POINTS: Final = choice_option("puntos/pontos/points", "", option_values("target"))
FLOR: Final = choice_option("flor", "choice.flor", "con/com/with, sin/sem/without")
TIME: Final = chat_option(
    "tiempo/tempo/time",
    OptionKind.NUMBER,
    choices("", ", ".join(f"{seconds}={brief_time(int(seconds))}" for seconds in TIMES)),
    low=_SHORTEST_TURN,
    high=_LONGEST_TURN,
)
"""A number of seconds, or one with its unit: *6h*. Its choices are those of a slash command."""
SENAS: Final = choice_option("senas/sinais/signals", "option.senas", option_values("senas"))
DUPLICATE: Final = choice_option(
    "duplicado/duplicado/duplicate",
    "option.duplicate",
    "10=si/sim/yes, 6, 15, off=no/nao/no",
    by_name=True,
)
_USUAL_ORDER: Final = (
    VARIANT,
    PLAYERS,
    chat_option("chicos/jogos/games", OptionKind.NUMBER, low=1, high=3),
    POINTS,
    FLOR,
    chat_option("robots/robos/robots", OptionKind.NUMBER, low=0, high=max(SEATS) - 1),
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
