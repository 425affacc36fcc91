"""The hand of the day: the same for everybody, once, and nothing of it early."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from babel.dates import format_datetime

from bot import tokens
from bot.catalogue import page_for
from bot.community.bars import BAR, MUTE, Bar
from bot.environment import Config
from bot.match import daily, robot_turns
from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    Act,
    AnyReply,
    Join,
    Leave,
    LookOn,
    MatchId,
    PersonId,
    PlayDaily,
    ProposeEnd,
    Refused,
    Rematch,
    ShareDaily,
)
from bot.model import MatchInfo, Status
from bot.pages.page_spec import Community
from bot.reasons import ServiceReason
from bot.screens.daily.daily import squares
from bot.screens.pages import FILM, PROOF, PageKey
from bot.store import Store
from bot.store.model import KeptSecret
from bot.store.queries import commitment_register, daily_hands, match_queries
from bot.tokens import decode, encode
from bot.words import words_for
from engine.actions import Action
from engine.fairness.contributions import pulse_line
from engine.fairness.verify import verify
from engine.record.notation import write_action
from engine.seen.view import SeatView, table_of
from tests.adapters.beacon.chain import CHAIN, signed
from tests.bot import stored_results
from tests.bot.beacons import OwnBeacon
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    COMMUNITY,
    NAMES,
    PLACE,
    FakeTime,
    Table,
    dying,
    reason,
)
from tests.narrow import of_kind, present
from tests.stores import answer

KEY = b"k" * 32
MIDNIGHT = daily.day_of(330, "").begins
TELEGRAM, DISCORD = "telegram:5", "discord:7"


class Day(Table):
    """A bot on some day, and people who play its hand."""

    def __init__(self, store: Store, *, seed: int = 1, at: float = MIDNIGHT + 3600.0) -> None:
        super().__init__(
            store,
            config=Config(robot_budget=0),
            seed=seed,
            time=FakeTime(at),
            vault=Vault(KEY, random=Random(1).randbytes),
        )

    async def play(
        self, person: PersonId, variant: str = "argentino", **fields: object
    ) -> AnyReply:
        usual = {"community": COMMUNITY, "place": PLACE, "name": NAMES.get(person, "Eva")}
        made: Callable[..., PlayDaily] = PlayDaily
        asked = usual | {"request": self.request(), "person": person, "variant": variant}
        return await self.send(made(**asked | fields))

    async def share(self, match: MatchId, person: PersonId) -> AnyReply:
        return await self.ask(ShareDaily, person, match=match)

    async def begun(self, person: PersonId, variant: str = "argentino") -> MatchId:
        return of_kind(Accepted, await self.play(person, variant)).match

    async def tick(self, seconds: float = 5.0) -> None:
        self.time.pass_by(seconds)
        while await self.clock.send_due():
            pass

    async def step(self, match: MatchId, person: PersonId) -> bool:
        """The person's first legal step; whether there was anything to do."""
        view = await self.service.matches.view(match, person)
        if view is None or view.seat not in view.awaited:
            return False
        step = next(step for step in view.offered if isinstance(step, Action))
        action = write_action(table_of(view), step)
        assert isinstance(await self.ask(Act, person, match=match, action=action), Accepted)
        return True

    async def finish(self, match: MatchId, person: PersonId) -> MatchInfo:
        for _ in range(600):
            if (info := await self.info(match)).status is Status.OVER:
                return info
            if not await self.step(match, person):
                await self.tick()
        raise AssertionError("it does not end")

    async def kept(self, sealed: MatchId) -> KeptSecret:
        return present(await self.store.read(commitment_register.secret_of, sealed))

    async def join_there(self, match: MatchId, person: PersonId) -> AnyReply:
        return await self.ask(Join, person, match=match, name="Beto")

    async def look_on(self, match: MatchId, person: PersonId) -> AnyReply:
        return await self.ask(LookOn, person, match=match, name="Beto")

    async def text(self, match: MatchId) -> str:
        """The log as it is stored."""
        return "\n".join(row.text for row in await self.store.read(match_queries.whole_log, match))


