"""A running match: steps, stale presses, señas, coming and going, the end."""

import asyncio
from typing import Any

from bot.catalogue import Send, Typed, interpret
from bot.match.running_match import load
from bot.messages import (
    Accepted,
    Act,
    Ask,
    Leave,
    NotSeated,
    ProposeEnd,
    Refused,
    Rematch,
    Return,
    SendSena,
    Stale,
)
from bot.model import Status
from bot.screens import reply_text
from bot.store import Store
from bot.store.queries import match_queries
from bot.store.records import record_text
from bot.tokens import point
from engine.cards import SPANISH
from engine.events import Dealt
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.seen.senas import senas_for
from engine.seen.view import PUBLIC
from engine.variants import table_for
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    COMMUNITY,
    DANI,
    STRANGER,
    TWO,
    Table,
    asker_here,
    reason,
)
from tests.narrow import of_kind, present

FOUR = ("7o 4c 1b", "3e 12c 5o", "2b 6c 11e", "1e 7b 10o")


async def fours(table: Table, **options: str) -> None:
    """Ana and Carla against Beto and Dani; seat 2 is mano."""
    await table.dealt(*FOUR, dealer=1, people=(ANA, BETO, CARLA, DANI), **options)


# --- steps ------------------------------------------------------------------------------------


async def test_who_may_call_blind_is_waited_for(table: Table) -> None:
    """TR-COM-01: what others say or lay does not take his choice from him."""
    await table.seated(ANA, BETO, CARLA, DANI, players=4, variant="tradicional-18")
    await table.until_dealt()
    people = (ANA, BETO, CARLA, DANI)
    (pie,) = (await table.view(None)).awaited
    for seat in (seat for seat in range(4) if seat != pie):
        card = f"play {SPANISH.write((await table.view(people[seat])).cards[0])}"
        for action in ("mazo", "truco", card):
            assert reason(await table.act(people[seat], action)) == "NOT_YOUR_TURN"
    await table.do(people[pie], "ver")
    await table.do(people[1 - pie % 2], "truco")


async def test_a_step_out_of_turn_is_told_whose_turn_it_is(table: Table) -> None:
    await table.heads_up()
    refused = of_kind(Refused, await table.act(BETO, "play 3e"))
    assert refused.parameters == (("name", "Ana"),)
    assert "Ana" in reply_text(refused, "es")


async def test_refusals_name_the_engines_reason(table: Table) -> None:
    await table.heads_up()
    assert reason(await table.act(BETO, "play 3e")) == "NOT_YOUR_TURN"
    assert reason(await table.act(ANA, "play 3e")) == "NO_SUCH_CARD"
    assert reason(await table.act(ANA, "quiero")) == "NOTHING_TO_ANSWER"
    for nothing in ("play 99z", "xyzzy", ""):
        assert reason(await table.act(ANA, nothing)) == "BAD_LINE"
    assert isinstance(await table.act(STRANGER, "truco"), NotSeated)


async def test_a_flor_obliges_only_its_holder_to_know(table: Table) -> None:
    """The refusal goes to the one who pressed; the public picture is the same."""
    await table.dealt("7o 4o 1o", "3e 12c 5o", dealer=1, people=(ANA, BETO), flor="con")
    before = await table.service.screens.screen(table.match, None, "es")
    assert reason(await table.act(ANA, "envido")) == "FLOR_FIRST"
    assert await table.service.screens.screen(table.match, None, "es") == before


async def test_before_the_start_and_after_the_end(table: Table) -> None:
    await table.open(ANA)
    assert reason(await table.act(ANA, "truco")) == "NOT_STARTED"
    await table.ask(Leave, ANA)
    assert isinstance(await table.act(ANA, "truco"), NotSeated)


async def test_a_number_is_asked_for(table: Table) -> None:
    await table.heads_up(declare="manual")
    await table.do(ANA, "envido")
    await table.do(BETO, "quiero")
    view = await table.view(ANA)
    reply = await table.act(ANA, "tengo ?", point(view))
    assert reply == Ask(table.match, "tengo ?", 0, 33, point(view))
    assert await table.act(ANA, "tengo") == reply
    assert isinstance(await table.act(BETO, "tengo ?"), Refused), "the mano speaks first"
    await table.do(ANA, "tengo 7")
    assert of_kind(Ask, await table.act(BETO, "tengo ?")).low >= 7


# --- points and requests ------------------------------------------------------------------


