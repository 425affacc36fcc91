"""Playthroughs: a few hands with every public answer of the engine at every step.

In each ``.txt`` file the lines that begin with ``> `` are a record; what follows them is what the
engine answers then: the events as everyone may know them (and what single seats are told beyond
that), what comes next and who is awaited, the legal actions of every seat (``!`` marks a trap), the
words that everyone knows a seat may say, and every field of the public view and of the seats' views
that has changed. Any change in behaviour shows in the diff.

After a wanted change ``TRUCO_REWRITE=1 pytest tests/playthroughs`` writes the answers anew.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from engine.actions import Legal
from engine.cards import UNKNOWN, Spelling
from engine.events import AnyEvent, Dealt, Laid, Shown, disclosed
from engine.guard.legal import is_trap
from engine.numbers import EVERYBODY
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.seen.view import PUBLIC, SeatView, view
from engine.state.facts import Fact
from engine.state.state import Play, State
from tests.conversation import write
from tests.examples import some
from tests.kept import check_kept

FILES = sorted(Path(__file__).parent.glob("*.txt"))
INPUT = "> "

SHOWN_OTHERWISE = {"seat", "legal", "offered", "sayable", "awaited"}
"""Fields of a view with a paragraph of their own."""


# --- writing values ------------------------------------------------------------------------------


def names(cards: Sequence[int], deck: Spelling) -> str:
    return " ".join(deck.write(card) for card in cards) or "-"


def text(value: object, deck: Spelling) -> str:
    """A value on one line, cards by their names."""
    match value:
        case Play(trick, seat, laid, covered):
            return f"{trick}:{seat}:{deck.write(laid)}{' covered' if covered else ''}"
        case Fact():
            known = "" if value.known_to == EVERYBODY else f" known to {value.known_to:b}"
            number = f" {value.low}..{value.high}" if value.card == UNKNOWN else ""
            card = "" if value.card == UNKNOWN else f" {deck.write(value.card)}"
            no = " not" if value.negated else ""
            return f"{value.seat} {value.kind}{no}{number}{card} ({value.article}){known}"
        case tuple():
            return "[" + ", ".join(text(part, deck) for part in value) + "]"
        case msgspec.Struct():
            # What is as it usually is stays unsaid, so that a new field changes no file.
            usual = dict(
                zip(
                    reversed(value.__struct_fields__),
                    reversed(value.__struct_defaults__),
                    strict=False,
                )
            )
            fields = (
                f"{name}={text(getattr(value, name), deck)}"
                for name in value.__struct_fields__
                if name not in usual or getattr(value, name) != usual[name]
            )
            return f"{type(value).__name__}({', '.join(fields)})"
        case _:
            return str(value) or "-"


def field_text(name: str, value: object, deck: Spelling) -> str:
    if name in ("dealt", "cards") and isinstance(value, tuple):
        return names(value, deck)
    if name == "seen" and isinstance(value, tuple):
        return " | ".join(names(cards, deck) for cards in value)
    if name == "turned" and isinstance(value, int):
        return deck.write(value)
    return text(value, deck)


def event_text(event: AnyEvent, deck: Spelling) -> str:
    match event:
        case Dealt():
            hands = " | ".join(names(cards, deck) for cards in event.hands)
            turned = f"turned={deck.write(event.turned)}, " if event.turned != UNKNOWN else ""
            how = turned + "blind, " * event.blind + (event.mode or "-")
            return f"Dealt(number={event.number}, dealer={event.dealer}, {how}: {hands})"
        case Laid():
            return f"Laid({event.seat} {deck.write(event.card)}{' covered' * event.covered})"
        case Shown():
            return f"Shown({event.seat} {names(event.cards, deck)})"
        case _:
            return text(event, deck)


def words(state: State, actions: Sequence[Legal]) -> str:
    deck = state.table.spelling
    marked = [("!" if is_trap(state, action) else "") + write(action, deck) for action in actions]
    return ", ".join(marked) or "-"


# --- one answer ----------------------------------------------------------------------------------


def events_of(events: Sequence[AnyEvent], players: int, deck: Spelling) -> Iterator[str]:
    for event in events:
        public = event_text(disclosed(event, PUBLIC), deck)
        yield f"event {public}"
        for seat in range(players):
            told = event_text(disclosed(event, seat), deck)
            if told != public:
                yield f"  to {seat}: {told}"


def fields_of(looking: SeatView, deck: Spelling) -> dict[str, str]:
    return {
        name: field_text(name, getattr(looking, name), deck)
        for name in looking.__struct_fields__
        if name not in SHOWN_OTHERWISE
    }


class Answers:
    """What has been said of each view so far, so that only changes are written."""

    def __init__(self) -> None:
        self.known: dict[int, dict[str, str]] = {}

    def of(self, state: State, events: Sequence[AnyEvent]) -> Iterator[str]:
        players = state.table.players
        deck = state.table.spelling
        yield from events_of(events, players, deck)
        everyone = view(state, PUBLIC)
        yield f"awaited {' '.join(map(str, everyone.awaited)) or '-'}"
        every = [view(state, seat) for seat in range(players)]
        for seat, own in enumerate(every):
            yield f"legal {seat}: {words(state, own.legal)}"
            assert own.offered == tuple(step for step in own.legal if not is_trap(state, step))
            assert own.sayable == everyone.sayable
        for seat in range(players):
            yield f"public {seat}: {words(state, everyone.sayable[seat])}"
        public = fields_of(everyone, deck)
        yield from self._changes(PUBLIC, "view", public)
        for seat, own in enumerate(every):
            beyond = {
                name: value for name, value in fields_of(own, deck).items() if value != public[name]
            }
            yield from self._changes(seat, f"view {seat}", beyond)

    def _changes(self, seat: int, title: str, fields: dict[str, str]) -> Iterator[str]:
        before = self.known.get(seat, {})
        for name, value in fields.items():
            if before.get(name) != value:
                yield f"{title} {name}: {value}"
        for name in before:
            if name not in fields:
                yield f"{title} {name}: as everyone"
        self.known[seat] = fields


def playthrough(source: str) -> str:
    """The file that these record lines should be."""
    record = [line.removeprefix(INPUT) for line in source.splitlines() if line.startswith(INPUT)]
    played = replay(parse_record("\n".join(record)), close=False)
    assert played.error is None, played.error
    starts = [step.line for step in played.steps]
    written = [INPUT + line for line in record[: starts[0] - 1]]
    answers = Answers()
    for step, end in zip(played.steps, [*starts[1:], len(record) + 1], strict=True):
        written.append("")
        written += [INPUT + line for line in record[step.line - 1 : end - 1]]
        written += answers.of(step.state, step.events)
    return "\n".join(written) + "\n"


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("path", some(FILES), ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    check_kept(path, playthrough(path.read_text("utf-8")))


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("flor", ["sin", "con"])
def test_there_is_a_playthrough(players: int, flor: str) -> None:
    """For 2, 4 and 6 players, with and without flor."""
    source = next(path for path in FILES if path.stem == f"{players}-{flor}").read_text("utf-8")
    assert f"> players {players}\n" in source
    assert ("> option flor con\n" in source) == (flor == "con")


def test_there_is_a_playthrough_of_three() -> None:
    """AR-GAL-02: each of the three has a score, and everybody has dealt alone."""
    source = next(path for path in FILES if path.stem == "3-sin").read_text("utf-8")
    assert "> variant argentino\n" in source
    assert "view accounts: [[0], [1], [2]]" in source
    for dealer in range(3):
        assert f"> hand dealer {dealer}\n" in source


def test_six_players_have_duels() -> None:
    """Of the six players' playthroughs, each with a hand of duels."""
    for flor in ("sin", "con"):
        source = next(path for path in FILES if path.stem == f"6-{flor}").read_text("utf-8")
        assert "view mode: pica\n" in source


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in ("paulista", "mineiro") for players in (2, 4, 6, 8)],
)
def test_there_is_a_playthrough_in_brazil(game: str, players: int) -> None:
    """With a hand that one side may run from; of paulista for two also one played blind."""
    (path,) = (path for path in FILES if path.stem == f"{game}-{players}")
    source = path.read_text("utf-8")
    assert f"> variant {game}\n" in source
    assert f"> players {players}\n" in source
    assert (" turned=" in source) == (game == "paulista")
    assert " joga\n" in source
    assert ("blind, " in source) == ((game, players) == ("paulista", 2))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_there_is_a_playthrough_with_a_muestra(players: int) -> None:
    """Of uruguayo for every number of seats; with numbers for two, with duels for six."""
    (path,) = (path for path in FILES if path.stem == f"uruguayo-{players}")
    source = path.read_text("utf-8")
    assert "> variant uruguayo\n> option numbered_envido on\n" in source or players > 2
    assert f"> players {players}\n" in source
    assert " turned=" in source
    assert "FlorAnnounced" in source
    assert ("view mode: pico\n" in source) == (players == 6)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_there_is_a_playthrough_with_partners_asked(players: int) -> None:
    """Of gaudério for every number of seats, flores in both teams."""
    (path,) = (path for path in FILES if path.stem == f"gauderio-{players}")
    source = path.read_text("utf-8")
    assert f"> variant gauderio\n> {'players' if players == 2 else 'option'}" in source
    assert f"> players {players}\n" in source
    assert "FlorAnnounced" in source
    assert "FlorCompared" in source or players == 2
    assert ("partners=[4]" in source) == (players == 6)


@pytest.mark.parametrize(
    ("game", "players"),
    [*(("tradicional-18", n) for n in (2, 3, 4, 6, 8)), ("venezolano", 2), ("venezolano", 4)],
)
def test_there_is_a_playthrough_of_the_old_games(game: str, players: int) -> None:
    """For every number of seats: a seat that has not looked, duels, three scores, piles."""
    name = game.partition("-")[0]
    (path,) = (path for path in FILES if path.stem == f"{name}-{players}")
    source = path.read_text("utf-8")
    assert f"> variant {game}\n" in source
    assert f"> players {players}\n" in source
    assert ("Stacked(" in source) == (game == "venezolano")
    assert ("interfiere" in source) == (players in (6, 8) and game == "tradicional-18")
    if players == 3:
        assert "view accounts: [[0], [1], [2]]" in source
