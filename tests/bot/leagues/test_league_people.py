"""``/liga``: what people of a league between houses do and are told."""

from pathlib import Path
from random import Random

import pytest

from bot.common.whole_files import write_whole
from bot.community.league_teams import LONGEST
from bot.leagues.terms import DAY
from bot.match.league_rooms import SLOW_TURN
from bot.messages import (
    Accepted,
    Command,
    GoOn,
    Leave,
    PersonId,
    ProposeEnd,
    Refused,
    Rematch,
    SetOptions,
)
from bot.model import Status
from bot.pages.league import PAGE
from bot.reasons import ServiceReason
from bot.screens.pages import Page
from bot.store import Store
from bot.words import words_for
from tests.bot.helpers import COMMUNITY, PLACE, answer_of
from tests.bot.league_world import (
    CLOSED,
    OPEN,
    PEOPLE,
    Host,
    exchange,
    one_house,
    pairing_begun,
    with_people,
)
from tests.bot.leagues.season import BEGINS, terms_of

(ANA, ADA), (BRUNO, BELA) = PEOPLE
EVA: PersonId = "web:eva"
TEXT = words_for("es").text


async def says(host: Host, person: PersonId, *, manages: bool = False, **values: str) -> Page:
    """The answer to ``/liga``."""
    name = person.partition(":")[2].title()
    return await answer_of(PAGE, host, person, name, values, manages=manages)


def buttons(page: Page) -> list[str]:
    return [leaf.label for leaf in page.turns]


# --- words ---------------------------------------------------------------------------------------


async def test_from_the_words_to_the_room(host: Host) -> None:
    """An administrator says one word, each person one word, and presses one button."""
    await host.look()
    desk = host.folder.desk()
    club = await says(host, ANA, manages=True, palabra=desk.word_of_club(0))
    assert TEXT("league.told.club", club="Club 0") in club.text
    assert desk.word_of_team(0) in club.text, "to be passed on"
    assert desk.word_of_team(1) not in club.text
    for person, team in ((ADA, 0), (BRUNO, 1)):
        page = await says(host, person, palabra=desk.word_of_team(team).upper())
        assert TEXT("league.told.joined", team=f"Equipo {team}") in page.text
        assert desk.word_of_team(team) not in page.text
        assert buttons(page) == [TEXT("league.button.jugar"), TEXT("league.button.turnos")]
    page = await says(host, ADA, accion="jugar")
    assert TEXT("league.waiting", names="Ada") in page.text
    assert buttons(page) == [TEXT("league.button.dejar")]
    page = await says(host, BRUNO, accion="jugar")
    assert TEXT("league.told.begun") in page.text
    await host.opened(OPEN, ADA, BRUNO)
    assert buttons(page) == []


async def test_only_an_administrator_brings_a_club(host: Host) -> None:
    word = host.folder.desk().word_of_club(0)
    page = await says(host, ANA, palabra=word)
    assert TEXT("reason.NOT_ADMIN") in page.text
    assert await host.service.league.teams.homes(host.terms.id) == {}


async def test_words_that_are_none(store: Store, tmp_path: Path) -> None:
    host = one_house(store, tmp_path)
    other = Host(Store.in_memory(), tmp_path / "other", terms_of(2, 2), 1).folder.desk()
    for word in ("abcd-ef23", "equipo 1", other.word_of_team(0), "'; --"):
        page = await says(host, ANA, palabra=word)
        assert TEXT("league.told.no_word") in page.text
    assert await host.service.league.teams.members(host.terms.id) == {}


async def test_a_team_has_no_more_people_than_it_needs(host: Host) -> None:
    await with_people(host)
    first, second = (host.folder.desk().word_of_team(team) for team in (0, 1))
    page = await says(host, EVA, palabra=first)
    assert TEXT("league.told.full", team="Equipo 0") in page.text
    page = await says(host, ANA, palabra=second)
    assert TEXT("league.told.other_team", team="Equipo 0") in page.text
    page = await says(host, ANA, palabra=first)
    assert TEXT("league.told.joined", team="Equipo 0") in page.text, "once more changes nothing"
    assert TEXT("league.told.left", team="Equipo 0") in (await says(host, ADA, accion="salir")).text
    page = await says(host, EVA, palabra=first)
    assert TEXT("league.told.joined", team="Equipo 0") in page.text


async def test_an_administrator_takes_somebody_out(host: Host) -> None:
    """Of the own club, and of nobody else's."""
    await with_people(host)
    desk = host.folder.desk()
    await says(host, EVA, manages=True, palabra=desk.word_of_club(0))
    refused = await says(host, EVA, accion="sacar", persona="Ada")
    assert TEXT("reason.NOT_ADMIN") in refused.text
    other = await says(host, EVA, manages=True, accion="sacar", persona="Bruno")
    assert TEXT("league.told.nobody") in other.text
    done = await says(host, EVA, manages=True, accion="sacar", persona="@ada")
    assert TEXT("league.told.removed", name="Ada", team="Equipo 0") in done.text
    assert {*await host.service.league.teams.members(host.terms.id)} == {ANA, BRUNO, BELA}


