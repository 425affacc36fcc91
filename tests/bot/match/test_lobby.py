"""Before the first card."""

from typing import Any

import pytest

from bot.match.names import shown_name, shown_text
from bot.messages import (
    Accepted,
    AddRobot,
    Cut,
    Join,
    Leave,
    NotSeated,
    Refused,
    RemoveRobot,
    SetOptions,
)
from bot.model import Status
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.words import words_for
from engine.seen.view import PUBLIC
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, NAMES, PLACE, STRANGER, Table, reason
from tests.narrow import of_kind


async def seats(table: Table) -> list[str]:
    info = await table.info()
    return ["robot" if seat.robot else seat.person for seat in info.seats]


@pytest.mark.parametrize("locale", ["es", "es_AR", "es_UY", "es_VE", "pt_BR", "en"])
async def test_a_lobby_says_once_whose_the_star_is(table: Table, locale: str) -> None:
    """The seat of the host bears the star; the line that the table is full says who starts it."""
    await table.open(BETO, 2)
    for others in ((), (CARLA,)):
        for person in others:
            await table.join(person)
        screen = await table.screen(None, locale)
        assert [seat.name for seat in screen.seats if seat.host] == [NAMES[BETO]]
        star = words_for(locale).text("lobby.seat.host", name=NAMES[BETO])
        assert len([line for line in screen.lines if star in line.text]) == len(others)


async def test_who_opens_sits_first_and_is_the_host(table: Table) -> None:
    await table.open(ANA, 4, flor="con", target="15")
    info = await table.info()
    assert (info.host, info.host_seat, info.status) == (ANA, 0, Status.LOBBY)
    assert await seats(table) == [ANA, "", "", ""]
    assert dict(info.options) == {"flor": "con", "target": "15"}
    assert await table.service.matches.at_place(PLACE) == (table.match,)
    assert await table.service.matches.of_person_at(ANA, PLACE) == table.match
    assert await table.service.matches.of_person_at(BETO, PLACE) is None


async def test_every_wrong_option_is_named(table: Table) -> None:
    options = (("flor", "quizás"), ("colour", "red"), ("target", "15"))
    reply = of_kind(Refused, await table.opens(players=5, options=options, turn_seconds=1))
    assert {name for name, _ in reply.parameters} == {"players", "flor", "colour", "turn_seconds"}
    assert await table.service.matches.at_place(PLACE) == ()


async def test_whoever_wants_another_size_reads_the_sizes_of_the_game(table: Table) -> None:
    reply = await table.opens(ANA, variant="gauderio", players=3)
    assert isinstance(reply, Refused)
    assert reply.reason is ServiceReason.BAD_PLAYERS
    assert reply.parameters == (("players", "2"), ("players", "4"), ("players", "6"))
    assert "2, 4 o 6" in reply_text(reply, "es")


@pytest.mark.parametrize("seconds", [4, 604_801, -1])
async def test_a_turn_has_a_time(table: Table, seconds: int) -> None:
    await table.open()
    options = (("turn_seconds", str(seconds)),)
    assert reason(await table.ask(SetOptions, ANA, options=options)) in ("BAD_TIME", "BAD_OPTION")
    assert (await table.info()).turn_seconds == 60


async def test_an_unknown_variant(table: Table) -> None:
    assert reason(await table.opens(ANA, name="A", variant="tute")) == "NO_SUCH_VARIANT"


