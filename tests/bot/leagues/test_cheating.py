"""What a house could try in a league, and by which article the others find it (docs/leagues.md)."""

from collections.abc import Callable
from dataclasses import replace as again
from random import Random

import pytest
from msgspec.structs import replace

from bot.leagues.book import put_together, read_book
from bot.leagues.entries import (
    AnySaid,
    HouseKey,
    LeagueEntry,
    OpensRound,
    PairingConceded,
    Room,
    RoomPlayed,
    RoomShown,
    SealsRound,
    SeenEntry,
    record_hash,
    seal_of,
)
from bot.leagues.hosting import NotNow
from bot.leagues.judging import LeagueVerdict, judge
from bot.leagues.rooms import BadRoom, RoomPlan, bare, points_of_room
from bot.leagues.writing import RoomRecord, play_room
from engine.fairness.beacon import Pulse
from tests.bot.leagues.season import Careless, Houses, is_signed, key, played, pulse, terms_of
from tests.fairness.test_forgery import forged
from tests.fairness.verifiers import by_one_file

HONEST, CHEAT = 0, 1
ROUND, BOARD = 1, 1
Found = set[tuple[str, int, int, int, str]]
IN_ROOM = (CHEAT, ROUND, BOARD, "closed")


def found(verdict: LeagueVerdict) -> Found:
    """The faults without their words, which are a sentence each."""
    assert all(len(fault.told.split()) > 2 for fault in verdict.faults)
    return {
        (fault.article, fault.house, fault.round, fault.board, fault.room)
        for fault in verdict.faults
    }


def told(verdict: LeagueVerdict) -> set[str]:
    return {fault.told for fault in verdict.faults}


def says(houses: Houses, *said: AnySaid, house: int = CHEAT) -> None:
    """A house signs what its program would not let it say."""
    desk = houses.desk(house)
    for statement in said:
        desk._say(statement)
    houses.files[house] = desk.data
    houses.exchange()


def secret(houses: Houses, house: int = CHEAT) -> bytes:
    return key(house).secret(houses.terms.id, ROUND)


@pytest.fixture(scope="module")
def _ready() -> Houses:
    houses = Houses(terms_of())
    houses.go_on()
    return houses


@pytest.fixture(scope="module")
def _whole() -> Houses:
    houses = Houses(terms_of())
    houses.round(ROUND)
    return houses


@pytest.fixture
def ready(_ready: Houses) -> Houses:
    """The secrets of the first round are open, and no room is played."""
    return again(_ready, files=[*_ready.files], records={}, entered=True)


@pytest.fixture
def whole(_whole: Houses) -> Houses:
    """The first round is over."""
    return again(_whole, files=[*_whole.files], records=dict(_whole.records), entered=True)


def plan_of(houses: Houses, added: Pulse | None = None) -> RoomPlan:
    desk = houses.desk(CHEAT)
    ledger = desk.ledger()
    fixture = ledger.fixtures[ROUND, BOARD]
    return desk.plan(fixture, added or pulse(ledger.beacon_round(ROUND)))


def room_over(houses: Houses, text: str, points: tuple[int, int] | None = None) -> LeagueVerdict:
    """What is found where the cheat's room has this record, and the other room is honest."""
    honest = played(plan_of(houses), "honest")
    room: Room
    rooms: tuple[tuple[int, Room, str], ...] = ((HONEST, "open", honest), (CHEAT, "closed", text))
    for house, room, record in rooms:
        total = total_of(record) if points is None or house == HONEST else points
        said = RoomPlayed(ROUND, BOARD, room, record_hash(record), total)
        says(houses, said, house=house)
    for house, room, record in rooms:
        says(houses, RoomShown(ROUND, BOARD, room, record), house=house)
    return houses.verdict()


def total_of(text: str) -> tuple[int, int]:
    words = [line.split() for line in text.split("\n") if line.startswith("result ")]
    one, other = (sum(int(line[at]) for line in words) for at in (2, 4))
    return one, other


def test_an_honest_round_holds(ready: Houses) -> None:
    assert room_over(ready, played(plan_of(ready), "closed")).faults == ()
    assert ready.verdict().results[0].scored is not None


# --- deals seen early, or chosen ---------------------------------------------------------------


