"""A hand is claimed by a button, on every platform."""

import re

import pytest
from structlog.testing import capture_logs

from bot.match.ahead import CARD, LOWEST, TRUCO
from bot.messages import Accepted, AnswerAhead, MatchId, SetOptions
from bot.model import match_info
from engine.actions import NO_QUIERO, PLAY
from tests.adapters.together.house import EVERY_CLIENT, House, OnPage, Player
from tests.virtual import pass_by


async def slow_table(
    house: House, monkeypatch: pytest.MonkeyPatch, *players: Player, turn: int
) -> MatchId:
    """A table of these people, its cards dealt. A turn of a minute is slow there, so that no day
    has to pass; ``turn``: the seconds of one."""
    monkeypatch.setattr(match_info, "SLOW", 60)
    match = await house.seated(*players)
    host, options = players[0], (("turn_seconds", f"{turn}"),)
    slow = SetOptions(request="slow", person=host.user, match=match, options=options)
    assert isinstance(await house.service.handle(slow), Accepted)
    await host.button(r"START$")
    await pass_by(5.0)
    return match


@pytest.mark.parametrize("client", EVERY_CLIENT)
async def test_a_hand_is_claimed_by_a_button(
    house: House, client: type[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await house.arrives(client, "Ana"), await house.on_page("Beto")
    match = await slow_table(house, monkeypatch, one, other, turn=60)
    view = await house.view_of(match, one.user)
    if view.seat in view.awaited:
        await one.act(match, next(step for step in view.offered if step.verb == PLAY))
    await pass_by(62.0)
    info, late = await house.info(match), 1 - view.seat
    assert (info.late, info.seats[late].away) == ((late,), False)
    await one.button(r"\.CLAIM$")
    await pass_by(0.5)
    said = (await house.view_of(match, one.user)).said
    assert [(spoken.seat, spoken.verb) for spoken in said] == [(late, "mazo")]
    assert (await house.info(match)).seats[late].lent


@pytest.mark.parametrize("client", EVERY_CLIENT)
async def test_two_presses_answer_ahead_and_one_takes_it_back(
    house: House, client: type[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other's page is sent nothing until they call; then the answer stands there at once."""
    one, other = await house.arrives(client, "Ana"), await house.on_page("Beto")
    match = await slow_table(house, monkeypatch, other, one, turn=86400)
    view = await house.view_of(match, one.user)
    if view.seat in view.awaited:
        await one.act(match, next(step for step in view.offered if step.verb == PLAY))
    await pass_by(5.0)
    before = len(other.page.raw)
    for word in (f"{TRUCO}", ""):
        await one.button(r"\.AHEAD$")
        await pass_by(1.0)
        await turn(one, r"\.tn-")
        await pass_by(5.0)
        said = await house.service.matches.ahead(match, one.user)
        assert [(told.about, told.answer) for told in said] == [(TRUCO, NO_QUIERO)]
        if word:
            await one.button(rf"\.FORGET {word}$")
            await pass_by(5.0)
            assert await house.service.matches.ahead(match, one.user) == ()
    assert len(other.page.raw) == before
    await other.button(r"\.truco$")
    await pass_by(0.5)
    told = (await house.view_of(match, None)).said
    assert [(spoken.seat, spoken.verb) for spoken in told] == [
        (1 - view.seat, TRUCO),
        (view.seat, NO_QUIERO),
    ]


async def turn(player: Player, pattern: str) -> None:
    """Presses a button of the page that was opened last."""
    if not isinstance(player, OnPage):
        await player.button(pattern)
        return
    pages = [message["page"] for message in player.page.heard if message["t"] == "panel"]
    keys = [leaf["key"] for leaf in pages[-1]["turns"]]
    (key,) = [key for key in keys if re.search(pattern, key)]
    await player.tell("press", token=key)


async def test_no_chat_is_written_to_while_it_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of a group, with players on Telegram, on Discord and on the page: Carla's page is the
    only one that is told of what she says ahead. Nothing is logged of it."""
    ana = await house.on_telegram("Ana")
    ana.chat = house.telegram.world.group("Los pibes", ana.client)
    beto, carla = house.on_discord("Beto"), await house.on_page("Carla")
    dani = house.in_direct_chat("Dani")
    match = await slow_table(house, monkeypatch, ana, beto, carla, dani, turn=86400)
    await pass_by(25.0)
    told = len(house.api.calls), len(house.small.requests)
    with capture_logs() as logged:
        for about, answer in ((TRUCO, NO_QUIERO), (CARD, LOWEST), (TRUCO, "")):
            given = AnswerAhead(
                request=f"{about}{answer}",
                person=carla.user,
                match=match,
                about=about,
                answer=answer,
            )
            assert isinstance(await house.service.handle(given), Accepted)
            await pass_by(120.0)
    writes = [call for call in house.api.calls[told[0] :] if call.method != "getUpdates"]
    assert (writes, house.small.requests[told[1] :]) == ([], [])
    assert not [line for line in logged if "ahead" in str(line) or LOWEST in str(line)]
    assert CARD in str(carla.page.raw[-1])
    ahead = await house.service.matches.ahead(match, carla.user)
    assert [answer.about for answer in ahead] == [CARD]