async def test_a_call_makes_presses_stale_a_card_does_not(table: Table) -> None:
    await fours(table)
    dealt = point(await table.view(None))
    await table.do(CARLA, "play 2b")
    assert isinstance(await table.act(DANI, "play 10o", dealt), Accepted)
    await table.do(BETO, "truco")
    late = of_kind(Stale, await table.act(ANA, "play 7o", dealt))
    view, info = await table.view(ANA, late.match), await table.info(late.match)
    assert late.waiting == tuple(info.seats[seat].name for seat in view.awaited) != ()
    assert late.mine == (view.seat in view.awaited)
    called = point(await table.view(None))
    assert isinstance(await table.act(ANA, "noquiero", called), Accepted)


async def test_a_point_that_never_was_is_stale(table: Table) -> None:
    await table.heads_up()
    assert isinstance(await table.act(ANA, "truco", "zzzz"), Stale)
    assert isinstance(await table.act(STRANGER, "truco", "zzzz"), NotSeated)


async def test_a_repeated_request_gets_the_first_answer(table: Table) -> None:
    await table.heads_up()
    first = Act(request="x", person=ANA, match=table.match, action="truco")
    reply = of_kind(Accepted, await table.send(first))
    version = (await table.info()).version
    assert await table.send(first) == reply
    table.restart()
    assert await table.send(first) == reply
    assert (await table.info()).version == version
    # Somebody else's request of the same name is another request.
    assert isinstance(await table.ask(Act, BETO, action="quiero"), Accepted)


async def test_a_refusal_is_remembered_too(table: Table) -> None:
    """Sent twice by a platform, a press does not become legal meanwhile."""
    await table.heads_up()
    early = Act(request="x", person=BETO, match=table.match, action="play 3e")
    assert reason(await table.send(early)) == "NOT_YOUR_TURN"
    await table.do(ANA, "play 7o")
    assert reason(await table.send(early)) == "NOT_YOUR_TURN"


async def test_whoever_stops_waiting_has_pressed_all_the_same(table: Table) -> None:
    """A connection that is cut takes no step back and leaves none half done."""
    await table.heads_up()
    await table.shown_in("tab")
    async with table.service.running():
        await table.platform.next_picture()
        press = asyncio.create_task(table.act(ANA, "truco"))
        await asyncio.sleep(0)
        press.cancel()
        await table.platform.next_picture()
    assert press.cancelled()
    assert (await table.view(None)).awaited == (1,)


# --- restarts and records ---------------------------------------------------------------------


async def test_an_unknown_snapshot_is_made_again_from_the_log(
    table: Table, monkeypatch: Any
) -> None:
    await table.heads_up()
    await table.do(ANA, "mazo")
    await table.next_deadline()
    before = await table.view(ANA)
    events = await table.service.matches.events(table.match, ANA)
    # Another version of the engine's codec.
    monkeypatch.setattr("engine.record.codec.VERSION", 99)
    table.restart()
    assert await table.view(ANA) == before
    assert await table.service.matches.events(table.match, ANA) == events
    await table.do(ANA if 0 in before.awaited else BETO, "truco")


async def test_the_match_is_its_record(table: Table, store: Store) -> None:
    await table.heads_up(target="12")
    await table.do(ANA, "truco")
    await table.do(BETO, "retruco")
    await table.do(ANA, "noquiero")
    text = record_text(await store.read(match_queries.whole_log, table.match))
    assert text.splitlines() == [
        "record 1",
        "variant argentino",
        "option target 12",
        "players 2",
        "seat 0 Ana",
        "seat 1 Beto",
        "",
        "hand dealer 1",
        "deal 0 7o 4c 1b",
        "deal 1 3e 12c 5o",
        "0 truco",
        "1 retruco",
        "0 noquiero",
        "result A 0 B 2",
    ]
    played = replay(parse_record(text))
    live = present(await load(store, table.match))
    assert played.error is None
    assert played.state == live.state


async def test_nobody_gets_the_record_of_a_running_match(table: Table) -> None:
    await table.heads_up()
    assert await table.service.matches.record(table.match) is None
    await table.agree(ANA, BETO)
    text = await table.record()
    assert text.endswith("deal 1 3e 12c 5o\nend agreed\n")
    assert await table.service.matches.record("zzzzzzzz") is None