async def test_a_name_must_have_something_to_show(table: Table) -> None:
    assert reason(await table.opens(ANA, name=" #\n ")) == "BAD_NAME"
    assert shown_name("  Ana # \n María  ") == "Ana María"
    assert len(shown_name("x" * 99)) == 32


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u3164", ""),
        ("\u200b\u2060\u200d", ""),
        ("\u0301\u2800", ""),
        ("\u202e21 anA", "21 anA"),
        ("A\u200bna", "Ana"),
        ("@ana /mazo@bot", "ana mazo@bot"),
        ("AC/DC a@b", "AC/DC a@b"),
        ("\U0001f468\u200d\U0001f467", "\U0001f468\u200d\U0001f467"),
        ("A" + "\u0300\u0316" * 500 + "na", "À\u0316\u0316\u0316na"),
        ("A" + "\u0330\u200d" * 500, "A" + "\u0330\u200d" * 2 + "\u0330"),
        ("\u0330Ana \u0330\u0330B", "Ana B"),
        ("Jose\u0301", "José"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\u0e17\u0e35\u0e48", "\u0e17\u0e35\u0e48"),  # a Thai letter with a vowel and a tone
        ("\u0f66\u0f92\u0fb2\u0f74", "\u0f66\u0f92\u0fb2\u0f74"),  # a Tibetan stack
    ],
)
def test_names_that_would_be_more_than_names(name: str, shown: str) -> None:
    assert shown_name(name) == shown
    assert shown_name(name, "Beto") == (shown or "Beto")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("hola", "hola"),
        ("un\nrenglón\u2028o dos", "un renglón o dos"),
        ("\u202e  muchos   espacios ", "muchos espacios"),
        ("\ud800x\u200dy\u200d", "x\u200dy"),
        ("\u200b\u2800\u3164", ""),
        ("\u0301", ""),
        ("1 + 1", "1 + 1"),
        ("?", "?"),
        ("x" * 11, "x" * 10),
    ],
)
def test_texts_that_would_be_more_than_a_line(written: str, shown: str) -> None:
    assert shown_text(written, 10 if len(shown) == 10 else 40) == shown


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"pace": "eterno"}, ("pace", "eterno")),
        ({"skill": "dios"}, ("skill", "dios")),
        ({"spectators": "x" * 40}, ("spectators", "x" * 32)),
    ],
)
async def test_what_no_table_can_be_is_named(
    table: Table, changes: dict[str, str], refused: tuple[str, str]
) -> None:
    reply = of_kind(Refused, await table.opens(ANA, options=tuple(changes.items())))
    assert (reply.reason, reply.parameters) == ("BAD_OPTION", (refused,))
    assert await table.service.matches.at_place(PLACE) == ()


async def test_one_open_lobby_for_each_host_of_a_place(table: Table) -> None:
    await table.open(ANA)
    first = table.match
    reply = of_kind(Refused, await table.open(ANA))
    assert (reply.reason, reply.match) == ("ALREADY_OPEN", first)
    await table.start(ANA)
    assert isinstance(await table.open(ANA), Accepted)
    # The running match comes before the lobby.
    assert await table.service.matches.of_person_at(ANA, PLACE) == first


async def test_sitting_down_by_team(table: Table) -> None:
    await table.open(ANA, 4)
    await table.join(BETO, "A")
    await table.join(CARLA)
    assert await seats(table) == [ANA, CARLA, BETO, ""]
    assert reason(await table.join(DANI, "A")) == "TEAM_FULL"
    assert reason(await table.join(CARLA)) == "ALREADY_SEATED"
    assert reason(await table.join(CARLA, "B")) == "ALREADY_SEATED"
    await table.join(DANI)
    assert reason(await table.join(STRANGER)) == "TABLE_FULL"


async def test_changing_teams(table: Table) -> None:
    await table.open(ANA, 4)
    await table.join(BETO)
    await table.join(ANA, "B")
    assert await seats(table) == ["", BETO, "", ANA]
    assert (await table.info()).host == ANA


async def test_the_host_passes_on_to_who_has_sat_longest(table: Table) -> None:
    await table.open(ANA, 4)
    await table.join(BETO, "B")
    await table.join(CARLA, "A")
    await table.ask(Leave, ANA)
    await table.join(ANA)
    assert (await table.info()).host == BETO
    await table.ask(Leave, BETO)
    assert (await table.info()).host == CARLA
    assert isinstance(await table.ask(Leave, DANI), NotSeated)


async def test_an_empty_lobby_closes(table: Table) -> None:
    await table.open(ANA)
    await table.ask(AddRobot, ANA)
    await table.ask(Leave, ANA)
    assert (await table.info()).status is Status.CLOSED
    assert await table.store.next_due() is None
    assert reason(await table.join(BETO)) == "TABLE_CLOSED"
    assert await table.service.matches.at_place(PLACE) == ()


async def test_a_lobby_expires(table: Table) -> None:
    """Whoever joins gives it no more time."""
    began = table.time.now()
    await table.open(ANA)
    table.time.pass_by(100)
    await table.join(BETO)
    await table.service.surfaces.add(
        table.match, platform="discord", address="a", chat="c", person=""
    )
    assert await closes_in(table) == table.config.lobby - 100
    while await closes_in(table):
        assert (await table.info()).status is Status.LOBBY
        await table.next_deadline()
    assert (await table.info()).status is Status.CLOSED
    assert table.time.now() == began + table.config.lobby


async def closes_in(table: Table) -> float:
    """Seconds until the lobby closes; 0: it is closed."""
    deadline = (await table.info()).deadline
    return 0.0 if deadline is None else deadline - table.time.utc()