def test_a_secret_opened_before_all_seals_are_there() -> None:
    """Whoever has it could choose their own by it."""
    houses = Houses(terms_of())
    seal = seal_of(houses.terms.id, ROUND, key(CHEAT).public, secret(houses))
    says(houses, SealsRound(ROUND, seal.hex()), OpensRound(ROUND, secret(houses).hex()))
    houses.go_on()
    assert found(houses.verdict()) == {("LI-11", CHEAT, ROUND, 0, "")}
    assert told(houses.verdict()) == {
        "it has opened its secret before it had the seals of all houses"
    }
    houses.go_on()
    assert not [*houses.desk(HONEST).rooms()], "nobody deals from it, now or later"


@pytest.mark.parametrize("sealed", [(SealsRound(ROUND, bytes(32).hex()),), ()])
def test_a_secret_that_is_not_the_sealed_one(sealed: tuple[AnySaid, ...]) -> None:
    houses = Houses(terms_of())
    says(houses, *sealed)
    desk = houses.desk(HONEST)
    desk.go_on()
    houses.files[HONEST] = desk.data
    houses.exchange()
    says(houses, OpensRound(ROUND, secret(houses).hex()))
    assert found(houses.verdict()) == {("LI-10", CHEAT, ROUND, 0, "")}
    assert told(houses.verdict()) == {"the secret does not fit its seal"}


def test_deals_from_a_secret_of_ones_own(ready: Houses) -> None:
    """The file alone is right; it does not follow from what the houses have sealed."""
    text = played(replace(plan_of(ready), secret=bytes(32)), "closed")
    assert by_one_file(text) is None
    assert found(room_over(ready, text)) == {("LI-13", *IN_ROOM)}


@pytest.mark.parametrize("added", ["another round", "none", "not signed"])
def test_deals_without_the_round_of_the_beacon_that_was_due(ready: Houses, added: str) -> None:
    right = plan_of(ready)
    assert right.pulse is not None
    other = {
        "another round": pulse(right.pulse.round + 1),
        "none": None,
        "not signed": replace(right.pulse, signature=bytes(48)),
    }[added]
    text = played(replace(right, pulse=other), "closed")
    assert by_one_file(text) is None
    verdict = room_over(ready, text)
    assert found(verdict) == {("LI-12", *IN_ROOM)}
    assert told(verdict) == {"its deals do not have the round of the beacon that was due"}


def test_a_cut_that_somebody_chose(ready: Houses) -> None:
    lines = played(plan_of(ready), "closed").rstrip("\n").split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("proof cut "))
    lines[at] = lines[at].replace(" own", " seat")
    text = forged(lines) + "\n"
    assert by_one_file(text) is None
    assert found(room_over(ready, text)) == {("LI-14", *IN_ROOM)}


def test_a_record_shown_before_the_other_room_is_over(ready: Houses) -> None:
    """Its cards are those of the room that is still to be played."""
    text = played(plan_of(ready), "closed")
    says(
        ready,
        RoomPlayed(ROUND, BOARD, "closed", record_hash(text), total_of(text)),
        RoomShown(ROUND, BOARD, "closed", text),
    )
    assert found(ready.verdict()) == {("LI-18", *IN_ROOM)}


# --- a record, a result ------------------------------------------------------------------------


def test_a_record_changed_when_the_other_room_is_known(ready: Houses) -> None:
    text = played(plan_of(ready), "closed")
    others = (played(plan_of(ready), seed) for seed in range(400))
    better = next(
        record for record in others if record != text and total_of(record) == total_of(text)
    )
    room_over(ready, text)
    whole = ready.book()
    lines = [entry for entry in whole.chains[CHEAT] if not isinstance(entry.said, RoomShown)]
    other = replace(whole.chains[CHEAT][-1], said=RoomShown(ROUND, BOARD, "closed", better))
    entries = [*whole.chains[HONEST], *lines]
    data = b"".join(key(whole.terms.house(entry.house)).signed(entry) + b"\n" for entry in entries)
    changed = read_book({"": data + key(CHEAT).signed(other)})
    assert found(judge(changed, is_signed)) == {("LI-17", *IN_ROOM)}


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("0 play", "hand 1, cards, line 19"),
        ("result ", "hand 1, transcript, line 25"),
        ("proof root", "hand 1, root, line 16"),
        ("proof register", "hand 0, register, line 10"),
    ],
)
def test_a_record_in_which_one_line_is_changed(ready: Houses, line: str, where: str) -> None:
    lines = played(plan_of(ready), "closed").split("\n")
    at = next(at for at, text in enumerate(lines) if text.startswith(line))
    words = lines[at].split()
    lines[at] = " ".join([*words[:2], {"0 play": "4c", "result ": "9"}.get(line, "00"), *words[3:]])
    verdict = room_over(ready, "\n".join(lines), points=(0, 0))
    assert found(verdict) == {("LI-14", *IN_ROOM)}
    assert told(verdict) == {f"its deals are not proved: {where}"}


