"""The regional games, by name."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.errors import BadRules
from engine.rules import RuleSet, Variant
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
