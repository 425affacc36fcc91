"""Table options in words."""

from typing import Final

from bot.model import PACES
from bot.words.speech import Words
from engine.rules.rule_set import MatchRules
from engine.variants import VARIANTS

VARIANT = "variant"
"""Not an option of the rules but changed like one: which game is played."""
PLAYERS = "players"
"""Likewise: how many seats."""
TURN_SECONDS = "turn_seconds"
"""Likewise: how long a person may think."""
PACE = "pace"
"""Likewise: how fast robots play."""
_TIMES = ("60", "15", "30", "120", "300")
"""What is offered; any other number of seconds may be typed."""
NOT_YET = frozenset({("senas", "risk")})
"""What the rules pages know and this version does not: an opponent who may catch a seña."""
_SHORT: Final = 12
"""Games to so many points know no malas and buenas at the table, whatever a falta is worth."""


def option_specs(variant: str) -> dict[str, tuple[str, ...]]:
    """Everything that makes a table, by name, the defaults first (of the game: every one there is).

    What has one value only is told, and nobody has to choose it."""
    declared = VARIANTS[variant]
    seats = tuple(str(number) for number in declared.players)
    return {
        VARIANT: tuple(VARIANTS),
        PLAYERS: seats,
        TURN_SECONDS: _TIMES,
        PACE: tuple(PACES),
        **{spec.name: spec.values for spec in declared.options},
    }


def offered_options(variant: str) -> dict[str, tuple[str, ...]]:
    """As :func:`option_specs`, without what this version does not have yet."""
    return {
        name: tuple(one for one in values if (name, one) not in NOT_YET)
        for name, values in option_specs(variant).items()
    }


def in_halves(match: MatchRules) -> bool:
    """The points of a game are counted in malas and buenas: where its rules know them, and but for
    a short game, which is counted straight."""
    return match.buenas <= match.target and match.target > _SHORT


def option_label(words: Words, name: str, match: MatchRules | None = None) -> str:
    """What an option is about: "Cartas tapadas". ``match``: of the table, where it is known."""
    return _straight(words, f"option.{name}", match)


def value_label(words: Words, name: str, value: str, match: MatchRules | None = None) -> str:
    """What a value means: "desde la primera". A bare number is one of points, unless it counts
    seats, games or seconds. ``match``: of the table, where it is known."""
    known = f"option.{name}.{value}"
    if known in words:
        return _straight(words, known, match)
    if not value.isdecimal():
        return value
    units = {
        PLAYERS: "lobby.players",
        "games_to_win": "score.games",
        TURN_SECONDS: "option.seconds",
    }
    return words.text(units.get(name, "points"), n=int(value))


def _straight(words: Words, id: str, match: MatchRules | None) -> str:
    """The message, without malas and buenas at a table that does not count in these."""
    plain = f"straight.{id}"
    counted_straight = match is not None and not in_halves(match)
    return words.text(plain if counted_straight and plain in words else id)
