"""How many tables of a person wait beside the one that a page shows."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.web import elsewhere
from adapters.web.windows import WindowHome
from tests.adapters.web.made_up import CHAT, OTHER, Heard
from tests.bot.scenes import MATCH


def own(match: str, *, is_turn: bool = False, may_claim: bool = False) -> Any:
    return SimpleNamespace(info=SimpleNamespace(match=match), is_turn=is_turn, may_claim=may_claim)


@pytest.mark.parametrize(
    ("window", "tables", "before", "told"),
    [
        (None, [own(OTHER, is_turn=True)], 0, [("Elsewhere", 1)]),
        (None, [own(OTHER, may_claim=True), own("x", is_turn=True)], 1, [("Elsewhere", 2)]),
        (None, [own(OTHER, is_turn=True)], 1, []),
        (None, [own(MATCH, is_turn=True)], 0, []),
        (None, [own(OTHER)], 1, [("Elsewhere", 0)]),
        (CHAT, [own(OTHER, is_turn=True)], 0, []),
    ],
)
async def test_a_browser_is_told_what_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch,
    window: WindowHome | None,
    tables: list[Any],
    before: int,
    told: list[Any],
) -> None:
    async def found(_: object, person: str) -> list[Any]:
        assert person == "ana"
        return tables

    monkeypatch.setattr(elsewhere, "own_tables", found)
    tab = Heard(window)
    tab.match, tab.elsewhere = MATCH, before
    for _ in range(2):
        await elsewhere.tell_elsewhere(cast(Any, None), tab)
    assert tab.told == told