def test_a_record_without_its_proof(ready: Houses) -> None:
    plan = plan_of(ready)
    lines = played(plan, "closed").split("\n")
    text = "\n".join(line for line in lines if not line.startswith("proof "))
    with pytest.raises(BadRoom, match="there is no proof") as bad:
        points_of_room(plan, text)
    assert bad.value.article == "LI-14"


def test_a_result_that_the_record_does_not_give(ready: Houses) -> None:
    text = played(plan_of(ready), "closed")
    one, other = total_of(text)
    verdict = room_over(ready, text, points=(one, other + 1))
    assert found(verdict) == {("LI-17", *IN_ROOM)}
    assert told(verdict) == {f"its record gives {one} to {other} points, and not what it has said"}


class ShortRoom(RoomRecord):
    """A room that somebody leaves one hand before its end."""

    @property
    def is_over(self) -> bool:
        return len(self.hands) == self.table.hands - 1


def test_a_room_that_was_not_played_to_its_end(ready: Houses) -> None:
    record = ShortRoom(plan_of(ready))
    text = play_room(record, [Careless(Random(seat)) for seat in record.table.seats])
    assert by_one_file(text) is None
    assert found(room_over(ready, text)) == {("LI-15", *IN_ROOM)}


def test_another_seat_deals_first(ready: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the same cards would lie before the same team in both rooms."""
    monkeypatch.setattr("bot.leagues.writing.FIRST_DEALER", 1)
    text = played(plan_of(ready), "closed")
    monkeypatch.undo()
    assert by_one_file(text) is None
    assert found(room_over(ready, text)) == {("LI-15", *IN_ROOM)}


def test_a_record_with_names(ready: Houses) -> None:
    text = played(plan_of(ready), "closed").replace("players 2\n", "players 2\nseat 0 Ana\n")
    assert by_one_file(text) is None
    assert found(room_over(ready, text)) == {("LI-17", *IN_ROOM)}
    assert "Ana" not in bare(text)


def test_other_rules_than_those_of_the_league(ready: Houses) -> None:
    plan = plan_of(ready)
    text = played(replace(plan, terms=terms_of(options=(("flor", "con"),))), "closed")
    assert by_one_file(text) is None
    assert found(room_over(ready, text)) == {("LI-14", *IN_ROOM)}


def test_a_record_that_players_remember_otherwise(whole: Houses) -> None:
    """The house wrote the whole room anew before it said that it was over."""
    text = whole.records[ROUND, BOARD, "closed"]
    named = text.replace("players 2\n", "players 2\nseat 0 Ana\n")
    assert judge(whole.book(), is_signed, {"kept": named}).faults == ()
    other = played(plan_of(whole), "other")
    verdict = judge(whole.book(), is_signed, {"kept": other})
    assert found(verdict) == {("LI-22", -1, ROUND, BOARD, "")}
    strange = text.replace("proof match ", "proof match x")
    assert found(judge(whole.book(), is_signed, {"a": strange})) == {("LI-22", -1, 0, 0, "")}


# --- what is left out, and what is said twice --------------------------------------------------


@pytest.mark.parametrize("cut", range(1, 6))
@pytest.mark.parametrize("owner", [HONEST, CHEAT])
def test_entries_that_another_house_has_seen_are_left_out(
    whole: Houses, owner: int, cut: int
) -> None:
    """Whoever brings the file may have cut it: nobody is blamed. The other file mends it."""
    mine, others = lines_of(whole, owner), lines_of(whole, 1 - owner)
    last = whole.book().chains[1 - owner][-1]
    (seen,) = last.seen
    lines = [*others, *mine[: min(cut, seen.number - 1)]]
    cut_off = judge(read_book({"": b"\n".join(lines)}), is_signed)
    assert found(cut_off) == {("LI-06", -1, 0, 0, "")}
    assert {fault.about for fault in cut_off.faults} == {owner}
    assert cut_off.results[0].scored is None
    both = {"": b"\n".join(lines), "2": whole.files[owner]}
    assert judge(read_book(both), is_signed).faults == ()


def test_an_entry_is_left_out_between_others(whole: Houses) -> None:
    mine = lines_of(whole, CHEAT)
    lines = [*lines_of(whole, HONEST), *mine[:3], *mine[4:]]
    verdict = judge(read_book({"": b"\n".join(lines)}), is_signed)
    assert found(verdict) == {("LI-06", -1, 0, 0, "")}


@pytest.mark.parametrize(
    ("done", "place", "why"),
    [
        ("seal", (0, ""), "it has not sealed"),
        ("open", (0, ""), "it has not opened"),
        ("play", (2, "closed"), "the room was not played"),
        ("show", (2, "closed"), "the record is not shown"),
    ],
)
def test_a_round_is_left_out(done: str, place: tuple[int, str], why: str) -> None:
    """The honest house has done what it could, so it is not named; of two records that are not
    shown both are."""
    houses = Houses(terms_of(3))
    houses.moment = houses.terms.starts(ROUND)
    says(houses, sealing(houses, HONEST), house=HONEST)
    if done != "seal":
        says(houses, sealing(houses, CHEAT))
        says(houses, OpensRound(ROUND, secret(houses, HONEST).hex()), house=HONEST)
    if done in ("play", "show"):
        says(houses, OpensRound(ROUND, secret(houses).hex()))
        said = RoomPlayed(ROUND, 2, "open", "0" * 64, (0, 0))
        says(houses, said, house=HONEST)
    if done == "show":
        says(houses, RoomPlayed(ROUND, 2, "closed", "0" * 64, (0, 0)))
    houses.moment = houses.terms.starts(ROUND + 1) + 1
    says(houses, sealing(houses, HONEST, ROUND + 1), house=HONEST)
    late = {("LI-20", CHEAT, ROUND, *place)}
    if done == "show":
        late |= {("LI-20", HONEST, ROUND, 2, "open")}
    assert found(houses.verdict()) == late
    assert told(houses.verdict()) == {why}


def sealing(houses: Houses, house: int, round: int = ROUND) -> SealsRound:
    league, own = houses.terms.id, key(house)
    return SealsRound(round, seal_of(league, round, own.public, own.secret(league, round)).hex())


def test_two_different_entries_with_one_number(whole: Houses) -> None:
    """One for each of two others, who put their files together."""
    last = whole.book().chains[CHEAT][-1]
    other = key(CHEAT).signed(replace(last, at=last.at + 1))
    one = b"\n".join([*lines_of(whole, HONEST), *lines_of(whole, CHEAT)])
    two = b"\n".join([*lines_of(whole, HONEST), *lines_of(whole, CHEAT)[:-1], other])
    for alone in (one, two):
        assert judge(read_book({"": alone}), is_signed).faults == ()
    verdict = judge(read_book({"one": one, "two": two}), is_signed)
    kept = put_together({"one": one, "two": two})
    assert found(judge(read_book({"": kept}), is_signed)) == found(verdict)
    assert found(verdict) == {("LI-05", CHEAT, 0, 0, "")}
    (fault,) = verdict.faults
    assert "one:" in fault.where
    assert "two:" in fault.where
    assert verdict.results[0].scored is None, "neither of them counts"


def test_a_chain_that_does_not_follow(whole: Houses) -> None:
    last = whole.book().chains[CHEAT][-1]
    other = key(CHEAT).signed(replace(last, before="0" * 64))
    lines = [*lines_of(whole, HONEST), *lines_of(whole, CHEAT)[:-1], other]
    assert found(judge(read_book({"": b"\n".join(lines)}), is_signed)) == {
        ("LI-05", CHEAT, 0, 0, "")
    }


def conceding(houses: Houses, **changed: object) -> LeagueEntry:
    """The cheat's next entry, changed in this way."""
    last = houses.book().chains[CHEAT][-1]
    said = PairingConceded(ROUND, BOARD, 1)
    return replace(last, number=last.number + 1, before=last.hash, said=said, **changed)


def test_a_moment_before_what_was_seen(ready: Houses) -> None:
    back = conceding(ready, at=ready.book().chains[CHEAT][-1].at - 1)
    data = ready.files[0] + key(CHEAT).signed(back)
    assert found(judge(read_book({"": data}), is_signed)) == {("LI-07", CHEAT, 0, 0, "")}


def test_a_moment_that_has_not_come(ready: Houses) -> None:
    """By it the others would be late in every round."""
    far = conceding(ready, at=ready.terms.starts(ROUND + 2))
    ready.files[HONEST] += key(CHEAT).signed(far)
    book = read_book({"": ready.files[HONEST]})
    assert found(judge(book, is_signed, now=ready.moment)) == {("LI-07", CHEAT, 0, 0, "")}
    with pytest.raises(NotNow):
        ready.desk(HONEST)._say(PairingConceded(ROUND, BOARD, 0))


def test_nobody_is_blamed_by_what_another_says_to_have_seen(ready: Houses) -> None:
    """It may have made it up."""
    liar = conceding(ready, seen=(SeenEntry(HONEST, 9, "0" * 64),))
    verdict = judge(read_book({"": ready.files[HONEST] + key(CHEAT).signed(liar)}), is_signed)
    (fault,) = verdict.faults
    assert (fault.article, fault.house, fault.about) == ("LI-06", -1, HONEST)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (OpensRound(ROUND, "0" * 64), ("LI-08", CHEAT, ROUND, 0, "")),
        (SealsRound(ROUND, "0" * 64), ("LI-08", CHEAT, ROUND, 0, "")),
        (SealsRound(9, "0" * 64), ("LI-08", CHEAT, 9, 0, "")),
        (
            RoomPlayed(ROUND, BOARD, "open", "0" * 64, (1, 0)),
            ("LI-08", CHEAT, ROUND, BOARD, "open"),
        ),
        (RoomPlayed(ROUND, 5, "closed", "0" * 64, (1, 0)), ("LI-08", CHEAT, ROUND, 5, "closed")),
        (PairingConceded(ROUND, BOARD, 0), ("LI-19", CHEAT, ROUND, BOARD, "")),
        (PairingConceded(ROUND, 7, 1), ("LI-19", CHEAT, ROUND, 7, "")),
    ],
)
def test_what_a_house_may_not_say(
    ready: Houses, said: AnySaid, fault: tuple[str, int, int, int, str]
) -> None:
    says(ready, said)
    assert found(ready.verdict()) == {fault}


