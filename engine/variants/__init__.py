"""The regional games, by name."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.rules import RuleSet, Variant
from engine.variants import argentino

_BUILDERS: Final[dict[str, tuple[Variant, Callable[[Mapping[str, str]], RuleSet]]]] = {
    argentino.VARIANT.name: (argentino.VARIANT, argentino.rules),
}

VARIANTS: Final[dict[str, Variant]] = {name: made[0] for name, made in _BUILDERS.items()}


def rules_for(variant: str, options: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set of a variant with these options, the defaults for the rest.

    Raises ``KeyError`` for an unknown variant and :class:`engine.errors.BadRules`, listing every
    problem, for options that are not the variant's.
    """
    declaration, build = _BUILDERS[variant]
    return build(declaration.choose(options or {}))