async def test_guests_have_a_word_of_this_house(tmp_path: Path) -> None:
    """The club at whose house the room is passes it on; it is not that of the guests' own house."""
    terms = terms_of(2, 2, beacon=False)
    hosts = [Host(Store.in_memory(), tmp_path / str(house), terms, house) for house in (0, 1)]
    exchange(*hosts)
    here, there = (host.folder.desk() for host in hosts)
    page = await says(hosts[0], ANA, manages=True, palabra=here.word_of_club(0))
    assert here.word_of_team(1) in page.text
    assert here.word_of_team(1) != there.word_of_team(1)
    assert there.word_of_club(1) not in page.text
    page = await says(hosts[0], BRUNO, palabra=here.word_of_team(1))
    assert TEXT("league.told.joined", team="Equipo 1") in page.text
    assert TEXT("league.room.away", room="Sala cerrada", house="Casa 1") in page.text


async def test_a_bot_without_a_league_says_so(host: Host) -> None:
    host.league = None
    host.restart()
    for values in ({}, {"accion": "jugar"}, {"palabra": "abcd-ef23"}):
        assert (await says(host, ANA, manages=True, **values)).text == TEXT("league.none")
    await host.look()


async def test_a_folder_that_cannot_be_read_stops_nothing(host: Host) -> None:
    host.folder.book.write_bytes(b"nothing\n")
    assert (await says(host, ANA)).text == TEXT("league.none")
    await host.look()


# --- who may play, and when ----------------------------------------------------------------------


async def told(host: Host, person: PersonId, action: str = "jugar") -> str:
    """The first line of the answer."""
    return (await says(host, person, accion=action)).text.split("\n")[0]


async def test_who_plays_for_no_team_waits_for_no_room(host: Host) -> None:
    await host.look()
    for action in ("jugar", "turnos", "dejar", "salir"):
        assert await told(host, EVA, action) == TEXT("league.told.no_team")


async def test_whoever_knows_the_cards_does_not_play_them_again(host: Host) -> None:
    match = await pairing_begun(host)
    assert await told(host, ANA) == TEXT("league.told.sat")
    await host.play(match, Random(1))
    assert await told(host, ANA) == TEXT("league.told.sat")
    assert await host.waits(ADA) == "waits"
    assert await host.room(CLOSED) is None
    assert await host.waits(BELA) == "begun"
    await host.opened(CLOSED, ADA, BELA)
    assert await told(host, ADA) == TEXT("league.told.sat")


async def test_two_of_one_team_are_no_room(host: Host) -> None:
    await with_people(host)
    assert await host.waits(ANA) == "waits"
    assert await host.waits(ADA) == "waits"
    assert await host.room(OPEN) is None
    assert await host.room(CLOSED) is None


@pytest.mark.parametrize(
    ("moment", "why"), [(-DAY - 1, "early"), (-1, "early"), (7 * DAY, "over"), (70 * DAY, "over")]
)
async def test_outside_of_its_round_nothing_is_played(host: Host, moment: int, why: str) -> None:
    await with_people(host)
    host.time.moment = float(BEGINS + moment)
    assert await told(host, ANA) == TEXT(f"league.told.{why}")


async def test_without_the_other_house_there_are_no_deals(tmp_path: Path) -> None:
    host = Host(Store.in_memory(), tmp_path, terms_of(2, 2, beacon=False))
    await with_people(host)
    assert await told(host, ANA) == TEXT("league.told.sealed")
    page = await says(host, ANA)
    assert TEXT("league.room.sealed", room="Sala abierta") in page.text


async def test_who_rests_and_what_was_conceded(store: Store, tmp_path: Path) -> None:
    host = Host(store, tmp_path, terms_of(3, 1, beacon=False))
    await with_people(host)
    now = await host.now()
    (fixture,) = [fixture for fixture in now.fixtures if fixture.round == 1]
    ((resting,),) = [{0, 1, 2} - {fixture.one, fixture.other}]
    people = {0: ANA, 1: BRUNO, 2: EVA}
    await host.joins(EVA, 2)
    assert await told(host, people[resting]) == TEXT("league.told.rests")
    with host.folder.changing() as desk:
        desk.concede(fixture, fixture.one)
    assert await told(host, people[fixture.other]) == TEXT("league.told.conceded")
    for later in now.fixtures[1:]:  # the last round is not over yet
        host.time.moment = float(now.terms.starts(later.round))
        (resting,) = {0, 1, 2} - {later.one, later.other}
        assert await told(host, people[resting]) == TEXT("league.told.rests")


async def test_who_waits_too_long_waits_no_longer(host: Host) -> None:
    await with_people(host)
    await host.waits(ANA)
    host.time.pass_by(LONGEST)
    assert await host.waits(BRUNO) == "waits"
    assert [waiting.person for waiting in await host.service.league.teams.waiting()] == [BRUNO]
    assert await told(host, BRUNO, "dejar") == TEXT("league.told.stopped")
    assert await host.service.league.teams.waiting() == []


