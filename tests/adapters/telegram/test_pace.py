"""Two lively tables of one group: never too much, never too little, never untrue.

A few minutes; ``python -m bench.hour`` plays the whole hour."""

from bisect import bisect_left
from contextlib import suppress

import pytest

from adapters.telegram.addresses import read_address
from adapters.telegram.hidden_messages import Receiver
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.trouble import Flooded, Same
from bot import tokens
from bot.words import words_for
from tests.adapters.telegram.hour import lively_tables
from tests.adapters.telegram.house import House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi, Late
from tests.adapters.telegram.watch import BELL, Watch
from tests.virtual import pass_by


@pytest.mark.dear
async def test_two_lively_tables(api: BotApi) -> None:
    """Every call takes its time to arrive, and every answer to come back, in any order."""
    hour = await lively_tables(api, 200, late=Late(1), tolerance=3)
    assert hour.actions > 70, hour.actions
    assert hour.writes / hour.actions <= 1.0, (hour.writes, hour.actions)
    assert hour.watch.found["bells"] < hour.actions / 10, "who looks at the hand is not called"
    assert not hour.watch.wrong, hour.watch.seen
    assert hour.toasts > hour.presses * 0.9, (hour.toasts, hour.presses)
    # Nobody waits long for being told: within a second where the quota allows it.
    people = {person.id for _, person in hour.awaited}
    written = {person: [call.at for call in api.writes(person)] for person in people}
    late = [(at, person.id) for at, person in hour.awaited if not told(written[person.id], at, 1.5)]
    assert len(late) <= len(hour.awaited) / 20, (len(late), len(hour.awaited))


@pytest.mark.dear
async def test_two_tables_whose_hands_only_their_owners_see(api: BotApi) -> None:
    """Nobody but one has a private chat; the bot runs the group, where their hands come by
    themselves, and share its twenty messages a minute."""
    hour = await lively_tables(
        api, 180, late=Late(1), closed=(0, 1, 2), bot="administrator", tolerance=40
    )
    assert hour.actions > 20, hour.actions
    assert hour.watch.found["bells"] > 5, hour.watch.found
    assert not hour.watch.wrong, hour.watch.seen


def told(written: list[float], at: float, seconds: float) -> bool:
    """Whether something was written to a person in private so soon after that moment, or already
    before whoever looks heard of it: the answer to the press is late, too."""
    first = bisect_left(written, at - seconds)
    return first < len(written) and written[first] <= at + seconds


async def test_who_looks_on_sees_what_is_wrong(house: House, ana: Person, beto: Person) -> None:
    """Each fault, planted once, is counted."""
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options="tiempo:600")
    player = await match.turn()
    other = match.other_than(player)
    await pass_by(30)
    wire, watch = house.adapter.wire, Watch(house)
    watch.matches.append(match)
    (table,) = await house.adapter.platform.surfaces.seen_at(match.id)
    message = read_address(table.address).message
    key = ((InlineButton("Mi mano", tokens.encode(match.id, "", tokens.MY_HAND)),),)
    async with watch.watching():
        assert not watch.wrong
        # A call that is not true, and one that is not true in the group.
        await wire.send(other.id, Page(f"{BELL}{words_for('es').text('notice.turn')}", key))
        called = f'<a href="tg://user?id={other.id}">{other.user.first_name}</a>'
        await wire.send(group.id, Page(called, key))
        # The same event twice; and an edit that changes nothing.
        hand = await wire.send(player.id, Page("x", key))
        await wire.edit(player.id, hand, Page("y", key))
        await wire.send(player.id, Page("z", key))
        with pytest.raises(Same):
            await wire.edit(player.id, hand, Page("y", key))
        # Nobody can press anything, nor in private for long.
        await wire.edit_keys(group.id, message, ())
        await wire.delete(group.id, group.messages[-1].id)
        for shown in player.sees():
            if shown.by_bot:
                shown.edit(reply_markup={"inline_keyboard": []})
        await wire.send(player.id, Page("z", key))
        await pass_by(30)
        for _ in range(25):
            with suppress(Flooded):
                await wire.send(group.id, Page("z"))
    found = {"false bells": 2, "edits overtaken": 1, "edits of nothing": 1}
    assert found.items() <= watch.wrong.items(), watch.found
    for what in ("tables without buttons", "hands without buttons", "too much (429)"):
        assert watch.found[what], what


async def test_a_hidden_message_is_no_picture_of_the_table(
    house: House, ana: Person, beto: Person
) -> None:
    """Only one person sees it."""
    group = house.world.group("Los pibes", ana, beto, bot="administrator")
    match = await house.seated(group, ana, beto, options="tiempo:600")
    await pass_by(30)
    wire, watch = house.adapter.wire, Watch(house)
    key = ((InlineButton("Mi mano", tokens.encode(match.id, "", tokens.MY_HAND)),),)
    async with watch.watching():
        for _ in range(2):  # the first one is a trial
            await wire.send_hidden(group.id, Page("x", key), Receiver(beto.id))
        assert watch.late == []
        await wire.send(group.id, Page("x", key))
        assert len(watch.late) == 1
