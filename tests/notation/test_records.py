"""Every record in these folders is played; each says itself what must come of it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.errors import Reason
from engine.record.notation import Record, parse_record, write_record
from engine.record.notation.record import (
    HandDealt,
    MustOffer,
    MustRefuse,
    RecordedStep,
    ResultLine,
    RobotTookOver,
    seat_holders,
)
from engine.record.replay import replay
from engine.variants import VARIANTS

HERE = Path(__file__).parent
RECORDS = sorted(HERE.rglob("*.truco"))
UNKNOWN_ENDS = {"unknown-points"}
"""Records in which unknown cards end the replay."""


def read(path: Path) -> Record:
    return parse_record(path.read_text("utf-8"))


@pytest.mark.parametrize("game", VARIANTS)
def test_all_worked_hands_of_the_page_are_here(game: str) -> None:
    page = (HERE.parents[1] / "docs" / "spec" / f"{game}.md").read_text("utf-8")
    told = {id.lower() for id in re.findall(r"^(?:- id:|###) (\w\w-EX-\d\d)", page, re.MULTILINE)}
    (prefix,) = {id[:6] for id in told}
    assert {path.stem for path in RECORDS if path.stem.startswith(prefix)} == told


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(HERE)))
def test_a_record(path: Path) -> None:
    """It holds, is the same when it is written anew, and no assertion of it can be another."""
    record = read(path)
    played = replay(record)
    assert played.error is None
    assert played.complete == (path.stem not in UNKNOWN_ENDS)
    is_written_anew(record)
    fails_when_spoiled(record, whole=not path.stem.startswith("unknown"))


def is_written_anew(record: Record) -> None:
    text = write_record(record)
    again = parse_record(text)
    assert again.header == record.header
    assert again.statements == record.statements
    assert write_record(again) == text
    written = text.splitlines()
    hands = [statement for statement in record.statements if isinstance(statement, HandDealt)]
    parted = [written[at + 1].split()[0] for at, line in enumerate(written) if not line]
    assert parted == ["hand"] * len(hands)


def test_a_robot_that_takes_a_seat_over_stands_in_a_comment() -> None:
    """Any other comment means nothing, whatever it holds and wherever it stands."""
    head = "record 1\nvariant argentino\nplayers 2\nseat 0 Ana\nseat 1 Beto\n"
    deal = "hand dealer 1\ndeal 0 4o 4c 4b\ndeal 1 1e 1b 7e\n"
    plain = parse_record(f"{head}{deal}0 truco\n1 noquiero\n")
    told = f"{head}# robot 0\n{deal}# robot 1\n0 truco # robot 0\n# robot 2\n#robot 0\n1 noquiero\n"
    record = parse_record(told)
    robots = [statement for statement in record.statements if isinstance(statement, RobotTookOver)]
    assert robots == [RobotTookOver(1)]
    others = tuple(
        statement for statement in record.statements if not isinstance(statement, RobotTookOver)
    )
    assert others == plain.statements
    assert replay(record).state == replay(plain).state
    again = write_record(record)
    assert "\n# robot 1\n" in again
    assert parse_record(again).statements == record.statements
    more = parse_record(f"{told}hand dealer 0\ndeal 0 4o 4c 4b\ndeal 1 1e 1b 7e\n")
    found = [
        (holder.line, holder.seat, holder.name, holder.took_over) for holder in seat_holders(more)
    ]
    assert found == [
        (0, 0, "Ana", False),
        (0, 1, "Beto", False),
        (10, 1, "Beto", True),
        (15, 1, "Beto", False),
    ]


def spoiled(record: Record, index: int, statement: object) -> Reason | None:
    statements = list(record.statements)
    statements[index] = statement  # type: ignore[call-overload]
    error = replay(replace(record, statements=tuple(statements))).error
    if error is not None:
        assert error.line == record.lines[index]
    return error.reason if error else None


def fails_when_spoiled(record: Record, *, whole: bool) -> None:
    """Each assertion, made wrong, is what the replay stops at. ``whole``: all cards are known."""
    for index, statement in enumerate(record.statements):
        match statement:
            case ResultLine((a, b)):
                assert spoiled(record, index, ResultLine((a + 1, b))) == Reason.RESULT_DIFFERS
                assert spoiled(record, index, ResultLine((a, b - 1))) == Reason.RESULT_DIFFERS
            case MustRefuse(action, reason) if reason is not None:
                wrong = Reason.BAD_NUMBER if reason != Reason.BAD_NUMBER else Reason.TOO_LATE
                assert spoiled(record, index, MustRefuse(action, wrong)) == Reason.OTHER_REASON
            case MustOffer(seat, actions) if actions:
                fewer = MustOffer(seat, actions[1:])
                assert spoiled(record, index, fewer) == Reason.ACTIONS_DIFFER
            case RecordedStep(action) if whole:
                assert spoiled(record, index, MustRefuse(action)) == Reason.NOT_REFUSED
            case _:
                pass