async def test_robots_come_and_go(table: Table) -> None:
    await table.open(ANA, 4)
    await table.ask(AddRobot, ANA, seat=2)
    await table.ask(AddRobot, ANA)
    assert await seats(table) == [ANA, "robot", "robot", ""]
    names = [seat.name for seat in (await table.info()).seats[1:3]]
    assert len(set(names)) == 2
    assert reason(await table.ask(AddRobot, ANA, seat=2)) == "SEAT_TAKEN"
    assert reason(await table.ask(AddRobot, ANA, seat=4)) == "NO_SUCH_SEAT"
    await table.ask(RemoveRobot, ANA)
    assert await seats(table) == [ANA, "robot", "", ""]
    assert reason(await table.ask(RemoveRobot, ANA, seat=0)) == "NO_ROBOT"
    await table.ask(RemoveRobot, ANA, seat=1)
    assert reason(await table.ask(RemoveRobot, ANA)) == "NO_ROBOT"


async def test_only_the_host_arranges_the_table(table: Table) -> None:
    await table.open(ANA, 4)
    await table.join(BETO)
    for kind, fields in ((AddRobot, {}), (RemoveRobot, {}), (SetOptions, {"options": ()})):
        assert reason(await table.ask(kind, BETO, **fields)) == "NOT_HOST"
        assert isinstance(await table.ask(kind, STRANGER, **fields), NotSeated)
    assert of_kind(Refused, await table.start(BETO)).parameters == (("host", "Ana"),)


async def test_options_change_one_by_one(table: Table) -> None:
    await table.open(ANA, 2, target="15")
    await table.ask(SetOptions, ANA, options=(("flor", "con"), ("turn_seconds", "30")))
    info = await table.info()
    assert dict(info.options) == {"target": "15", "flor": "con"}
    assert info.turn_seconds == 30
    wrong = (("flor", "no"), ("players", "x"), ("what", "1"))
    reply = await table.ask(SetOptions, ANA, options=wrong)
    assert of_kind(Refused, reply).parameters == (("players", "x"), ("flor", "no"), ("what", ""))
    assert (await table.info()).options == info.options


async def test_the_table_grows_and_shrinks(table: Table) -> None:
    await table.open(ANA, 4)
    await table.join(BETO, "A")
    await table.ask(AddRobot, ANA, seat=1)
    await table.ask(SetOptions, ANA, options=(("players", "2"),))
    assert await seats(table) == [ANA, BETO], "people before robots"
    await table.ask(SetOptions, ANA, options=(("players", "6"),))
    assert await seats(table) == [ANA, BETO, "", "", "", ""]
    await table.join(CARLA)
    reply = await table.ask(SetOptions, ANA, options=(("players", "2"),))
    assert reason(reply) == "TOO_MANY_SEATED"
    assert reason(await table.ask(SetOptions, ANA, options=(("players", "5"),))) == "BAD_PLAYERS"
    await table.ask(SetOptions, ANA, options=(("players", "3"),))
    assert sorted(await seats(table)) == sorted([ANA, BETO, CARLA])


async def test_three_play_argentino_without_flor(table: Table) -> None:
    """AR-GAL-05: the refusal names the option, and nothing changes."""
    await table.open(ANA, 4, flor="con")
    reply = of_kind(Refused, await table.ask(SetOptions, ANA, options=(("players", "3"),)))
    assert (reply.reason, reply.parameters) == ("BAD_OPTION", (("flor", "con"),))
    assert len(await seats(table)) == 4
    await table.ask(SetOptions, ANA, options=(("players", "3"), ("flor", "sin")))
    assert len(await seats(table)) == 3
    reply = of_kind(Refused, await table.ask(SetOptions, ANA, options=(("end", "more_points"),)))
    assert (reply.reason, reply.parameters) == ("BAD_OPTION", (("end", "more_points"),))


async def test_another_game_keeps_what_it_knows(table: Table) -> None:
    await table.open(ANA, 4, flor="con", target="15", cover_from="never")
    await table.ask(SetOptions, ANA, options=(("variant", "paulista"),))
    info = await table.info()
    assert (info.variant, info.players) == ("paulista", 4)
    assert dict(info.options) == {"target": "15", "cover_from": "never"}
    await table.ask(SetOptions, ANA, options=(("variant", "mineiro"), ("ferro", "blind")))
    info = await table.info()
    assert dict(info.options) == {"cover_from": "never", "ferro": "blind"}
    reply = await table.ask(SetOptions, ANA, options=(("variant", "tute"),))
    assert reason(reply) == "NO_SUCH_VARIANT"
    reply = await table.ask(SetOptions, ANA, options=(("variant", "argentino"), ("ferro", "own")))
    assert reason(reply) == "BAD_OPTION"
    assert (await table.info()).variant == "mineiro"
    await table.start()
    view = await table.view(ANA)
    assert (view.variant, len(view.cards)) == ("mineiro", 3)


