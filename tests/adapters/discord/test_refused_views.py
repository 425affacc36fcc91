"""What somebody is told whom a view has nothing to show.

The service and the answer are made up here."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.discord.message import Message, walk
from adapters.discord.views import Views
from adapters.discord.words import plain, say
from bot import tokens
from bot.screen import OptionsSheet, Screen
from bot.screens.pages import HELP, Page, PageKey
from bot.words import words_for
from engine.variants import table_for
from tests.adapters.discord.test_follow_up import ANA
from tests.bot.scenes import MATCH, info_for

HAND = Screen(kind="hand", match=MATCH, version=1, locale="es", title="Truco", number=1)
SHEET = OptionsSheet(MATCH, "es", "Opciones", (), (), mine=True)


class Desk:
    """A view, and what it says."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.screen: Screen | None = HAND
        self.sheet: OptionsSheet | None = SHEET
        self.info: Any = None
        service = SimpleNamespace(
            matches=SimpleNamespace(info=self._info),
            screens=SimpleNamespace(
                screen=self._screen, info_and_screen=self._none, options=self._options
            ),
        )
        platform = SimpleNamespace(reachability=SimpleNamespace(later=None), emoji=None)
        self.views = Views(cast(Any, service), cast(Any, platform))
        self.answer = cast(
            Any,
            SimpleNamespace(private=self._says("private"), redraw=self._says("redraw"), pressed=0),
        )

    def _says(self, name: str) -> Any:
        async def say(message: Message) -> None:
            texts = [one["content"] for one in walk(message.components) if one["type"] == 10]
            self.said.append((name, "".join(texts)))

        return say

    async def _info(self, match: str) -> Any:
        return self.info

    async def _none(self, *_: Any) -> None:
        """There is no such table."""

    async def _screen(self, *_: Any) -> Screen | None:
        return self.screen

    async def _options(self, *_: Any) -> OptionsSheet | None:
        return self.sheet


@pytest.fixture
def desk() -> Desk:
    return Desk()


def note(id: str) -> tuple[str, str]:
    return ("private", plain(words_for("es").text(id)))


UNCLEAR = ("private", plain(say("es", "unclear")))


async def test_there_is_no_hand_without_a_seat_or_a_table(desk: Desk) -> None:
    await desk.views.hand(ANA, desk.answer, cast(Any, None), MATCH)
    desk.info = info_for(table_for("argentino", 2))
    await desk.views.hand(ANA, desk.answer, cast(Any, None), MATCH)
    assert desk.said == [note("say.no_table"), note("reply.not_seated")]


async def test_there_are_no_options_of_a_table_that_is_gone(desk: Desk) -> None:
    await desk.views.options(ANA, desk.answer, MATCH)
    await desk.views.options(ANA, desk.answer, MATCH, "flor")
    assert [how for how, _ in desk.said] == ["private", "redraw"]
    desk.said.clear()
    desk.sheet = None
    for chosen in ("", "flor"):
        await desk.views.options(ANA, desk.answer, MATCH, chosen)
    assert desk.said == [note("reply.stale")] * 2


async def test_there_is_no_order_before_the_cards(desk: Desk) -> None:
    await desk.views.order(ANA, desk.answer, MATCH)
    desk.screen = None
    await desk.views.order(ANA, desk.answer, MATCH)
    assert desk.said == [note("order.none")] * 2


async def test_nothing_is_confirmed_that_is_not_offered(desk: Desk) -> None:
    await desk.views.confirm(ANA, desk.answer, MATCH, tokens.encode(MATCH, "", "mazo"))
    assert desk.said == [note("reply.stale")]


async def test_settings_are_for_who_manages_the_server(desk: Desk) -> None:
    await desk.views.settings(ANA, desk.answer)
    await desk.views.set(ANA, desk.answer, "flor", ("con",))
    assert desk.said == [note("reason.NOT_ADMIN")] * 2


async def test_a_page_is_put_in_no_message_that_others_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def made(*_: Any) -> Page:
        return Page("", "")

    monkeypatch.setattr(desk.views, "_made", made)
    for alone in (True, False):
        await desk.views.turn_page(ANA, desk.answer, PageKey(HELP), alone=alone)
    assert [how for how, _ in desk.said] == ["redraw", "private"]
