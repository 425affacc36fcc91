"""What the games share, whatever their deck."""

from collections.abc import Mapping
from typing import Final

from engine.rules.rule_set import UNLIMITED, OptionSpec

SENAS: Final = OptionSpec("senas", ("partner", "off", "risk", "public"))


def chosen(
    specs: tuple[OptionSpec, ...], options: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Every option with its value, in the page's order."""
    return tuple((spec.name, options[spec.name]) for spec in specs)


def cover_from(options: Mapping[str, str]) -> int:
    """``TrickRules.cover_from``, of the option of that name."""
    trick = options["cover_from"]
    return UNLIMITED if trick == "never" else int(trick)
