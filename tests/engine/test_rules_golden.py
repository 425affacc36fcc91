"""What the options of every game change in its rules: a change of any value shows in the diff.

In each ``golden/rules/*.txt`` stand the rules of a game's usual table, a line for each field, then
for every value of every option the fields that it changes. After a wanted change
``TRUCO_REWRITE=1 pytest tests/engine/test_rules_golden.py`` writes them anew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from engine.rules.rule_set import RuleSet
from engine.variants import VARIANTS, rules_for
from tests.kept import check_kept

GOLDEN = Path(__file__).parent / "golden" / "rules"


def fields(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every field with its value; those of a part stand below the part's name."""
    if isinstance(value, Struct):
        for part in value.__struct_fields__:
            yield from fields(getattr(value, part), f"{name}.{part}" if name else part)
    elif isinstance(value, tuple) and value and isinstance(value[0], Struct):
        yield name, str(len(value))
        for number, inner in enumerate(value):
            yield from fields(inner, f"{name}.{number}")
    else:
        yield name, str(value)


def of(rules: RuleSet) -> dict[str, str]:
    """The fields but for the options themselves."""
    return {name: value for name, value in fields(rules) if name != "options"}


def told(game: str) -> Iterator[str]:
    usual = of(rules_for(game))
    for name, value in usual.items():
        yield f"{name} {value}"
    for spec in VARIANTS[game].options:
        for value in spec.values[1:]:
            changed = of(rules_for(game, {spec.name: value}))
            yield f"\n{spec.name} {value}"
            for field in {**usual, **changed}:
                if changed.get(field) != usual.get(field):
                    yield f"  {field} {changed.get(field, '-')}"


@pytest.mark.parametrize("game", VARIANTS)
def test_what_the_options_change(game: str) -> None:
    found = "".join(f"{line}\n" for line in told(game))
    check_kept(GOLDEN / f"{game}.txt", found)
