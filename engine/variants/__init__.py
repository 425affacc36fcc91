"""The regional games by name, and the functions that make a table of a game."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.errors import BadRules
from engine.rules.rule_set import DUPLICATE, OF_DUPLICATE, RuleSet, Variant
from engine.state.table import Table
from engine.variants import (
    argentino,
    gauderio,
    mineiro,
    paulista,
    tradicional,
    uruguayo,
    venezolano,
)

Problems = tuple[tuple[str, str], ...]


def _fits(options: Mapping[str, str], players: int) -> Problems:
    """No problem: all values of the options can be combined, for every number of seats."""
    return ()


class Made(NamedTuple):
    """The parts of a variant that its module provides."""

    variant: Variant
    rules: Callable[[Mapping[str, str]], RuleSet]
    """The rule set of all its options with their values."""
    problems: Callable[[Mapping[str, str], int], Problems] = _fits
    """(options, number of seats) -> the options whose values cannot be combined."""


_MADE: Final = {
    made.variant.name: made
    for made in (
        Made(argentino.VARIANT, argentino.rules, argentino.problems),
        Made(paulista.VARIANT, paulista.rules, paulista.problems),
        Made(gauderio.VARIANT, gauderio.rules),
        Made(mineiro.VARIANT, mineiro.rules),
        Made(uruguayo.VARIANT, uruguayo.rules),
        Made(venezolano.VARIANT, venezolano.rules),
        Made(tradicional.VARIANT, tradicional.rules, tradicional.problems),
    )
}

VARIANTS: Final[dict[str, Variant]] = {name: made.variant for name, made in _MADE.items()}
"""The regional games, by name."""


def rules_for(variant: str, options: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set of a variant: the given options, and the defaults for the others.

    Raises ``KeyError`` for an unknown variant, and :class:`engine.errors.BadRules` with every
    unknown name and value for options that the variant does not have.
    """
    made = _MADE[variant]
    chosen = made.variant.choose(options or {})
    if DUPLICATE.name not in chosen:
        return made.rules(chosen)
    rules = made.rules({**chosen, "games_to_win": "1"})  # DU-02: hands are counted, not games
    own = [(spec.name, chosen[spec.name]) for spec in OF_DUPLICATE if spec.name in chosen]
    return replace(rules, options=(*rules.options, *own))


def check_combination(variant: str, options: Mapping[str, str], players: int) -> None:
    """Raise :class:`BadRules` if these values cannot be combined at a table with this many seats.

    ``options`` holds every option of the variant.
    """
    problems = tuple(_MADE[variant].problems(options, players))
    deals = options.get(DUPLICATE.name)
    if deals is not None and players % 2:
        problems = (*problems, (DUPLICATE.name, deals))  # DU-01: there are two sides as large
    if deals is None:
        alone = [spec.name for spec in OF_DUPLICATE if spec.name in options]
        problems = (*problems, *((name, options[name]) for name in alone))
    if problems:
        raise BadRules(problems)


@lru_cache(maxsize=256)
def _table(
    variant: str, players: int, options: tuple[tuple[str, str], ...], remember: bool
) -> Table:
    return Table(rules_for(variant, dict(options)), players, remember=remember)


def table_for(
    variant: str, players: int, options: Mapping[str, str] | None = None, *, remember: bool = True
) -> Table:
    """The table of a variant for this many seats: the given options, and the defaults for the
    others.

    A table made with ``remember=False`` remembers nothing of positions (:mod:`engine.memo`). It
    gives the same answers, and works out each of them anew.

    Raises :class:`BadRules` with every problem: ``("variant", name)``, ``("players", number)``, or
    an option's name and its value, where the option does not have that value or the value cannot be
    combined with the others.
    """
    chosen = _complete(variant, players, tuple((options or {}).items()))
    return _table(variant, players, chosen, remember)


@lru_cache(maxsize=1024)
def _complete(
    variant: str, players: int, options: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """Every option of a table with its value: the given value, or else the default."""
    problems: list[tuple[str, str]] = []
    declared = VARIANTS.get(variant)
    if declared is None:
        raise BadRules((("variant", variant),))
    if players not in declared.players:
        problems.append(("players", str(players)))
    given = dict(options)
    try:
        chosen = declared.choose(given)
    except BadRules as error:
        problems.extend(error.problems)
        bad = {name for name, _ in error.problems}
        chosen = declared.choose({name: given[name] for name in given if name not in bad})
    try:
        check_combination(variant, chosen, players)
    except BadRules as error:
        problems.extend(error.problems)
    if problems:
        raise BadRules(tuple(problems))
    return tuple(chosen.items())