async def test_events_are_disclosed_by_seat(table: Table) -> None:
    await table.heads_up()
    mine = await table.service.matches.events(table.match, ANA)
    public = await table.service.matches.events(table.match, STRANGER)
    assert isinstance(mine[0], Dealt)
    assert isinstance(public[0], Dealt)
    assert mine[0].hands[0] == tuple(SPANISH.read(name) for name in TWO[0].split())
    assert set(mine[0].hands[1]) == {-1}
    assert {card for hand in public[0].hands for card in hand} == {-1}


# --- señas ----------------------------------------------------------------------------------


async def test_a_sena_gives_nobody_more_time(table: Table) -> None:
    await fours(table)
    table.time.pass_by(10)
    await table.ask(SendSena, ANA, sena="SE-AR-04")
    assert await table.due() == table.config.turn_seconds - 10


async def test_a_hand_is_not_filled_with_senas(table: Table) -> None:
    """Somebody gestures without end: their partner still sees a hand that a platform can show."""
    await fours(table, senas="public")
    known = senas_for(table_for("argentino", 4))
    for sena in (*known, known[0], *known, known[1], known[0]):
        for person in (ANA, BETO):
            assert isinstance(await table.ask(SendSena, person, sena=sena), Accepted)
    table.restart()
    heard = (await table.view(CARLA)).heard
    assert len(heard) == len(set(heard)) == 2 * len(known)
    assert [sent.sena for sent in heard[-4:]] == [known[1]] * 2 + [known[0]] * 2
    shown = [line for line in (await table.screen(CARLA)).lines if line.id == "hand.heard"]
    assert 4 <= len(shown) <= 12


async def test_a_sena_to_one_partner_of_two(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, players=6)
    # Robots sit at 3, 4 and 5; Carla is at 2.
    await table.ask(SendSena, ANA, sena="SE-AR-01", to=2)
    live = present(await load(table.store, table.match))
    told = [heard.seat for heard in live.heard(2) if heard.sena == "SE-AR-01"]
    assert told.count(0) == 1
    assert all(heard.seat != 0 for heard in live.heard(4))
    assert reason(await table.ask(SendSena, ANA, sena="SE-AR-01", to=1)) == "NO_PARTNER"


async def test_senas_that_are_not_sent(table: Table) -> None:
    await fours(table)
    assert isinstance(await table.ask(SendSena, STRANGER, sena="SE-AR-01"), NotSeated)
    assert reason(await table.ask(SendSena, ANA, sena="SE-XX-01")) == "NO_SUCH_SENA"
    await table.do(ANA, "mazo")
    assert reason(await table.ask(SendSena, ANA, sena="SE-AR-01")) == "NO_HAND"


async def test_tables_without_senas(table: Table) -> None:
    await fours(table, senas="off")
    assert reason(await table.ask(SendSena, ANA, sena="SE-AR-01")) == "SENAS_OFF"
    await table.heads_up()
    assert reason(await table.ask(SendSena, ANA, sena="SE-AR-01")) == "NO_PARTNER"


async def test_in_a_duel_nobody_signals_and_is_told_why(table: Table) -> None:
    """AR-PIC-06: who waits for his own duel does not advise; asked for no sign before that."""
    await table.seated(ANA, players=6, variant="tradicional-18", blind_calls="off")
    for _ in range(600):
        view = await table.view(ANA)
        if len(view.contests) > 1 and view.awaited:
            break
        if 0 in view.awaited:
            await table.do(ANA, "mazo")
        else:
            await table.next_deadline()
    assert reason(await table.ask(SendSena, ANA, sena="SE-AR-01")) == "SENA_IN_DUEL"
    asker = asker_here(match=table.match, view=await table.view(ANA), seats=("Ana",) * 6)
    meant = of_kind(Send, interpret(Typed("sena"), asker))
    assert reason(await table.send(meant.command)) == "SENA_IN_DUEL"


# --- coming and going -------------------------------------------------------------------------


async def test_who_leaves_is_played_for_and_may_come_back(table: Table) -> None:
    await table.heads_up()
    assert isinstance(await table.ask(Leave, ANA), Accepted)
    seat = (await table.info()).seats[0]
    assert (seat.away, seat.left, seat.person) == (True, True, ANA)
    assert reason(await table.act(ANA, "truco")) == "HAS_LEFT"
    assert reason(await table.ask(Leave, ANA)) == "HAS_LEFT"
    assert await table.due() == table.config.robot_delay, "the robot's turn"
    assert (await table.info()).host == BETO
    assert isinstance(await table.ask(Return, ANA), Accepted)
    assert (await table.info()).seats[0].present
    assert await table.due() == table.config.turn_seconds
    assert reason(await table.ask(Return, ANA)) == "NOT_AWAY"
    assert isinstance(await table.ask(Return, STRANGER), NotSeated)


