"""The options of ``/jugar``: what describes a new table."""

from typing import Final

from bot.chat_commands import (
    Names,
    OptionChoice,
    OptionKind,
    chat_option,
    plain_choices,
    same_name,
    yes_or_no,
)
from bot.chat_options import SEATS, VARIANT
from bot.match.options import MOST_STAKED
from engine.variants import VARIANTS

_SHORTEST_TURN: Final = 5
_LONGEST_TURN: Final = 86_400


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
FLOR: Final = chat_option(
    Names("flor", "flor", "flor"),
    OptionKind.CHOICE,
    (
        OptionChoice("con", Names("con", "com", "with"), "choice.flor.con"),
        OptionChoice("sin", Names("sin", "sem", "without"), "choice.flor.sin"),
    ),
)
TIME: Final = chat_option(
    Names("tiempo", "tempo", "time"), OptionKind.NUMBER, low=_SHORTEST_TURN, high=_LONGEST_TURN
)
PACE: Final = chat_option(
    Names("ritmo", "ritmo", "pace"),
    OptionKind.CHOICE,
    (
        OptionChoice("lento", Names("lento", "lento", "slow"), "option.pace.lento"),
        OptionChoice("normal", same_name("normal"), "option.pace.normal"),
        OptionChoice("rapido", Names("rapido", "rapido", "fast"), "option.pace.rapido"),
    ),
)
SENAS: Final = chat_option(
    Names("senas", "sinais", "signals"), OptionKind.CHOICE, option_values("senas")
)
PRIVATE: Final = chat_option(
    Names("privada", "particular", "private"),
    OptionKind.CHOICE,
    yes_or_no("option.private"),
)
COMPETITIVE: Final = chat_option(
    Names("competitiva", "competitiva", "competitive"),
    OptionKind.CHOICE,
    yes_or_no("option.competitive"),
)
SPECTATORS: Final = chat_option(
    Names("espectadores", "espectadores", "spectators"),
    OptionKind.CHOICE,
    (
        *yes_or_no("option.spectators"),
        OptionChoice("tarde", Names("tarde", "depois", "late"), "option.spectators.tarde"),
    ),
)
CUT: Final = chat_option(Names("corte", "corte", "cut"), OptionKind.CHOICE, yes_or_no("option.cut"))
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
VELO: Final = chat_option(
    Names("velo", "velo", "velo"), OptionKind.CHOICE, yes_or_no("option.velo")
)
SKILL: Final = chat_option(
    Names("nivel", "nivel", "skill"),
    OptionKind.CHOICE,
    (
        OptionChoice(
            "principiante",
            Names("principiante", "iniciante", "beginner"),
            "option.skill.principiante",
        ),
        OptionChoice("amigo", Names("amigo", "amigo", "friend"), "option.skill.amigo"),
        OptionChoice("club", Names("club", "clube", "club"), "option.skill.club"),
        OptionChoice("maestro", Names("maestro", "mestre", "master"), "option.skill.maestro"),
        OptionChoice("igual", Names("igual", "igual", "even"), "option.skill.igual"),
    ),
    by_name=True,
)
STAKE: Final = chat_option(Names("apuesta", "aposta", "stake"), OptionKind.NUMBER, high=MOST_STAKED)
OF_A_TABLE: Final = (
    VARIANT,
    PLAYERS,
    chat_option(Names("chicos", "jogos", "games"), OptionKind.NUMBER, low=1, high=3),
    POINTS,
    FLOR,
    chat_option(Names("robots", "robos", "robots"), OptionKind.NUMBER, low=0, high=max(SEATS) - 1),
    TIME,
    SKILL,
    PACE,
    SENAS,
    PRIVATE,
    COMPETITIVE,
    SPECTATORS,
    STAKE,
    CUT,
    DUPLICATE,
    VELO,
)
"""The options that describe a new table."""