async def test_a_room_whose_turns_last_a_day(host: Host) -> None:
    """Nobody has to be there at the same time, and silence takes nobody's match."""
    await with_people(host)
    assert await host.waits(ANA, slow=True) == "waits"
    host.time.pass_by(2 * DAY)
    await host.look()
    assert await host.waits(BRUNO, slow=True) == "begun"
    match = await host.opened(OPEN, ANA, BRUNO)
    assert (await host.info()).turn_seconds == SLOW_TURN
    host.time.pass_by(SLOW_TURN + 60.0)
    await host.clock.send_due()
    assert (await host.info()).late == ()
    await host.finish(match, 1)
    assert (1, 1, OPEN) in (await host.now()).over


async def test_who_sits_at_a_table_ends_it_first(host: Host) -> None:
    await with_people(host)
    await host.seated(ANA, EVA)
    assert await told(host, ANA) == TEXT("league.told.sits")
    assert await host.waits(ANA, slow=True) == "waits"


async def test_four_at_a_table(store: Store, tmp_path: Path) -> None:
    """Partners sit opposite one another, and the teams change sides in the other room."""
    host = one_house(store, tmp_path, players=4)
    await host.look()
    teams = [[f"discord:{team}{number}" for number in range(4)] for team in "ab"]
    for team, people in enumerate(teams):
        for person in people:
            await host.joins(person, team)
    (a, b), rooms = teams, []
    for room, there in ((OPEN, (*a[:2], *b[:2])), (CLOSED, (*a[2:], *b[2:]))):
        match = await host.begun(room, *there)
        info = await host.info()
        sides = [{info.seats[seat].person for seat in seats} for seats in ((0, 2), (1, 3))]
        own = [{*there[:2]}, {*there[2:]}]
        assert sides == (own if room == OPEN else own[::-1])
        rooms.append(match)
    for match in rooms:
        await host.finish(match, 4)
    assert host.is_right


# --- in a room -----------------------------------------------------------------------------------


async def test_what_nobody_decides_in_a_room(host: Host) -> None:
    match = await pairing_begun(host)

    async def answer(kind: type[Command], **values: object) -> object:
        return await host.send(kind(request=host.request(), person=ANA, match=match, **values))  # type: ignore[call-arg,arg-type]

    refused = Refused(ServiceReason.LEAGUE_ROOM, match)
    assert await answer(SetOptions, options=(("flor", "sin"),)) == refused
    assert await answer(ProposeEnd) == refused
    assert isinstance(await answer(GoOn), Accepted | Refused)
    await host.play(match, Random(1))
    assert await answer(Rematch) == refused


async def test_a_room_whose_people_leave_is_played_to_its_end(host: Host) -> None:
    """Its cards are known, so it cannot be played again; who leaves may come back."""
    match = await pairing_begun(host)
    for person in (ANA, BRUNO):
        await host.send(Leave(request=host.request(), person=person, match=match))
    assert (await host.info()).status is Status.PLAYING
    await host.play(match, Random(1))
    assert (await host.info()).status is Status.OVER
    await host.look()
    assert (1, 1, OPEN) in (await host.now()).over


async def test_a_crash_between_the_end_and_the_report(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room is reported when the bot is there again, once."""
    await host.play(await pairing_begun(host), Random(1))

    def fails(file: Path, data: bytes) -> None:
        if file == host.folder.book:
            raise OSError(28, "No space left on device", str(file))
        write_whole(file, data)

    monkeypatch.setattr("adapters.league_folder.write_whole", fails)
    await host.look()
    assert (1, 1, OPEN) not in (await host.now()).over
    monkeypatch.undo()
    host.restart()
    await host.look()
    assert (1, 1, OPEN) in (await host.now()).over
    data = host.folder.book.read_bytes()
    host.restart()
    await host.look()
    assert host.folder.book.read_bytes() == data, "nothing is said twice"


async def test_two_who_press_at_once_get_one_room(host: Host) -> None:
    await with_people(host)
    await host.waits(ANA)
    await host.waits(BRUNO)
    for _ in range(3):
        await host.look()
    assert len(await host.service.matches.of_person(ANA)) == 1


# --- what clubs are told -------------------------------------------------------------------------


async def test_clubs_are_told_of_rounds_and_results_once(host: Host) -> None:
    await host.look()
    await says(host, ANA, manages=True, palabra=host.folder.desk().word_of_club(0))
    for team, person in ((0, ANA), (0, ADA), (1, BRUNO), (1, BELA)):
        await host.joins(person, team)
    await host.look()
    await host.look()
    ((place, text),) = host.platform.published
    assert place == PLACE
    assert TEXT("league.pairing", one="Equipo 0", other="Equipo 1") in text
    for room, people in ((OPEN, (ANA, BRUNO)), (CLOSED, (BELA, ADA))):
        await host.finish(await host.begun(room, *people), 3)
    host.restart()
    await host.look()
    _, called, (place, text) = host.platform.published
    assert called == (PLACE, TEXT("league.call", name="Bela", team="Equipo 1", other="Equipo 0"))
    assert place == PLACE
    row = host.folder.verdict().rows[0]
    assert f"1. {row.team}: {row.placing.points} pts" in text
    assert (await host.service.league.teams.homes(host.terms.id))[0].community == COMMUNITY
