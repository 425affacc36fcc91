"""Every option of the specification is there: declared, checked, told in the rules and offered."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from adapters import cli
from bot.model import Status
from bot.screens.lobby.lobby import build_lobby
from bot.screens.rules.rules import rules_card
from bot.words import words_for
from bot.words.options import option_label, value_label
from engine.errors import BadRules
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from tests.bot.scenes import info_for

SPECIFICATION = Path(__file__).parents[2] / "docs" / "spec"
BLOCK = re.compile(r"### All options, default first\n\n```yaml\n(.*?)```", re.DOTALL)
LINE = re.compile(r"(\w+): \[(.*)\](?: +#.*)?")

Options = dict[str, tuple[str, ...]]

by_variant = pytest.mark.parametrize("variant", VARIANTS)


def options_of_page(text: str) -> Options:
    """The list at the end of a page's options, the default first."""
    (block,) = BLOCK.findall(text)
    found: Options = {}
    for line in block.splitlines():
        match = LINE.fullmatch(line)
        assert match, line
        found[match[1]] = tuple(value.strip().strip('"') for value in match[2].split(","))
    return found


def declared(variant: str) -> Options:
    return {spec.name: spec.values for spec in VARIANTS[variant].options}


def page(variant: str) -> str:
    return (SPECIFICATION / f"{variant}.md").read_text("utf-8")


@by_variant
def test_the_options_are_those_of_the_page(variant: str) -> None:
    assert declared(variant) == options_of_page(page(variant))


@by_variant
def test_where_the_sources_differ_the_default_is_the_pages(variant: str) -> None:
    """The rows of that table end with an option: its default, or all of its values."""
    (table,) = re.findall(r"Where the sources differ.*?\n\|(.*?)\n\n", page(variant), re.DOTALL)
    named = re.findall(r"\| `(\w+)=([^`]+)`(?: \(\w+\))? \|$", table, re.MULTILINE)
    assert named
    for name, values in named:
        found = tuple(values.split("\\|"))
        assert declared(variant)[name][: len(found)] == found, name


def test_the_command_lists_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``truco variants --json``: a number as a number, the default first."""
    monkeypatch.setattr(sys, "argv", ["truco", "variants", "--json"])
    with pytest.raises(SystemExit):
        cli.main()
    listed = {game["variant"]: game for game in json.loads(capsys.readouterr().out)}
    assert list(listed) == list(VARIANTS)
    for variant, game in listed.items():
        options = {spec["name"]: tuple(map(str, spec["values"])) for spec in game["options"]}
        assert options == declared(variant)
        assert all(spec["default"] == spec["values"][0] for spec in game["options"])


CONTEXT = {"flor": ("con",), "show": ("claim",), "games_to_win": ("2",), "gallo_mode": ("fijo",)}
"""What has to be chosen for another option to mean something."""


def tables(variant: str, name: str, value: str) -> Iterator[Table]:
    """Those there are where it may mean something: any number of seats, as usual and not."""
    known = declared(variant)
    others = {
        other: values[0] for other, values in CONTEXT.items() if other in known and other != name
    }
    for players, chosen in product(VARIANTS[variant].players, ({}, others)):
        with suppress(BadRules):
            yield table_for(variant, players, {**chosen, name: value})


@by_variant
def test_each_value_is_taken_and_told_in_the_rules(variant: str) -> None:
    """Where nothing is to be chosen it is taken and need not be told."""
    words = words_for("en", variant)
    for name, values in declared(variant).items():
        for value in values:
            told = f"{option_label(words, name)}: {value_label(words, name, value)}"
            cards = [
                rules_card(info_for(table), "en", topic="opciones")
                for table in tables(variant, name, value)
            ]
            assert cards, (name, value)
            assert len(values) == 1 or any(told in card for card in cards), told


@by_variant
def test_each_value_is_offered_in_the_lobby(variant: str) -> None:
    """Where somebody chooses it in the playground."""
    for name, values in declared(variant).items():
        offered = set()
        for table in tables(variant, name, values[0]):
            screen = build_lobby(info_for(table, status=Status.LOBBY), words_for("en"))
            fields = {field.name: field.choices for field in screen.fields}
            if name in fields:
                offered.add(tuple(value for value, _ in fields[name]))
        assert offered == ({values} if len(values) > 1 else set()), name


@by_variant
def test_any_other_value_is_refused_by_name(variant: str) -> None:
    for name, values in declared(variant).items():
        for wrong in ("", "nothing", "-1", values[0].upper() + "X"):
            with pytest.raises(BadRules) as refused:
                table_for(variant, VARIANTS[variant].players[0], {name: wrong})
            assert refused.value.problems == ((name, wrong),)


IMPOSSIBLE = {
    "argentino": {(3, ("flor", "con")), (3, ("end", "more_points"))},  # AR-GAL-05
    "paulista": {(8, ("deck", "clean"))},  # PA-PLA-02: with a vira 25 cards of 24
    "tradicional-18": {  # TR-GAL-02: the lone seat is chosen where it does not go round
        (players, ("gallo", seat)) for players in (2, 3, 4, 6, 8) for seat in ("1", "2")
    },
}
"""Seats, and the option by whose name what cannot be is refused."""


@pytest.mark.dear
@by_variant
def test_any_two_go_together_but_for_those_that_cannot(variant: str) -> None:
    known = list(declared(variant).items())
    found = set()
    for at, (one, values) in enumerate(known):
        for two, more in known[at + 1 :]:
            for players, value, other in product(VARIANTS[variant].players, values, more):
                chosen = {one: value, two: other}
                try:
                    table_for(variant, players, chosen)
                except BadRules as refused:
                    found |= {(players, problem) for problem in refused.problems}
    assert found == IMPOSSIBLE.get(variant, set())