# --- keys and bytes ----------------------------------------------------------------------------


def lines_of(houses: Houses, house: int) -> list[bytes]:
    return [key(house).signed(entry) for entry in houses.book().chains[house]]


def test_a_foreign_key(ready: Houses) -> None:
    stranger = HouseKey(bytes(32))
    last = ready.book().chains[CHEAT][-1]
    theirs = replace(last, house=stranger.public)
    data = ready.files[0] + stranger.signed(theirs)
    assert found(judge(read_book({"": data}), is_signed)) == {("LI-04", -1, 0, 0, "")}


def as_another(entry: LeagueEntry) -> bytes:
    """Signed by the honest house in the name of the cheat."""
    return key(HONEST).signed(entry)


def other_league(entry: LeagueEntry) -> bytes:
    return key(CHEAT).signed(replace(entry, league="0" * 64, number=9))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (as_another, ("LI-04", -1, 0, 0, "")),
        (other_league, ("LI-03", CHEAT, 0, 0, "")),
        (lambda entry: key(CHEAT).signed(entry).replace(b" {", b"  {", 1), ("LI-02", -1, 0, 0, "")),
        (lambda entry: b"{}", ("LI-02", -1, 0, 0, "")),
        (lambda entry: b"\xff\xfe " + entry.text, ("LI-02", -1, 0, 0, "")),
        (lambda entry: b"0" * 128 + b" " + b"[" * 9000, ("LI-02", -1, 0, 0, "")),
    ],
)
def test_lines_that_are_none(
    ready: Houses, line: Callable[[LeagueEntry], bytes], fault: tuple[str, int, int, int, str]
) -> None:
    made = line(ready.book().chains[CHEAT][-1])
    verdict = judge(read_book({"": ready.files[0] + made}), is_signed)
    assert found(verdict) == {fault}
    lines = [*lines_of(ready, HONEST), *lines_of(ready, CHEAT)]
    whole = b"".join(line + b"\n" for line in lines)
    assert put_together({"": made + b"\n" + ready.files[0]}) == whole


def test_no_byte_of_a_file_can_be_changed(whole: Houses) -> None:
    data, rng = whole.files[0], Random(1)
    for _ in range(12):
        at = rng.randrange(len(data) - 1)
        other = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        assert judge(read_book({"": other}), is_signed).faults


def test_a_house_whose_file_lacks_its_own_entries_signs_nothing(whole: Houses) -> None:
    """It would sign a second entry with the same number."""
    lines = [*lines_of(whole, HONEST), *lines_of(whole, CHEAT)[:3]]
    whole.files[CHEAT] = b"".join(line + b"\n" for line in lines)
    with pytest.raises(NotNow):
        whole.desk(CHEAT).concede(whole.desk(CHEAT).ledger().fixtures[ROUND, BOARD], 1)
