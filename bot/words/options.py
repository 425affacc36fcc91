"""Table options in words."""

from collections.abc import Iterator
from typing import Final

from bot.model import Terms
from bot.table_options import CUT, STAKE, TABLE_OPTIONS, VELO
from bot.words.speech import Words
from engine.rules.rule_set import DUPLICATE, MatchRules
from engine.variants import VARIANTS, table_for

VARIANT = "variant"
"""The game. It is no option of the rules, but is changed like one."""
PLAYERS = "players"
"""The number of seats of a table; it is changed like an option, too."""
TURN_SECONDS = "turn_seconds"
"""The seconds that a person may think; they are changed like an option, too."""
TIMES = ("60", "15", "30", "120", "300", "21600", "86400", "259200", "604800")
"""The times that are offered, in seconds; any other number may be typed. The last four are for slow
tables: six hours, one day, three days, seven days."""
_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR
_ALWAYS_CUT: Final = frozenset(
    name for name, variant in VARIANTS.items() if table_for(name, variant.players[0]).rules.cut
)
"""Games whose rules demand that the pack is cut."""
_SHORT: Final = 12
"""A game to at most so many points has no malas and buenas, whatever a falta is worth."""


def option_specs(variant: str) -> dict[str, tuple[str, ...]]:
    """The values of every option of a table, by name, the defaults first (for the games: all of
    them). An option with only one value is shown, and nobody chooses it."""
    declared = VARIANTS[variant]
    seats = tuple(str(number) for number in declared.players)
    return {
        VARIANT: tuple(VARIANTS),
        PLAYERS: seats,
        TURN_SECONDS: TIMES,
        **dict(_of_every_game(variant)),
        **{spec.name: spec.values for spec in declared.options},
    }


def _of_every_game(variant: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for option in TABLE_OPTIONS:
        if option is VELO:
            yield DUPLICATE.name, DUPLICATE.values
        if option is not CUT or variant not in _ALWAYS_CUT:
            yield option.name, option.values


def terms_by_name(terms: Terms) -> dict[str, str]:
    """The terms of a table by the names of options; options that are as usual are left out."""
    return {
        VARIANT: terms.variant,
        PLAYERS: str(terms.players),
        TURN_SECONDS: str(terms.turn_seconds),
        **{option.name: option.write(getattr(terms, option.name)) for option in TABLE_OPTIONS},
        **dict(terms.options),
    }


def in_halves(match: MatchRules) -> bool:
    """Whether points count in malas and buenas: the rules do so, and the target is not low."""
    return match.buenas <= match.target and match.target > _SHORT


def option_label(words: Words, name: str, match: MatchRules | None = None) -> str:
    """The name of an option: "Cartas tapadas". ``match``: the table's rules of points, if known."""
    return _straight(words, f"option.{name}", match)


def value_label(words: Words, name: str, value: str, match: MatchRules | None = None) -> str:
    """The meaning of a value: "desde la primera". A bare number means points, unless it counts
    seats, games or seconds. ``match``: the table's rules of points, if known."""
    known = f"option.{name}.{value}"
    if known in words:
        return _straight(words, known, match)
    if not value.isdecimal():
        return value
    if name == TURN_SECONDS:
        return time_label(words, int(value))
    units = {PLAYERS: "lobby.players", "games_to_win": "score.games", STAKE.name: "chips"}
    return words.text(units.get(name, "points"), n=int(value))


def time_label(words: Words, seconds: int, *, brief: bool = False) -> str:
    """A time to think in words: whole days or hours. ``brief``: seconds as "60 s"."""
    for id, length in (("option.days", _DAY), ("option.hours", _HOUR)):
        if seconds >= length and seconds % length == 0:
            return words.text(id, n=seconds // length)
    return words.text("lobby.time" if brief else "option.seconds", n=seconds)


def brief_time(seconds: int) -> str:
    """A time as people type it, in the largest unit that gives a whole number: *6h*."""
    for unit, length in (("d", _DAY), ("h", _HOUR), ("min", _MINUTE)):
        if seconds and seconds % length == 0:
            return f"{seconds // length}{unit}"
    return f"{seconds}s"


def _straight(words: Words, id: str, match: MatchRules | None) -> str:
    """The message; at a table without malas and buenas, the one that does not mention them."""
    plain = f"straight.{id}"
    counted_straight = match is not None and not in_halves(match)
    return words.text(plain if counted_straight and plain in words else id)