@pytest.fixture
def day(store: Store) -> Day:
    return Day(store)


def played(log: str) -> list[str]:
    """What happened, without the names of those to whom it did."""
    return [line for line in log.split("\n") if not line.startswith(("seat", "player"))]


# --- the same for everybody ----------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["argentino", "paulista", "venezolano", "tradicional-18"])
async def test_who_does_the_same_meets_the_same(day: Day, variant: str) -> None:
    """On different platforms, at different hours, with a restart between them."""
    first = await day.begun(TELEGRAM, variant)
    one = await day.finish(first, TELEGRAM)
    day.restart()
    day.dice._random.seed(99)
    await day.tick(3 * 3600.0)
    second = await day.begun(DISCORD, variant)
    other = await day.finish(second, DISCORD)
    assert first != second
    assert played(await day.text(first)) == played(await day.text(second))
    assert one.daily is not None
    assert one.daily == other.daily
    assert len(one.daily.hands) == daily.HANDS or one.ended == daily.WON


async def test_two_games_and_two_days_have_other_cards(day: Day) -> None:
    first = await day.begun(ANA)
    day.time.pass_by(daily.DAY)
    second = await day.begun(ANA)
    assert first != second
    hands = [line for match in (first, second) for line in (await day.text(match)).split("\n")]
    dealt = [line for line in hands if line.startswith("deal ")]
    assert len(set(dealt)) == len(dealt) == 4


def other_thoughts(seen: SeatView, *_: object) -> Action:
    """Another version's robot: it does the last thing that it may."""
    return [step for step in seen.offered if isinstance(step, Action)][-1]