async def test_another_game_has_other_numbers_of_seats(table: Table) -> None:
    await table.open(ANA, 4)
    await table.ask(SetOptions, ANA, options=(("variant", "mineiro"), ("players", "8")))
    assert len(await seats(table)) == 8
    await table.ask(SetOptions, ANA, options=(("variant", "argentino"),))
    assert len(await seats(table)) == 6
    await table.ask(SetOptions, ANA, options=(("variant", "mineiro"), ("players", "8")))
    for number in range(6):
        person = f"web:{number}"
        await table.ask(Join, person, name=f"P{number}")
    reply = await table.ask(SetOptions, ANA, options=(("variant", "argentino"),))
    assert reason(reply) == "TOO_MANY_SEATED"
    assert (await table.info()).variant == "mineiro"


async def test_a_clean_deck_has_too_few_cards_for_eight(table: Table) -> None:
    """PA-PLA-02."""
    await table.open(ANA, 4)
    await table.ask(SetOptions, ANA, options=(("variant", "paulista"), ("deck", "clean")))
    reply = of_kind(Refused, await table.ask(SetOptions, ANA, options=(("players", "8"),)))
    assert (reply.reason, reply.parameters) == ("BAD_OPTION", (("deck", "clean"),))
    await table.ask(SetOptions, ANA, options=(("manilhas", "fixed"), ("players", "8")))
    assert len(await seats(table)) == 8


async def test_by_turns_nobody_has_a_seat_of_his_own(table: Table) -> None:
    """TR-GAL-02: the lone seat goes when the gallo goes by turns, unless both are said at once."""
    await table.open(ANA, 3, "tradicional-18", gallo="1", mazo="team")
    before = dict((await table.info()).options)
    assert before == {"gallo_mode": "fijo", "gallo": "1", "mazo": "team"}

    async def told(*options: tuple[str, str]) -> Any:
        return await table.ask(SetOptions, ANA, options=options)

    both = await told(("gallo", "1"), ("gallo_mode", "turno"))
    assert (both.reason, both.parameters) == ("BAD_OPTION", (("gallo", "1"),))
    wrong = await told(("gallo_mode", "turno"), ("mazo", "x"))
    assert (wrong.reason, wrong.parameters) == ("BAD_OPTION", (("mazo", "x"),))
    assert isinstance(await told(("gallo_mode", "fijo")), Accepted)
    assert dict((await table.info()).options) == before
    assert isinstance(await told(("gallo_mode", "turno")), Accepted)
    assert dict((await table.info()).options) == {"mazo": "team"}
    await told(("gallo_mode", "fijo"))
    assert dict((await table.info()).options) == {"gallo_mode": "fijo", "mazo": "team"}


async def test_the_start_fills_up_with_robots_and_deals(table: Table) -> None:
    await table.seated(ANA, BETO, players=4)
    assert (await table.info()).status is Status.PLAYING
    assert await seats(table) == [ANA, BETO, "robot", "robot"]
    for person in (ANA, BETO):
        assert len((await table.view(person)).cards) == 3
    assert (await table.view(None)).cards == ()
    assert (await table.view(STRANGER)).seat == PUBLIC
    assert reason(await table.start()) == "ALREADY_STARTED"
    assert reason(await table.join(CARLA)) == "ALREADY_STARTED"
    assert reason(await table.join(ANA)) == "ALREADY_SEATED"


async def test_any_seat_may_deal_first(store: Any) -> None:
    dealers = set()
    for seed in range(20):
        table = Table(store, seed=seed)
        table.requests = 100 * seed
        person = f"web:{seed}"
        await table.seated(person, players=4)
        dealers.add((await table.view(person)).dealer)
    assert dealers == {0, 1, 2, 3}


async def test_an_unknown_match(table: Table) -> None:
    reply = await table.send(Join(request="r", person=ANA, match="zzzzzzzz", name="Ana"))
    assert reason(reply) == "NO_SUCH_MATCH"


