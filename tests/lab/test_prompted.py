"""A robot that asks a command: what it asks, and what it makes of the answer."""

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from adapters.arena import wire
from engine.apply import apply, deal_from, new_match
from engine.guard.legal import awaited
from engine.numbers import Seat
from engine.seen.view import view
from engine.variants import table_for
from lab.prompted import PromptedRobot, named, play

ACTIONS = ("envido", "truco", "play 7o", "play 7e", "tengo 0-33", "real envido")


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("truco", "truco"),
        ("Not envido: I lay a seven.\n\nplay 7o", "play 7o"),
        ("play 7oo", None),
        ("I say tengo 27!", "tengo 27"),
        ("tengo 34", None),
        ("real envido", "real envido"),
        ("", None),
    ],
)
def test_the_last_offered_step_of_an_answer_is_meant(said: str, step: str | None) -> None:
    assert named(said, ACTIONS) == step


def asked() -> tuple[wire.Message, wire.Message]:
    """The messages of a match up to the first question."""
    state = new_match(table_for("argentino", 2, {}))
    state = apply(state, deal_from(state.table, 1, state.table.deck)).state
    seat = awaited(state)[0]
    seen = view(state, seat)
    return wire.match_begins(state.table, Seat(seat), 1000), wire.question("act", seen)


def answers(robot: PromptedRobot, messages: Sequence[wire.Message]) -> list[str]:
    out = io.StringIO()
    play(robot, io.StringIO("".join(json.dumps(message) + "\n" for message in messages)), out)
    return out.getvalue().splitlines()


def test_it_asks_the_command_and_answers_with_a_step(tmp_path: Path) -> None:
    transcript = tmp_path / "asked.jsonl"
    robot = PromptedRobot(["sh", "-c", "grep ^Actions: | cut -d'|' -f 2"], transcript)
    begins, question = asked()
    end = wire.match_ends(True)
    assert answers(robot, [begins, question, end]) == ["ready", question["view"]["actions"][1]]
    (line,) = transcript.read_text().splitlines()
    told = json.loads(line)["asked"]
    assert all(card in told for card in question["view"]["cards"])
    assert "??" not in told


@pytest.mark.parametrize(("command", "said"), [("echo no idea", "no idea"), ("exit 3", "nothing")])
def test_a_command_without_a_step_is_asked_once_more(
    command: str, said: str, tmp_path: Path
) -> None:
    transcript = tmp_path / "asked.jsonl"
    robot = PromptedRobot(["sh", "-c", command], transcript)
    assert answers(robot, asked()) == ["ready", said]
    assert len(transcript.read_text().splitlines()) == 2