async def test_a_new_version_changes_no_day_that_has_begun(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await day.begun(ANA)
    await day.finish(first, ANA)
    monkeypatch.setattr(robot_turns, "choose", other_thoughts)
    day.restart()
    second = await day.begun(BETO)
    await day.finish(second, BETO)
    assert played(await day.text(first)) == played(await day.text(second))
    other = await day.begun(CARLA, "uruguayo")
    await day.finish(other, CARLA)
    assert await day.store.read(daily_hands.answers, daily.sealed_id(330, "uruguayo")), (
        "it thinks elsewhere"
    )


# --- once ----------------------------------------------------------------------------------------


async def test_whoever_presses_again_gets_the_same_match(day: Day) -> None:
    match = await day.begun(ANA)
    await day.step(match, ANA)
    before = await day.text(match)
    assert await day.begun(ANA) == match
    assert await day.text(match) == before
    await day.finish(match, ANA)
    assert await day.begun(ANA) == match, "nobody plays twice"
    assert await day.begun(ANA, "paulista") != match, "another game is another hand"


async def test_a_crash_between_opening_and_dealing_loses_nothing(day: Day) -> None:
    with dying(day.service.days, "_begun"):
        await day.play(ANA)
    day.restart()
    await day.tick(0.1)
    match = daily.hand_id(daily.sealed_id(330, "argentino"), ANA)
    assert (await day.info(match)).status is Status.PLAYING, "it begins by itself"
    assert await day.begun(ANA) == match


async def test_a_crash_in_the_middle_loses_nothing(day: Day) -> None:
    match = await day.begun(ANA)
    for _ in range(40):
        if not await day.step(match, ANA):
            await day.tick()
        day.restart()
    await day.finish(match, ANA)
    other = await day.begun(BETO)
    await day.finish(other, BETO)
    assert played(await day.text(match)) == played(await day.text(other))


# --- alone, and to its end -----------------------------------------------------------------------


async def test_a_hand_of_the_day_is_left_for_good_and_has_no_rematch(day: Day) -> None:
    match = await day.begun(ANA)
    await day.ask(Leave, ANA, match=match)
    info = await day.info(match)
    assert (info.status, info.ended) == (Status.OVER, "abandoned")
    assert await day.store.read(stored_results.on_day, info.sealed_as) == ()
    reply = await day.ask(Rematch, ANA, match=match)
    assert isinstance(reply, Refused)
    assert reason(await day.share(match, ANA)) == ServiceReason.DAILY_NO_RESULT
    assert await day.begun(ANA) == match


# --- nothing early -------------------------------------------------------------------------------


async def test_whoever_wants_to_see_it_again_is_told_when(day: Day) -> None:
    match = await day.begun(ANA)
    await day.finish(match, ANA)

    async def film(person: PersonId) -> str:
        page = await page_for(day.service, PageKey(FILM, match), person, "en", Community("", ""))
        return page.text

    words = words_for("en")
    assert await film(ANA) == words.text("film.daily")
    assert await film(BETO) == words.text("record.none")
    day.time.pass_by(daily.DAY)
    await day.tick(daily.GRACE)
    assert await film(ANA) not in (words.text("film.daily"), words.text("record.none"))
    left = await day.begun(BETO)
    await day.ask(Leave, BETO, match=left)
    day.time.pass_by(daily.DAY)
    await day.tick(daily.GRACE)
    match = left
    assert await film(BETO) != words.text("film.daily")


async def test_the_seal_is_out_before_the_day_begins(day: Day) -> None:
    await day.begun(ANA)
    tomorrow = daily.sealed_id(331, "argentino")
    told = await day.info(tomorrow)
    assert told.commitment
    day.time.pass_by(daily.DAY)
    match = await day.begun(ANA)
    info = await day.info(match)
    assert (info.sealed_as, info.commitment) == (tomorrow, told.commitment)


async def told(day: Day, match: MatchId) -> dict[str, str]:
    """The lines of Ana's screen, by id."""
    return {line.id: line.text for line in (await day.screen(ANA, match=match)).lines}


@pytest.mark.parametrize("lacks", ["", "late"])
async def test_everybody_has_the_first_round_of_the_day(day: Day, lacks: str) -> None:
    """Whoever is dealt first fixes it, also that there is none (AZ-35)."""
    beacon = OwnBeacon()
    beacon.reason, day.beacon = lacks, beacon
    day.restart()
    mine = await day.info(await day.begun(ANA))
    beacon.reason = "" if lacks else "late"
    other = await day.info(await day.begun(BETO))
    number = CHAIN.round_after(MIDNIGHT)
    assert mine.added == ((f"faro none {lacks}",) if lacks else (pulse_line(signed(number)),))
    assert (other.added, other.table_hash) == (mine.added, mine.table_hash)
    assert beacon.asked == [number]
    entries = await day.store.read(commitment_register.entries, 1, 9)
    assert {entry.round for entry in entries} - {None} == {number}


async def test_the_seal_is_told_to_whoever_asks(day: Day) -> None:
    """No hand and no result shows it."""
    match = await day.begun(ANA, "paulista")
    seal = (await day.info(match)).commitment
    shown = [str(await day.service.screens.screen(match, ANA))]
    await day.finish(match, ANA)
    shown.append(str(await day.service.screens.screen(match, ANA)))
    assert not [screen for screen in shown if seal[:8] in screen]
    assert "daily.verify" not in await told(day, match), "the seal is closed still"
    day.time.moment = MIDNIGHT + daily.DAY + daily.GRACE
    await day.tick(0.0)
    then = await told(day, match)
    assert match in then["daily.verify"]
    assert "daily.later" not in then


async def films_offered(day: Day, match: MatchId) -> list[str]:
    """The buttons of Ana's screen that show a match again."""
    buttons = (await day.screen(ANA, match=match)).buttons
    return [button.token for button in buttons if decode(button.token).action == tokens.FILM]


async def test_the_film_is_offered_when_the_day_is_over(day: Day) -> None:
    """Of a match that was left too."""
    whole, left = await day.begun(ANA, "paulista"), await day.begun(ANA, "mineiro")
    await day.finish(whole, ANA)
    await day.ask(Leave, ANA, match=left)
    sealed = (await day.info(whole)).sealed_as
    assert (await day.kept(sealed)).entry.secret is None
    assert await day.service.films.film(whole, "es") is None
    assert "record" not in str(await day.service.own_data.of(ANA)).replace('"record": null', "")
    for match in (whole, left):
        assert await films_offered(day, match) == []
        assert await day.service.matches.record(match) is None
    day.time.moment = MIDNIGHT + daily.DAY + daily.GRACE
    await day.tick(0.0)
    assert (await day.kept(sealed)).entry.secret is not None
    for match in (whole, left):
        assert await films_offered(day, match) == [encode(match, "", tokens.FILM)]
        verdict = verify(await day.service.matches.record(match) or "")
        assert verdict.proved
        assert verdict.fault is None, verdict


# --- midnight ------------------------------------------------------------------------------------

ZONES: dict[str, Callable[[float], int]] = {
    "Buenos Aires": lambda utc: int((utc - 3 * 3600) // 3600 % 24),
    "Caracas": lambda utc: int((utc - 4 * 3600) // 3600 % 24),
    "Lisboa": lambda utc: int(utc // 3600 % 24),
}


async def test_midnight_is_one_moment_for_people_in_three_zones(day: Day) -> None:
    hours = {zone: hour(MIDNIGHT) for zone, hour in ZONES.items()}
    assert hours == {"Buenos Aires": 0, "Caracas": 23, "Lisboa": 3}
    day.time.moment = MIDNIGHT + daily.DAY - 1.0
    matches = [await day.begun(person) for person in (ANA, BETO, CARLA)]
    assert {(await day.info(match)).daily.number for match in matches} == {330}  # type: ignore[union-attr]
    day.time.pass_by(1.0)
    again = [await day.begun(person) for person in (ANA, BETO, CARLA)]
    assert {(await day.info(match)).daily.number for match in again} == {331}  # type: ignore[union-attr]
    assert not set(matches) & set(again)


async def test_until_the_secret_is_out_verificar_says_when_it_will_be(day: Day) -> None:
    """In the minute after midnight too, when the day is over."""
    match = await day.begun(ANA)
    await day.finish(match, ANA)
    out = MIDNIGHT + daily.DAY + daily.GRACE
    here, english = Community(PLACE, "Truco"), words_for("en")
    opened = datetime.fromtimestamp(out, UTC)
    when = format_datetime(opened, "short", tzinfo=UTC, locale="en")
    said = english.text("proof.later.day", at=when)
    assert when in said
    for moment in (out - daily.DAY, out - daily.GRACE, out - 1.0):
        day.time.moment = moment
        await day.tick(0.0)
        page = await page_for(day.service, PageKey(PROOF, match), ANA, "en", here)
        assert said in page.text
    day.time.moment = out
    await day.tick(0.0)
    page = await page_for(day.service, PageKey(PROOF, match), ANA, "en", here)
    assert english.text("proof.right") in page.text


# --- sharing -------------------------------------------------------------------------------------


async def test_a_result_is_shared_once_by_its_person_where_it_was_asked_for(day: Day) -> None:
    match = await day.begun(ANA)
    assert reason(await day.share(match, ANA)) == ServiceReason.NOT_OVER
    info = await day.finish(match, ANA)
    assert await day.share(match, BETO) == Refused(ServiceReason.NO_SUCH_MATCH, match)
    command = ShareDaily(request="share", person=ANA, match=match)
    assert isinstance(await day.send(command), Accepted)
    await day.service.updater.bring_all()
    ((place, text),) = day.platform.published
    assert place == PLACE
    assert info.daily is not None
    assert text.startswith(f"{NAMES[ANA]}: ")
    assert squares(info.daily.hands) in text
    assert await day.send(command) == Accepted(match), "the same press arrives again"
    assert reason(await day.share(match, ANA)) == ServiceReason.DAILY_SHARED
    await day.service.updater.bring_all()
    day.restart()
    await day.service.updater.bring_all()
    assert len(day.platform.published) == 1


async def test_two_processes_post_a_shared_result_once(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await day.begun(ANA)
    await day.finish(match, ANA)
    here = day.service
    day.restart()
    monkeypatch.setattr(here.updater, "wake", lambda *_: None)
    monkeypatch.setattr(day.service.updater, "wake", lambda *_: None)
    shares = [ShareDaily(request=f"share{number}", person=ANA, match=match) for number in (1, 2)]
    replies = await asyncio.gather(here.handle(shares[0]), day.service.handle(shares[1]))
    assert sorted(isinstance(reply, Accepted) for reply in replies) == [False, True]
    await asyncio.gather(here.updater.bring_all(), day.service.updater.bring_all())
    assert len(day.platform.published) == 1


async def test_in_a_private_chat_nothing_is_shared(day: Day) -> None:
    reply = of_kind(Accepted, await day.play(ANA, private=True))
    await day.finish(reply.match, ANA)
    assert reason(await day.share(reply.match, ANA)) == ServiceReason.DAILY_ALONE
    assert await day.store.notices_waiting() == ()


async def test_whoever_is_silenced_shares_nothing(day: Day) -> None:
    match = await day.begun(ANA)
    await day.finish(match, ANA)
    await day.service.bars.set(COMMUNITY, ANA, MUTE, Bar(day.time.utc() + 3600.0))
    assert reason(await day.share(match, ANA)) == ServiceReason.MUTED


# --- how one has done ----------------------------------------------------------------------------


async def test_the_master_plays_too_and_everybody_is_compared(day: Day) -> None:
    match = await day.begun(ANA)
    info = await day.finish(match, ANA)
    standing = present(await day.service.daily_standings.of(info))
    assert (standing.players, standing.better_than, standing.streak) == (1, 0, 1)
    master = await day.info(daily.hand_id(info.sealed_as, ""))
    for _ in range(400):
        if (master := await day.info(master.match)).status is Status.OVER:
            break
        await day.tick()
    par = await day.service.daily_standings.par(info.sealed_as)
    assert par == present(master.daily).points


async def test_a_streak_counts_days_in_a_row_of_any_game(day: Day) -> None:
    for number, variant in enumerate(("argentino", "paulista", "argentino")):
        match = await day.begun(ANA, variant)
        info = await day.finish(match, ANA)
        standing = present(await day.service.daily_standings.of(info))
        assert standing.streak == number + 1
        day.time.pass_by(MIDNIGHT + (number + 1) * daily.DAY + 3600.0 - day.time.moment)
    day.time.pass_by(daily.DAY)
    match = await day.begun(ANA)
    standing = present(await day.service.daily_standings.of(await day.finish(match, ANA)))
    assert standing.streak == 1


# --- what follows from the secret alone ----------------------------------------------------------


def by_dice(seen: SeatView, dice: Random, *_: object) -> Action:
    """A robot that does nothing but throw dice."""
    return dice.choice([step for step in seen.offered if isinstance(step, Action)])


async def test_the_robots_dice_follow_from_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots that know nothing of each other but have the same secret, and chance of their
    own."""
    monkeypatch.setattr(robot_turns, "choose", by_dice)
    logs = []
    for seed in (1, 99):
        there = Day(Store.in_memory(), seed=seed)
        match = await there.begun(ANA)
        await there.finish(match, ANA)
        logs.append(played(await there.text(match)))
    assert logs[0] == logs[1]


async def test_nobody_is_asked_to_cut(day: Day) -> None:
    """In this game the pack is cut by hand, and the person would be the one to do it."""
    match = await day.begun(ANA, "tradicional-18")
    assert (await day.info(match)).cutter == -1
    assert (await day.view(ANA, match)).number == 1


# --- what is refused, and what the tables of a day are --------------------------------------------


async def test_where_no_secret_can_be_kept_there_is_no_hand_of_the_day(day: Day) -> None:
    day.vault = None
    day.restart()
    assert await day.play(ANA) == Refused(ServiceReason.NO_DAILY)


@pytest.mark.parametrize(
    ("name", "variant", "refused"),
    [
        ("\u200b", "argentino", Refused(ServiceReason.BAD_NAME)),
        (
            "Ana",
            "x" * 40,
            Refused(ServiceReason.NO_SUCH_VARIANT, parameters=(("variant", "x" * 32),)),
        ),
    ],
)
async def test_a_command_that_makes_no_sense_opens_no_day(
    day: Day, name: str, variant: str, refused: Refused
) -> None:
    assert await day.play(ANA, variant, name=name) == refused
    assert await day.service.matches.info(daily.sealed_id(330, "argentino")) is None


async def test_whoever_is_barred_there_begins_none(day: Day) -> None:
    await day.service.bars.set(COMMUNITY, ANA, BAR, Bar(day.time.utc() + 3600.0))
    assert reason(await day.play(ANA)) == ServiceReason.BARRED
    assert isinstance(await day.play(BETO), Accepted)


async def test_a_day_that_cannot_be_opened_is_tried_again(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def closed(*_: object) -> None:
        return None

    monkeypatch.setattr(day.service.days, "sealed", closed)
    assert await day.play(ANA) == Refused(ServiceReason.TRY_AGAIN)


async def test_the_tables_of_a_day_are_for_nobody_else(day: Day) -> None:
    match = await day.begun(ANA)
    hand = await day.info(match)
    holds = await day.info(hand.sealed_as)
    for info in (hand, holds):
        assert info.private
        assert not info.competitive
        assert info.spectators == "no"
        assert (info.place, info.players, info.options) == (daily.PLACE, 2, ())
    assert (hand.community, holds.community) == (COMMUNITY, daily.PLACE)
    assert (hand.host, holds.host) == (ANA, "")
    assert [(seat.person, seat.name, seat.robot) for seat in hand.seats] == [
        (ANA, "Ana", False),
        ("", hand.seats[1].name, True),
    ]
    assert hand.first_dealer == daily.ROBOT
    assert (await day.view(ANA, match)).mano == daily.PERSON
    for person in (BETO, None):
        assert await day.service.screens.screen(match, person) is None
    refused = await day.ask(ProposeEnd, ANA, match=match)
    assert reason(refused) == ServiceReason.DAILY
    reply = await day.ask(Leave, ANA, match=holds.match)
    assert reply == Refused(ServiceReason.NO_SUCH_MATCH, holds.match)
    reply = await day.ask(Leave, BETO, match=match)
    assert reply == Refused(ServiceReason.NO_SUCH_MATCH, match)


async def test_the_master_shares_nothing_and_stands_in_no_place(day: Day) -> None:
    match = await day.begun(ANA)
    info = await day.info(match)
    assert present(info.daily).asked_in == PLACE
    master = await day.info(daily.hand_id(info.sealed_as, ""))
    assert present(master.daily).asked_in == ""
    assert master.community == daily.PLACE
    assert all(seat.robot for seat in master.seats)
    assert master.people == ()


async def test_whoever_leaves_before_the_first_card_closes_it(day: Day) -> None:
    with dying(day.service.days, "_begun"):
        await day.play(ANA)
    match = daily.hand_id(daily.sealed_id(330, "argentino"), ANA)
    assert (await day.info(match)).status is Status.LOBBY
    reply = await day.ask(Leave, ANA, match=match)
    assert reply == Accepted(match)
    assert (await day.info(match)).status is Status.CLOSED


async def test_people_are_compared_by_their_points(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has fewer points is behind; whoever has as many is not."""
    info = await day.finish(await day.begun(ANA), ANA)
    mine = present(info.daily)
    counts = {mine.points - 1: 2, mine.points: 3, mine.points + 1: 4}

    async def counted(sealed: MatchId) -> dict[int, int]:
        assert sealed == mine.sealed
        return counts

    answer(monkeypatch, day.store, daily_hands.counts, counted)
    found = present(await day.service.daily_standings.of(info))
    assert (found.players, found.better_than, found.equal_to) == (9, 2, 2)
    assert (found.points, found.hands) == (mine.points, mine.hands)
    assert (found.next_at, found.is_over) == (mine.ends, False)
    day.time.pass_by(mine.ends - day.time.moment)
    assert present(await day.service.daily_standings.of(info)).is_over
