"""The regional games, by name, and the table of each."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.errors import BadRules
from engine.rules.rule_set import RuleSet, Variant
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
    """Any options make a table together."""
    return ()


class Made(NamedTuple):
    """How a variant is declared, made into rules, and which combinations it refuses."""

    variant: Variant
    rules: Callable[[Mapping[str, str]], RuleSet]
    problems: Callable[[Mapping[str, str], int], Problems] = _fits


_MADE: Final = {
    one.variant.name: one
    for one in (
        Made(argentino.VARIANT, argentino.rules),
        Made(paulista.VARIANT, paulista.rules, paulista.problems),
        Made(gauderio.VARIANT, gauderio.rules),
        Made(mineiro.VARIANT, mineiro.rules),
        Made(uruguayo.VARIANT, uruguayo.rules),
        Made(venezolano.VARIANT, venezolano.rules),
        Made(tradicional.VARIANT, tradicional.rules, tradicional.problems),
    )
}

VARIANTS: Final[dict[str, Variant]] = {name: made.variant for name, made in _MADE.items()}


def rules_for(variant: str, options: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set of a variant with these options, the defaults for the rest.

    Raises ``KeyError`` for an unknown variant and :class:`engine.errors.BadRules`, listing every
    problem, for options that are not the variant's.
    """
    made = _MADE[variant]
    return made.rules(made.variant.choose(options or {}))


def check_combination(variant: str, options: Mapping[str, str], players: int) -> None:
    """Raise :class:`BadRules` for complete options that make no table together."""
    problems = _MADE[variant].problems(options, players)
    if problems:
        raise BadRules(problems)


@lru_cache(maxsize=256)
def _table(
    variant: str, players: int, options: tuple[tuple[str, str], ...], remember: bool
) -> Table:
    return Table(rules_for(variant, dict(options)), players, remember=remember)


def table_for(
    variant: str,
    players: int,
    options: Mapping[str, str] | None = None,
    *,
    remember: bool = True,
) -> Table:
    """The table of a variant for so many seats, with these options and defaults for the rest.

    With ``remember=False`` nothing is remembered of positions (:mod:`engine.memo`): the same
    answers, each worked out anew.

    Raises :class:`BadRules` listing every problem: ``("variant", name)``, ``("players", n)`` or an
    option's name with the value that is not among its values, or that makes no table with the rest.
    """
    chosen = _complete(variant, players, tuple((options or {}).items()))
    return _table(variant, players, chosen, remember)


@lru_cache(maxsize=1024)
def _complete(
    variant: str, players: int, options: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """All options of a table, those that were not given with their defaults."""
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
