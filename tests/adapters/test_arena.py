"""The arena: robots as processes, what becomes of those that do wrong, and the table."""

import gc
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.arena import entrants, keeper, wire
from adapters.arena.entrants import (
    START_SECONDS,
    ArenaRobot,
    BadEntrant,
    OwnPlayer,
    ProcessPlayer,
    entrant,
)
from adapters.arena.live import LiveRobot, TurnedAway
from adapters.arena.process import FaultKind, Misconduct, RobotProcess
from adapters.arena.ratings import MEAN, ArenaRating, ratings
from adapters.arena.report import TableRow, as_text, rows
from adapters.arena.tournament import (
    FAULTS_ALLOWED,
    UNPLAYED,
    ArenaSettings,
    Meeting,
    pairings,
    play,
)
from adapters.cli_app import app
from engine.actions import Action, Range
from engine.apply import apply, deal_from, new_match
from engine.events import AnyEvent
from engine.numbers import Seat
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from engine.variants import VARIANTS, table_for
from tests.examples import some
from tests.strategies import start_from
from tests.watching import watch_random

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

READY = "print('ready', flush=True)"
LOOP = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    view = message.get("view")
    if message["type"] == "match":
        {ready}
    elif message["type"] == "claim":
        print("pass", flush=True)
    elif message["type"] == "act":
        step = view["actions"][0].split("-")[0]
        {act}
"""


def robot(folder: Path, name: str, act: str, ready: str = READY) -> ArenaRobot:
    """A robot of these lines."""
    program = folder / f"{name}.py"
    program.write_text(LOOP.format(ready=ready, act=act))
    return ArenaRobot(name, (sys.executable, "-S", str(program)))


def settings(pairs: int = 1, clock: float = 100, players: int = 2) -> ArenaSettings:
    return ArenaSettings(table_for("argentino", players, {"target": "15"}), pairs, clock, seed=3)


def arena(
    robots: Sequence[ArenaRobot], chosen: ArenaSettings
) -> tuple[list[TableRow], list[Meeting]]:
    played = pairings(len(robots))
    for pairing in played:
        play(robots, chosen, pairing)
    return rows(robots, played, 1), played


@pytest.mark.parametrize("command", ["python", "node", "sh"])
def test_the_examples_play_whole_matches_without_a_fault(command: str) -> None:
    program = sys.executable if command == "python" else shutil.which(command)
    if program is None:
        pytest.skip(f"{command} is not installed")
    file = EXAMPLES / {"python": "robot.py", "node": "robot.js", "sh": "robot.sh"}[command]
    table, _ = arena([ArenaRobot("mine", (program, str(file))), entrant("random")], settings())
    assert {row.robot: (row.matches, row.faults) for row in table} == {
        "mine": (2, {}),
        "random": (2, {}),
    }


EARLY = "os.write(1, b'ready\\nmazo\\n')"
WRONG = {
    "crashes": ("sys.exit(3)", FaultKind.CRASHED),
    "says nothing": ("pass", FaultKind.SLOW),
    "says what is not offered": ("print('vale4', flush=True)", FaultKind.ILLEGAL),
    "talks garbage": ("print('\\x00 hello', flush=True)", FaultKind.UNREADABLE),
    "is not text": ("os.write(1, b'\\xff\\xfe\\n')", FaultKind.UNREADABLE),
    "writes without end": ("os.write(1, b'x' * 200000)", FaultKind.FLOOD),
    "writes a long line": ("os.write(1, b'x' * 5000 + b'\\n')", FaultKind.FLOOD),
    "speaks before it is asked": ("pass", FaultKind.FLOOD),
}


@pytest.mark.parametrize("name", WRONG)
def test_who_does_wrong_loses_the_match(name: str, tmp_path: Path) -> None:
    act, kind = WRONG[name]
    clock = 0.05 if kind is FaultKind.SLOW else 100
    wrong = robot(tmp_path, "wrong", act, EARLY if "before" in name else READY)
    best, worst = arena([wrong, entrant("random")], settings(1, clock))[0]
    assert (best.robot, best.won, best.matches, best.faults) == ("random", 2, 2, {})
    assert (worst.robot, worst.won, worst.matches) == ("wrong", 0, 2)
    assert worst.faults == {kind.value: 2}


def test_who_does_wrong_again_and_again_plays_no_more_and_the_table_says_why(
    tmp_path: Path,
) -> None:
    wrong = robot(tmp_path, "wrong", "sys.exit(3)")
    table, _ = arena([wrong, entrant("random")], settings(2))
    best, worst = table
    assert (best.won, worst.won, worst.matches) == (4, 0, 4)
    assert worst.faults == {FaultKind.CRASHED.value: FAULTS_ALLOWED, UNPLAYED: 1}
    told = as_text(table)
    assert f"{FAULTS_ALLOWED} {FaultKind.CRASHED.value}, 1 unplayed" in told
    assert best.slowest_ms is None, "it is not a process"


def test_the_table_as_text_has_equal_columns() -> None:
    rating = ArenaRating(1500, 1490, 1510)
    table = [
        TableRow("ana", rating, 3, 4, {}, None),
        TableRow("b", rating, 1, 4, {"crashed": 1, UNPLAYED: 2}, 7),
    ]
    assert as_text(table).splitlines() == [
        "robot  rating  95 %         won / matches  slowest  faults",
        "ana      1500  1490-1510    3 / 4",
        "b        1500  1490-1510    1 / 4          7 ms     1 crashed, 2 unplayed",
    ]


def test_a_program_that_is_not_there_crashes(tmp_path: Path) -> None:
    table, _ = arena([ArenaRobot("none", (str(tmp_path / "none"),)), entrant("random")], settings())
    assert table[-1].faults == {"crashed": 2}


def test_a_process_that_cannot_start_leaves_no_file_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(Misconduct) as fault:
        RobotProcess(("robot",))
    assert fault.value.kind is FaultKind.CRASHED
    del fault
    gc.collect()  # a file that is still open would warn


def test_who_reads_nothing_is_slow_and_holds_nobody_up() -> None:
    """A message that is longer than a pipe is not waited for."""
    deaf = RobotProcess((sys.executable, "-S", "-c", "import time; time.sleep(60)"))
    with pytest.raises(Misconduct) as fault:
        deaf.ask({"type": "x" * 1_000_000}, 0.1)
    deaf.end()
    assert fault.value.kind is FaultKind.SLOW


def test_processes_end_and_know_neither_a_deal_twice_nor_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the two matches of a pair each robot plays one seat in one process, the other in another:
    whoever remembers the first would know the cards of the second."""
    monkeypatch.setenv("TRUCO_DISCORD_TOKEN", "secret")
    noted = tmp_path / "noted"
    note = (
        f"open({str(noted)!r}, 'a').write(json.dumps([os.getpid(), message['seat'], "
        "'TRUCO_DISCORD_TOKEN' in os.environ]) + chr(10)); print('ready', flush=True)"
    )
    one = robot(tmp_path, "one", "print(step, flush=True)", note)
    arena([one, entrant("random")], settings(pairs=2))
    lines = [json.loads(line) for line in noted.read_text().splitlines()]
    assert len(lines) == 4
    assert {told for *_, told in lines} == {False}
    seats = {process: seat for process, seat, _ in lines}
    assert sorted(seats.values()) == [0, 1]
    for process in seats:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_at_four_seats_partners_are_two_processes(tmp_path: Path) -> None:
    one = robot(tmp_path, "one", "print(step, flush=True)")
    table, _ = arena([one, entrant("random")], settings(players=4))
    assert {row.robot: row.faults for row in table} == {"one": {}, "random": {}}
    timed = [row.robot for row in table if row.slowest_ms is not None]
    assert timed == ["one"], "robots of ours are no processes"


