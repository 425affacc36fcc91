"""A hand is claimed by a button, on every platform."""

from collections.abc import Awaitable, Callable

import pytest

from bot import model
from bot.messages import Accepted, SetOptions
from engine.actions import PLAY
from tests.adapters.together.house import House, Player
from tests.adapters.together.test_consulting import PLATFORMS
from tests.virtual import pass_by


@PLATFORMS
async def test_a_hand_is_claimed_by_a_button(
    house: House, arrive: Callable[[House], Awaitable[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn of a minute is slow here, so that no day has to pass."""
    monkeypatch.setattr(model, "SLOW", 60)
    one, other = await arrive(house), await house.on_page("Beto")
    match = await house.seated(one, other)
    options = (("turn_seconds", "60"),)
    slow = SetOptions(request="slow", person=one.user, match=match, options=options)
    assert isinstance(await house.service.handle(slow), Accepted)
    await one.button(r"START$")
    await pass_by(5.0)
    view = await house.view(match, one.user)
    if view.seat in view.awaited:
        await one.act(match, next(step for step in view.offered if step.verb == PLAY))
    await pass_by(62.0)
    info, late = await house.info(match), 1 - view.seat
    assert (info.late, info.seats[late].away) == ((late,), False)
    await one.button(r"\.CLAIM$")
    await pass_by(0.5)
    said = (await house.view(match, one.user)).said
    assert [(one.seat, one.verb) for one in said] == [(late, "mazo")]
    assert (await house.info(match)).seats[late].lent
