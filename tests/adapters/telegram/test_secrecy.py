"""Nothing on the wire tells a person, or the group, what they may not know.

See :mod:`.twins` for how it is asked. Leaks are planted at the bottom, and found."""

from typing import Any

import pytest
from msgspec.structs import replace

from adapters.telegram import layout, surface_messages
from adapters.telegram.message import InlineButton, Page
from bot.pictures.table import TableShot
from engine.seen.view import PUBLIC
from engine.variants import VARIANTS
from tests.adapters.telegram.house import House
from tests.adapters.telegram.twins import Told, Wanted, match_of, watch, watcher_of
from tests.examples import many, some

SEEDS = range(1, 1 + many(1))
SCENES = {
    **{game: Wanted(game) for game in sorted(VARIANTS)},
    "gallo": Wanted("tradicional-18", (3,)),
    "three": Wanted("argentino", (3,)),
    "blind": Wanted("tradicional-18", (4,), verb="cft", steps=14),
    "covered": Wanted("paulista", (4,), verb="cover", steps=12),
    "piles": Wanted("venezolano", verb="stack", steps=24),
    "duels": Wanted("argentino", (6,), (("duels_from", "0"),), mode="pica", steps=26),
    "flor": Wanted("argentino", (4,), (("flor", "con"),), verb="flor"),
    "declared": Wanted("argentino", (4,), (("declare", "manual"),), verb="tengo", steps=14),
}
"""Every game, and what the games have that may tell something of a hand."""
LONG = ("argentino", "mineiro", "gallo", "three", "blind", "covered", "piles", "duels", "declared")
"""Scenes that the usual run leaves out: the look-alike of Discord and the page play them too."""


@pytest.mark.parametrize(
    "scene",
    [
        *some([scene for scene in SCENES if scene not in LONG]),
        *(pytest.param(scene, marks=pytest.mark.dear) for scene in LONG),
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
async def test_nobody_can_tell_deals_apart(scene: str, seed: int) -> None:
    """Body, pictures, buttons, alerts, callback data: byte for byte the same."""
    much, different = await watch(seed, SCENES[scene])
    assert much > 9, "hardly anything was sent: this test sees nothing"
    assert different


class Leaky:
    """A bot that says more than it should: what the cards of all seats add up to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: str, where: str) -> None:
        self.house: House | None = None
        self.kind = kind
        self.where = where
        self._pictured = layout.pictured
        monkeypatch.setattr(surface_messages, "pictured", self.page)

    def __call__(self, house: House) -> None:
        self.house = house

    def secret(self) -> str:
        """The sum of all the cards that somebody holds."""
        assert self.house is not None
        lives = [
            live
            for live in self.house.service._play.running._known.values()
            if live.state is not None
        ]
        hands = [live.state.hand for live in lives if live.state]
        if not hands or hands[-1] is None:
            return "0"
        return str(
            sum((seat + 2) * card for seat, hand in enumerate(hands[-1].dealt) for card in hand)
        )

    def page(self, screen: Any, **more: Any) -> Page:
        page = self._pictured(screen, **more)
        if screen.kind != self.kind:
            return page
        match self.where:
            case "text":
                return replace(page, html=page.html + self.secret())
            case "picture":
                assert isinstance(page.picture, TableShot)
                return replace(page, picture=replace(page.picture, title=self.secret()))
            case "label":
                return replace(page, keys=(*page.keys, (InlineButton(self.secret(), "x"),)))
            case _:
                return replace(page, keys=(*page.keys, (InlineButton("x", self.secret()),)))


@pytest.mark.parametrize(
    ("kind", "where", "matches"),
    some(
        [
            *(("table", where, 4) for where in ("text", "picture", "label", "data")),
            ("hand", "text", 8),
        ]
    ),
)
async def test_a_leak_would_be_found(
    monkeypatch: pytest.MonkeyPatch, kind: str, where: str, matches: int
) -> None:
    """At the table, and in somebody's hand."""
    leaky = Leaky(monkeypatch, kind, where)
    with pytest.raises(Told):
        await watch_some(matches, leaky)


async def watch_some(matches: int, leaky: Leaky) -> None:
    """Their first steps."""
    for seed in range(matches):
        await watch(seed, Wanted("argentino", steps=4), spy=leaky)


def test_strangers_watch_too() -> None:
    seats = {
        watcher_of(seed, scene.game, match_of(seed, scene).start.table.players)
        for seed in SEEDS
        for scene in SCENES.values()
    }
    assert PUBLIC in seats
    assert len(seats) >= 3