@pytest.mark.parametrize(
    ("players", "how", "told"),
    [
        (2, "by_kings", ""),
        (3, "by_kings", ""),
        (3, "random", "random"),
        (4, "by_kings", "by_kings"),
    ],
)
async def test_teams_are_told_where_chance_made_them(
    table: Table, players: int, how: str, told: str
) -> None:
    """TR-DEA-01: of two or three the kings only say who deals. Nobody loses the seat."""
    people = (ANA, BETO, CARLA, DANI)[:players]
    options = {"gallo_mode": "fijo"} if players == 3 else {}
    await table.seated(*people, players=players, variant="tradicional-18", teams=how, **options)
    info = await table.info()
    assert info.formed == told
    # Every king is told with the person who got it; the first of these deals.
    number = min(players // 2, 2) if players > 3 else 1
    assert len(info.kings) == (number if how == "by_kings" else 0)
    screen = await table.screen(ANA)
    assert ("table.kings" in [line.id for line in screen.lines]) == bool(info.kings)
    if info.kings:
        assert info.kings[0][0] == info.first_dealer
    assert {seat.person for seat in info.seats} == set(people)
    assert [seat.seat for seat in info.seats] == list(range(players))


async def test_a_certain_seat_is_taken(table: Table) -> None:
    """A free one; somebody who has a seat already changes places with a robot, too."""

    async def sit(person: str, seat: int) -> object:
        reply = await table.ask(Join, person, name="X", seat=seat)
        return reply.reason if isinstance(reply, Refused) else None

    await table.open(ANA, players=4)
    assert await sit(BETO, 2) is None
    assert await sit(BETO, 2) == ServiceReason.ALREADY_SEATED
    assert await sit(CARLA, 2) == ServiceReason.SEAT_TAKEN
    assert await sit(BETO, 0) == ServiceReason.SEAT_TAKEN
    assert await sit(BETO, 4) == ServiceReason.NO_SUCH_SEAT
    assert await sit(BETO, 3) is None
    info = await table.info()
    assert [seat.person for seat in info.seats] == [ANA, "", "", BETO]


async def test_a_pack_is_cut_or_only_touched(table: Table) -> None:
    """TR-DEA-02: where it is touched it stays as it was shuffled, and the record has no cut."""
    game = table_for("tradicional-18", 2)
    lines = {}
    for where, shift in (("toco", 0), ("arriba", 10), ("abajo", 30)):
        await table.open(ANA, variant="tradicional-18", blind_calls="off")
        assert isinstance(await table.join(BETO), Accepted)
        pack = [*game.deck[-shift:], *game.deck[:-shift]] if shift else list(game.deck)
        table.dice.arrange(pack, game.deck, dealer=1)
        assert isinstance(await table.start(), Accepted)
        replies = [await table.ask(Cut, ANA, where=place) for place in ("elsewhere", where)]
        assert reason(replies[0]) == "NO_CUT"
        assert isinstance(replies[1], Accepted)
        # As the pack was arranged, the cut brings the same cards to the top.
        assert (await table.view(ANA)).dealt == game.deck[0:6:2]
        await table.agree(ANA, BETO)
        text = await table.record()
        lines[where] = [line for line in text.split("\n") if line.startswith("cut")]
    assert lines == {"toco": [], "arriba": ["cut arriba"], "abajo": ["cut abajo"]}


@pytest.mark.parametrize("variant", ["paulista", "mineiro"])
async def test_a_host_may_want_the_pack_cut(table: Table, variant: str) -> None:
    """PA-DEA-02: a ritual, which changes where the cards come from and nothing else; the record
    does not tell it."""
    assert isinstance(await table.open(ANA, variant=variant), Accepted)
    assert isinstance(await table.join(BETO), Accepted)
    await table.choose(ANA, cut="si")
    game = table_for(variant, 2)
    size = len(game.deck)
    shift = size // 4
    table.dice.arrange([*game.deck[-shift:], *game.deck[:-shift]], game.deck, dealer=1)
    assert isinstance(await table.start(), Accepted)
    info = await table.info()
    assert info.seats[info.cutter].person == ANA
    for person in (ANA, BETO):
        screen = await table.screen(person)
        offered = {button.token for button in screen.buttons if "CUT" in button.token}
        assert len(offered) == (4 if person == ANA else 0)
    assert reason(await table.ask(Cut, BETO, where="arriba")) == "NO_CUT"
    assert isinstance(await table.ask(Cut, ANA, where="arriba"), Accepted)
    assert (await table.view(ANA)).dealt == game.deck[0:6:2]
    await table.agree(ANA, BETO)
    text = await table.record()
    assert not [line for line in text.split("\n") if line.startswith("cut")]


async def test_nobody_is_asked_to_cut_unless_the_host_wants_it(table: Table) -> None:
    await table.seated(ANA, BETO, variant="paulista")
    info = await table.info()
    assert (info.cutter, info.cut) == (-1, False)
