"""What a robot expects a bet to pay is what the engine pays for it: every bet on the flor, and the
envido of a duel."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from engine.actions import Action, Legal
from engine.apply import apply
from engine.guard.legal import awaited, legal_actions
from engine.numbers import Seat
from engine.robots import evaluate
from engine.robots.deciding.flores import announced, winner
from engine.robots.deciding.judgement import Judgement
from engine.robots.imagining.likelihood import silence
from engine.robots.reading.situation import Situation
from engine.seen.view import view
from engine.state.state import FLOR_GAME, State
from engine.variants import table_for
from tests.conversation import Talk, cards
from tests.narrow import present

BEST, WORSE, WORST = "5c 6c 7c", "4b 5b 12b", "1e 3e 4e"
"""Three flores."""
NONE = ("4o 5e 6b", "2b 3o 4c", "1c 2e 10c", "1b 3c 12e")
DEALS = ((BEST, WORSE), (WORSE, BEST), (BEST, WORSE, NONE[0], WORST), (WORST, WORSE, BEST, NONE[0]))
DUELS = ((BEST, *NONE[:2], WORSE, *NONE[2:]), (WORSE, *NONE[:2], BEST, *NONE[2:]))
"""Seats 0 and 3 play against each other."""
PICA = {"argentino": "pica", "uruguayo": "pico"}
"""What the deal of duels is called."""
RESTO = ("leader_shortfall", "plus_flores", "same_as_falta", "win_chico")
TABLES = [
    *(("argentino", {"flor": "con", "resto": resto}) for resto in RESTO),
    ("argentino", {"flor": "con", "flor_values": "sum"}),
    ("argentino", {"flor": "con", "team_flores": "single"}),
    *(("uruguayo", {"resto": resto}) for resto in ("plus_flores", "leader_shortfall", "win_chico")),
    *(("gauderio", {"resto": resto}) for resto in ("leader_shortfall", "plus_flores")),
    ("tradicional-18", {}),
]


def begun(game: str, options: dict[str, str], *, duel: bool) -> Iterator[State]:
    """Each deal at each score, with the first flor said."""
    mode = PICA[game] if duel else ""
    target = table_for(game, 2, {}).rules.match.target
    for score in ((target // 2 + 3, 8), (3, 7), (target - 1, 5)):
        for hands in DUELS if duel else DEALS:
            turned = "10o" if game == "uruguayo" else ""
            talk = Talk(*hands, game=game, also=options, score=score, turned=turned, mode=mode)
            if "flor" in talk.words(0):  # near the end of a match another word may come first
                yield talk.say("0 flor").state


def words(state: State) -> Iterator[Legal]:
    """Every word of the flor that may be said now."""
    flor = present(state.table.rules.flor)
    known = {word for call in flor.calls for word in (call.verb, call.accept, call.decline)}
    for seat in awaited(state):
        yield from (action for action in legal_actions(state, seat) if action.verb in known)


def paid(state: State, word: Action) -> int:
    """How many answers this word leads to, each of which pays what was expected."""
    assert state.hand is not None
    after, _ = apply(state, word)
    found = Situation(view(state, word.seat))
    top, flor = found.top, state.table.rules.flor
    if top is None or top.game != FLOR_GAME or flor is None:
        return 0
    call = flor.calls[top.step]
    before, now = state.hand, after.hand
    won = []
    if now is not None:
        won += [(entry.side, entry.points) for entry in now.entries[len(before.entries) :]]
        won += [(entry.side, entry.points) for entry in now.held[len(before.held) :]]
    if word.verb in (call.accept, call.decline) and won:
        worth = call.wanted if word.verb == call.accept else call.refused
        side, points = won[0]
        mine = side == found.table_side
        assert found.flor_pays(worth, top.side, mine) == points, (word.verb, worth)
        return 1
    return sum(paid(after, answer) for answer in words(after) if isinstance(answer, Action))


@pytest.mark.parametrize(("game", "options"), TABLES)
@pytest.mark.parametrize("duel", [False, True], ids=["all", "duel"])
def test_a_robot_knows_what_a_flor_pays(game: str, options: dict[str, str], duel: bool) -> None:
    """Whatever is said, whoever wins, and however far the match is; a duel has a cap."""
    if duel and game not in PICA:
        return
    answers = [
        paid(state, word)
        for state in begun(game, options, duel=duel)
        for word in words(state)
        if isinstance(word, Action)
    ]
    assert sum(answers) > 15


@pytest.mark.parametrize(
    ("game", "options", "duel", "eight", "falta"),
    [
        ("argentino", {}, True, 6, 6),
        ("argentino", {"duel_cap": "10"}, True, 8, 10),
        ("argentino", {"duel_cap": "none"}, True, 8, 12),
        ("argentino", {}, False, 8, 12),
        ("uruguayo", {}, True, 8, 6),
        ("uruguayo", {}, False, 8, 17),
    ],
)
def test_an_envido_pays_no_more_than_a_duel_may(
    game: str, options: dict[str, str], duel: bool, eight: int, falta: int
) -> None:
    """AR-PIC-04, UY-SEI-03; in the uruguayo the falta alone has the cap."""
    also = {**options, **({"flor": "con"} if game == "argentino" else {})}
    state = next(begun(game, also, duel=duel))
    found = Situation(view(state, 0))
    assert [found.capped(points) for points in (4, 8)] == [4, eight]
    assert found.falta(mine=False) == falta


def test_a_flor_that_cannot_win_costs_what_the_others_get() -> None:
    """What the sides would get is not the same: each wins the chico, from its own score."""
    options = {"flor": "con", "resto": "win_chico"}
    talk = Talk(BEST, "10c 11c 12c", also=options, score=(5, 20))
    talk.say("0 flor", "1 contraflor", "0 resto")
    seen = view(talk.state, Seat(1))
    found = evaluate(seen, Random(1), budget=0)
    assert found[Action(Seat(1), "florquiero")].points == pytest.approx(5 - 30)


@pytest.mark.parametrize(
    ("game", "best"), [("argentino", 1), ("gauderio", 2), ("uruguayo", 1), ("venezolano", 1)]
)
def test_equal_flores_are_compared_as_the_game_does(game: str, best: int) -> None:
    """AR-FLO-10, GA-FLO-07, UY-FLO-08, VE-FLO-02: the mano is seat 0."""
    also = {"flor": "con"} if game == "argentino" else {}
    turned = "10o" if game in ("uruguayo", "venezolano") else ""
    talk = Talk(WORST, WORSE, BEST, NONE[0], game=game, also=also, turned=turned)
    situation = Situation(view(talk.state, 0))
    assert winner(situation, {Seat(1): 30, Seat(2): 30, Seat(3): 29}) == best


@pytest.mark.parametrize(("seat", "wins"), [(0, True), (1, False)])
def test_a_flor_as_good_as_the_other_one_wins_for_the_mano(seat: int, wins: bool) -> None:
    talk = Talk("5c 6c 7c", "5b 6b 7b", flor="con")
    seen = view(talk.state, Seat(seat))
    guess = SimpleNamespace(weight=1.0, dealt=(cards("5c 6c 7c"), cards("5b 6b 7b")))
    judgement = SimpleNamespace(view=seen, situation=Situation(seen), guesses=[guess])
    assert (announced(cast(Judgement, judgement)) > 0.5) is wins


def weight(talk: Talk, dealt: str) -> float:
    """How likely the silence of seat 1 is with these cards."""
    return silence(Situation(view(talk.state, 0)), Seat(1), cards(dealt))


def laid(flor: str) -> Talk:
    """Seat 1 has laid its first card and kept silent of the envido."""
    return Talk("1e 4b 5o", "4e 12o 11c", flor=flor).say("0 play 5o", "1 play 12o")


def test_who_says_no_flor_has_none_where_it_is_played() -> None:
    """Where it is not, three cards of one suit are as likely as others as high with the same
    envido."""
    flor, none = "4e 11e 12e", "4e 11e 12o"
    assert weight(laid(flor="sin"), flor) == weight(laid(flor="sin"), none)
    assert weight(laid(flor="con"), flor) < weight(laid(flor="con"), none) / 5


def test_who_keeps_silent_has_no_great_envido() -> None:
    great, small = "12c 7o 6o", "12c 7o 6c"
    assert weight(laid(flor="con"), great) < weight(laid(flor="con"), small)


@pytest.mark.parametrize("game", ["argentino", "venezolano", "gauderio"])
def test_ar_flo_03_the_silence_of_a_seat_that_said_flor_tells_no_envido(game: str) -> None:
    """It may call no envido, so a great flor is as likely as a small one."""
    also = {"flor": "con"} if game == "argentino" else {}
    turned = "1b" if game == "venezolano" else ""
    talk = Talk("1e 4b 5o", "4c 6c 7c", game=game, also=also, turned=turned)
    talk.say("0 play 5o", "1 flor", "1 play 4c")
    assert weight(talk, "4c 6c 7c") == weight(talk, "4c 11c 12c")


@pytest.mark.parametrize(("own", "least", "most"), [(BEST, 2.8, 3.4), (WORST, 1.5, 3.0)])
def test_a_flor_that_answers_an_envido_brings_its_points(
    own: str, least: float, most: float
) -> None:
    talk = Talk(NONE[0], own, also={"flor": "con"}).say("0 envido")
    thought = evaluate(view(talk.state, 1), Random(1))
    (flor,) = (found for action, found in thought.items() if action.verb == "flor")
    assert least < flor.points < most
