"""The common part of all games, with a Spanish deck or a French one."""

from collections.abc import Mapping
from typing import Final

from engine.rules.rule_set import UNLIMITED, OptionSpec

SENAS: Final = OptionSpec("senas", ("partner", "off", "risk", "public"))
"""Whether señas may be given at a table, and who sees them."""


def chosen(
    specs: tuple[OptionSpec, ...], options: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Every option of ``specs`` as (name, value), in their order."""
    return tuple((spec.name, options[spec.name]) for spec in specs)


def cover_from(options: Mapping[str, str]) -> int:
    """``TrickRules.cover_from`` from the value of the option ``cover_from``."""
    trick = options["cover_from"]
    return UNLIMITED if trick == "never" else int(trick)