def test_the_same_seed_makes_the_same_table() -> None:
    robots = [entrant("random"), entrant("principiante")]
    assert arena(robots, settings()) == arena(robots, settings())


# --- what robots start, and when it ends ----------------------------------------------------------

FREE_CHILD = """
held = os.open({held!r}, os.O_WRONLY)  # nobody reads an end before all who hold it have ended
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(held, b"free ")
        signal.pause()
    os._exit(0)
os.wait()
"""
"""Starts a process that is in another session and has no parent any more, and holds a pipe open."""
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the group is ended")


def with_a_free_child(folder: Path, act: str) -> tuple[ArenaRobot, Path]:
    """A robot that does this when it is asked, and has started a process of its own; the pipe that
    both hold."""
    held = folder / "held"
    os.mkfifo(held)
    one = robot(folder, "one", act)
    program = Path(one.command[-1])
    free = "import os, signal\n" + FREE_CHILD.format(held=str(held))
    program.write_text(free + program.read_text())
    return one, held


@LINUX
def test_what_a_robot_has_started_ends_with_it_whatever_session_it_has_chosen(
    tmp_path: Path,
) -> None:
    one, held = with_a_free_child(tmp_path, "print(step, flush=True)")
    reading = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    table, _ = arena([one, entrant("random")], settings())
    assert {row.robot: row.faults for row in table} == {"one": {}, "random": {}}
    assert os.read(reading, 100) == b"free free "  # one of each match's process
    assert os.read(reading, 100) == b""  # an end; with a writer left there would be none
    os.close(reading)