async def test_the_record_says_who_sat_there(table: Table, store: Store) -> None:
    await table.heads_up()
    await table.ask(Leave, ANA)
    await table.do(BETO, "mazo")
    await table.next_deadline()
    text = record_text(await store.read(match_queries.whole_log, table.match))
    assert "seat 0 Ana (robot)\nhand dealer 0" in text
    assert replay(parse_record(text)).error is None


async def test_the_end_ends_the_time_for_claims(table: Table, store: Store) -> None:
    """Points not shown by then go to the others, and may win them the match (AR-MOS-03)."""
    options = {"show": "claim", "target": "12"}
    await table.dealt("7e 6e 4o", "1b 5c 1e", dealer=1, people=(ANA, BETO), **options)
    await table.do(ANA, "faltaenvido")
    await table.do(BETO, "quiero")
    await table.agree(ANA, BETO)
    won = {person: result.won for person, result in (await table.results()).items()}
    assert ((await table.info()).ended, won) == ("won", {ANA: False, BETO: True})
    text = record_text(await store.read(match_queries.whole_log, table.match))
    assert replay(parse_record(text)).error is None


# --- the end ----------------------------------------------------------------------------------


async def test_points_of_several_games_are_added(table: Table) -> None:
    await table.dealt(
        "7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO), target="12", games_to_win="2"
    )
    await table.do(ANA, "truco")
    await table.do(BETO, "noquiero")
    while (await table.info()).status is Status.PLAYING:
        view = await table.view(ANA)
        if not view.awaited:
            await table.next_deadline()
        elif 0 in view.awaited:
            await table.do(ANA, "mazo")
        else:
            await table.do(BETO, "play " + SPANISH.write((await table.view(BETO)).cards[0]))
    rows = await table.results()
    assert (rows[ANA].points_for, rows[ANA].points_against) == (1, 24)
    assert (rows[BETO].points_for, rows[BETO].points_against) == (24, 1)
    assert rows[BETO].won


async def test_a_rematch_against_robots_starts_at_once(table: Table) -> None:
    await table.seated(ANA, players=4)
    await table.ask(ProposeEnd, ANA)
    await table.rematch(ANA)
    info = await table.info()
    assert info.status is Status.PLAYING
    assert [seat.robot for seat in info.seats] == [False, True, True, True]
    assert len((await table.view(ANA)).cards) == 3


async def test_who_left_is_not_asked_again(table: Table) -> None:
    await fours(table)
    await table.ask(Leave, DANI)
    await table.agree(ANA, BETO, CARLA)
    assert reason(await table.ask(Rematch, DANI)) == "HAS_LEFT"
    assert isinstance(await table.ask(Rematch, STRANGER), NotSeated)
    await table.rematch(ANA)
    assert [seat.person for seat in (await table.info()).seats] == [ANA, BETO, CARLA, ""]


async def test_no_rematch_of_a_running_match(table: Table) -> None:
    await table.heads_up()
    assert reason(await table.ask(Rematch, ANA)) == "NOT_OVER"


# --- languages --------------------------------------------------------------------------------


async def test_languages(table: Table) -> None:
    await table.heads_up()
    service = table.service
    assert await service.languages.of(ANA) is None
    assert await service.languages.choose(ANA, "pt-BR") == "pt_BR"
    assert await service.languages.choose(COMMUNITY, "en_GB") == "en"
    assert await service.languages.choose(BETO, "xx") is None
    locales = [(await table.screen(person)).locale for person in (ANA, BETO, None)]
    assert locales == ["pt_BR", "en", "en"]
    assert (await table.screen(ANA, "es")).locale == "es"


async def test_pictures_of_unknown_matches(table: Table) -> None:
    assert await table.service.screens.screen("zzzzzzzz", ANA) is None
    assert await table.service.matches.view("zzzzzzzz", ANA) is None
    assert await table.service.matches.events("zzzzzzzz", ANA) == ()
    assert await table.service.matches.info("zzzzzzzz") is None


async def test_a_stranger_has_no_picture_of_a_running_match(table: Table) -> None:
    await table.heads_up()
    assert await table.service.screens.screen(table.match, STRANGER, "es") is None
    assert present(await load(table.store, table.match)).seat_of(STRANGER) == PUBLIC
    assert isinstance(await table.ask(Leave, STRANGER), NotSeated | Refused)
