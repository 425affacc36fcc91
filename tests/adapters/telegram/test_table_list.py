"""The tables of a group in one place, which everybody there reads and presses."""

from bot.asking.standing_lists import REST
from bot.model import Status
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by

WORDS = words_for("es")


def keys(shown: Shown) -> list[str]:
    return [key.get("callback_data", "") for key in shown.buttons]


async def listed(house: House, person: Person, chat: Chat, line: str = "/mesas") -> Shown:
    before = len(person.sees(chat))
    person.say(f"{line}@{BOT}", chat)
    found: list[Shown] = []

    def comes() -> list[Shown]:
        found[:] = [
            message
            for message in person.sees(chat)[before + 1 :]
            if "p1.mesas...0" in keys(message)
        ]
        return found

    await house.until(comes)
    return found[-1]


async def test_a_table_is_found_joined_and_watched(house: House, ana: Person, beto: Person) -> None:
    carla = house.world.person("Carla")
    group = house.world.group("Los pibes", ana, beto, carla)
    none = await listed(house, ana, group, "/mesa")
    assert WORDS.text("tables.none") in none.text
    await ana.open()
    match = await house.lobby(ana, group, "jugadores:2")
    joins, watches = f"l1..unirse.codigo={match}", f"l1..mirar.mesa={match}"
    shown = await listed(house, beto, group)
    assert keys(shown) == [joins, "l1..jugar", "l1..rapida", "p1.mesas...0"]
    await beto.press(joins, group, on=shown).answer()
    await pass_by(5)
    assert [seat.name for seat in (await house.info(match)).people] == ["Ana", "Beto"]
    full = await carla.press(joins, group, on=shown).answer()
    assert full.text == WORDS.text("reason.TABLE_FULL")
    await ana.press("START", group).answer()
    await pass_by(10)
    assert (await house.info(match)).status is Status.PLAYING
    await carla.press("p1.mesas...0", group, on=shown).answer()
    await pass_by(5)
    assert keys(shown) == [watches, "l1..jugar", "l1..rapida", "p1.mesas...0"]
    await carla.open()
    await carla.press(watches, group, on=shown).answer()
    await pass_by(5)
    assert [onlooker.name for onlooker in (await house.info(match)).onlookers] == ["Carla"]


async def test_a_list_follows_its_group_s_tables(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """By edits alone, and the newest list alone; a step of a match changes nothing in it."""
    await ana.open()
    before = await listed(house, beto, group)
    shown = await listed(house, beto, group)
    table = await house.seated(group, ana, beto, start=False)
    await ana.press("START", group).answer()
    await house.until_async(table.started)
    await pass_by(REST + 20)
    watches = f"l1..mirar.mesa={table.id}"
    assert watches in keys(shown)
    assert watches not in keys(before)
    newer = [message for message in beto.sees(group) if "p1.mesas...0" in keys(message)]
    assert newer == [before, shown], "nothing was sent"
    edits = [call for call in house.api.writes(group.id) if call.values.get("message_id")]
    listings = sum(call.values["message_id"] == shown.id for call in edits)
    player = await table.turn()
    card = next(action for action in await table.offered(player) if action.startswith("play"))
    await table.press(player, card).answer()
    await pass_by(REST + 20)
    edits = [call for call in house.api.writes(group.id) if call.values.get("message_id")]
    assert sum(call.values["message_id"] == shown.id for call in edits) == listings


async def test_own_tables_come_first_and_for_their_reader_alone(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    table = await house.seated(group, ana, beto, start=False, options="tiempo:259200")
    ways = ["l1..jugar", "l1..rapida", "p1.mesas...0", "p1.vacaciones...0"]
    lobby = [f"l1.{table.id}.mesa", *ways]
    assert keys(await listed(house, ana, ana.private)) == lobby
    assert WORDS.text("tables.mine") not in (await listed(house, ana, group)).text
    await ana.press("START", group).answer()
    await house.until_async(table.started)
    own = await table.turn()
    (other,) = {ana, beto} - {own}
    hands = [f"l1.{table.id}.mano", *ways]
    turn = await listed(house, own, own.private)
    assert keys(turn) == hands
    assert WORDS.text("tables.mine.turn") in turn.text
    assert WORDS.text("tables.left.days", n=3) in turn.text
    waits = await listed(house, other, other.private)
    assert keys(waits) == hands
    assert WORDS.text("tables.mine.waits", names=own.user.first_name) in waits.text
    assert own.find("HAND", own.private) is None
    await own.press(hands[0], on=turn).answer()
    await house.until(lambda: "play" in str(own.sees(own.private)[-1].buttons))