LET_GO = """
import os, signal
signal.alarm(10)
told, tells = os.pipe()
if os.fork() == 0:
    if free := os.fork():
        os.write(tells, b"%d" % free)
    os._exit(0)
os.wait()
free = int(os.read(told, 20))
try:
    while True:
        os.kill(free, 0)
except ProcessLookupError:
    print("gone")
"""
"""Starts a process that ends at once and has no parent any more, and waits until it is removed."""


@LINUX
def test_what_ends_before_the_robot_is_removed() -> None:
    lifeline, held = os.pipe()
    command = [sys.executable, "-I", "-S", keeper.__file__, str(lifeline)]
    command += [sys.executable, "-c", LET_GO]
    kept = subprocess.run(command, pass_fds=[lifeline], stdout=subprocess.PIPE, check=False)
    for end in (lifeline, held):
        os.close(end)
    assert kept.stdout == b"gone\n"


@LINUX
@pytest.mark.parametrize("number", some([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
def test_an_arena_that_is_stopped_ends_its_robots_and_prints_the_table_so_far(
    number: signal.Signals, tmp_path: Path
) -> None:
    one, held = with_a_free_child(tmp_path, "os.write(held, b'asked'); signal.pause()")
    line = ["arena", "--option", "target=15", "--pairs", "1", "--seed", "3", "--clock", "600000"]
    stuck = f"stuck={' '.join(one.command)}"
    with subprocess.Popen(
        [sys.executable, "-m", "adapters.cli", *line, "random", "principiante", stuck],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        with held.open("rb", buffering=0) as reading:
            told = b""
            while not told.endswith(b"asked"):
                told += reading.read(100)
            process.send_signal(number)
            # The end of the pipe: the robot and what it has started are no more. What it has
            # started may say late that it runs.
            assert reading.readall() in (b"", b"free ")
        printed = process.communicate()[0]
    if number is signal.SIGKILL:
        assert (process.returncode, printed) == (-number, "")
        return
    assert process.returncode == 128 + number
    title, _, *lines = printed.splitlines()
    assert title.endswith("stopped before all were played")
    assert {text.split()[0]: text.split()[5] for text in lines} == {
        "random": "2",
        "principiante": "2",
        "stuck": "0",
    }


class Recorded(RobotProcess):
    """Stands for a robot's process; remembers what it was sent and how long it had."""

    def __init__(self, command: Sequence[str], *, show_errors: bool = False) -> None:
        del command, show_errors
        self.asked: list[float] = []

    def ask(self, message: wire.Message, seconds: float) -> str:
        assert message["type"] == "match"
        self.asked.append(seconds)
        return wire.READY

    def end(self, patience: float = 0) -> None:
        pass


def test_a_program_has_long_to_start_and_the_clock_for_every_later_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(entrants, "RobotProcess", Recorded)
    player = ProcessPlayer(("mine",), 0.25, lambda: 0.0, show_errors=False)
    for _ in range(2):
        for _ in range(3):
            player.begin(settings().table, Seat(0), "seed")
        assert isinstance(player.process, Recorded)
        assert player.process.asked == [START_SECONDS, 0.25, 0.25]
        player.leave()


def test_robots_are_told_the_end_of_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(OwnPlayer, "hand_over", lambda _, seen: told.append(seen.number))
    arena([entrant("random"), entrant("random")], settings())
    assert told.count(1) == 4, "two seats, two matches"
    for before, number in pairwise(told):
        assert number in (before, before + 1, 1)


def test_robots_are_told_the_end_of_every_match_that_they_were_told_of_and_of_no_other(
    tmp_path: Path,
) -> None:
    """At four seats one robot crashes when its second match begins: then those whose seats come
    after it have not been told of that match."""
    noted = tmp_path / "noted"
    crashes = robot(
        tmp_path,
        "crashes",
        "print(step, flush=True)",
        "again = 'again' in globals() and sys.exit(); print('ready', flush=True)",
    )
    notes = robot(tmp_path, "notes", "print(step, flush=True)")
    program = Path(notes.command[-1])
    program.write_text(
        program.read_text().replace(
            '    if message["type"] == "match":',
            f"    if message['type'] in ('match', 'end'):\n"
            f"        with open({str(noted)!r}, 'a') as file:\n"
            f"            print(os.getpid(), message['type'], file=file)\n"
            '    if message["type"] == "match":',
        )
    )
    table, _ = arena([crashes, notes], settings(pairs=2, players=4))
    assert {row.robot: row.faults for row in table} == {"notes": {}, "crashes": {"crashed": 2}}
    told: dict[str, list[str]] = {}
    for line in noted.read_text().splitlines():
        process, kind = line.split()
        told.setdefault(process, []).append(kind)
    assert sorted(told.values()) == [["match", "end"]] * 3 + [["match", "end"] * 2]


@pytest.mark.parametrize("text", ["", "nobody", "=python3 x", "name=", "name='"])
def test_what_names_no_robot_is_refused(text: str) -> None:
    with pytest.raises(BadEntrant):
        entrant(text)


def test_the_command_prints_the_table() -> None:
    line = ["arena", "--option", "target=15", "--pairs", "1", "--seed", "3", "random", "r=none"]
    head, columns, *table = CliRunner().invoke(app, line).stdout.splitlines()
    assert head.startswith("argentino, 2 players, ")
    assert head.endswith(", seed 3")
    assert [words.split()[0] for words in (columns, *table)] == ["robot", "random", "r"]
    told = json.loads(CliRunner().invoke(app, [*line, "--json"]).stdout)
    assert [(row["robot"], row["won"], row["matches"]) for row in told["table"]] == [
        ("random", 2, 2),
        ("r", 0, 2),
    ]
    for wrong in (["random"], ["random", "random"], ["random", "nobody"]):
        assert CliRunner().invoke(app, ["arena", *wrong]).exit_code == 2
    for wrong in (["--players", "3"], ["--variant", "poker"], ["--option", "target=7"]):
        assert CliRunner().invoke(app, ["arena", *wrong, "random", "club"]).exit_code == 2


@pytest.mark.parametrize(("ends", "code"), [(TurnedAway("full"), 2), (KeyboardInterrupt(), 130)])
def test_the_command_of_a_live_robot_tells_why_it_ended(
    monkeypatch: pytest.MonkeyPatch, ends: BaseException, code: int
) -> None:
    async def run(*_: object) -> None:
        raise ends

    monkeypatch.setattr(LiveRobot, "run", run)
    ran = CliRunner().invoke(app, ["robot", "ws://here/robot", "true", "--token", "t"])
    assert ran.exit_code == code
    assert ("full" in ran.output) is (code == 2)


# --- ratings --------------------------------------------------------------------------------------


def test_who_wins_more_is_rated_higher_and_all_is_finite() -> None:
    best, middle, worst = ratings(
        3,
        [
            Meeting(0, 1, [(2, 0)] * 10),
            Meeting(0, 2, [(2, 0)] * 10),
            Meeting(1, 2, [(1, 1)] * 5 + [(2, 0)] * 5),
        ],
        seed=1,
    )
    assert best.value > middle.value > worst.value
    assert abs(best.value + middle.value + worst.value - 3 * MEAN) <= 2
    assert all(rating.low < rating.value < rating.high < 4000 for rating in (best, middle, worst))


def test_more_matches_make_a_narrower_interval() -> None:
    few = ratings(2, [Meeting(0, 1, [(2, 0), (1, 1), (0, 2), (2, 0)])], seed=1)
    many = ratings(2, [Meeting(0, 1, [(2, 0), (1, 1), (0, 2), (2, 0)] * 25)], seed=1)
    assert many[0].high - many[0].low < (few[0].high - few[0].low) / 2


# --- the wire -------------------------------------------------------------------------------------


def from_the_arena(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """All bytes that the arena writes to this seat about a state."""
    if seat == PUBLIC:
        return b""
    return b"".join(wire.line(wire.question(kind, view(state, seat))) for kind in ("act", "hand"))


@pytest.mark.parametrize("game", VARIANTS)
def test_no_robot_can_tell_deals_apart_by_what_it_is_sent(game: str) -> None:
    for seed in range(12):
        watch_random(start_from(seed, game), seed, from_the_arena)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_offered_step_is_read_as_it_is_written(game: str) -> None:
    table = table_for(game, 2)
    state = apply(new_match(table), deal_from(table, 1, table.deck)).state
    seen = view(state, 0)
    sent = json.loads(wire.line(wire.question("act", seen)))["view"]
    assert sent["cards"] == [table.spelling.write(card) for card in seen.cards]
    meant = [
        Action(legal.seat, legal.verb, legal.low) if isinstance(legal, Range) else legal
        for legal in seen.offered
    ]
    assert [wire.answered(seen, text.split("-")[0]) for text in sent["actions"]] == meant
    with pytest.raises(wire.NotOffered):
        wire.answered(seen, "vale4")
    with pytest.raises(wire.Unreadable):
        wire.answered(seen, "dance")
