"""The last hands before the end: mão de onze, mão de dez, mão de ferro (PA-ONZ, PA-FER, MI-DEZ)."""

from engine.actions import JOGA, MOSTRAR
from engine.cards import UNKNOWN
from engine.events import Answered, Called, Shown
from engine.moves.draft import HANDS, Draft
from engine.moves.negotiation import everyone_refused, pop_call
from engine.numbers import BIT, NO_NUMBER, SIDES, Seat, Side
from engine.rules.ranking import order_with
from engine.state.facts import HOLDS, Fact
from engine.state.opening import kind
from engine.state.state import FERRO, GAME_NAMES, ORDINARY, SPECIAL_GAME
from engine.state.table import Cards, Table


def peeked(table: Table, score: tuple[int, ...], dealt: tuple[Cards, ...]) -> tuple[Fact, ...]:
    """The partners' cards that seats see before the hand (PA-ONZ-02, PA-FER-02)."""
    rules = table.rules.special
    special, side = kind(table, score)
    if rules is None or special == ORDINARY:
        return ()
    if special == FERRO:
        sides: tuple[Side, ...] = SIDES if rules.ferro == "peek" else ()
    else:
        sides = SIDES if rules.peek == "both" else (side,)
    article = "ferro.peek" if special == FERRO else "special.peek"
    return tuple(
        Fact(
            HOLDS, seat, article, card=card, known_to=table.seats_of[looking_side] & ~(BIT << seat)
        )
        for looking_side in sides
        for seat in table.seats
        if table.sides[seat] == looking_side and table.seats_of[looking_side] != BIT << seat
        for card in sorted(dealt[seat])
        if card != UNKNOWN
    )


def play(draft: Draft, seat: Seat) -> None:
    """*Joga*: the side plays the hand for its fixed worth, and nobody may raise it (PA-ONZ-04)."""
    pop_call(draft)
    draft.speak(seat, JOGA)
    draft.events.append(Answered(seat, GAME_NAMES[SPECIAL_GAME], JOGA, True, False))


def run(draft: Draft, seat: Seat) -> None:
    """*Corre*: the side gives the hand up, and the other side scores (PA-ONZ-03)."""
    if everyone_refused(draft, seat):
        top = pop_call(draft)
        draft.decided = (top.side, top.refused, "special.run")


def fault(draft: Draft, seat: Seat, verb: str) -> None:
    """Punishes a truco in a special hand (PA-ONZ-05): the other side wins the hand, or the game."""
    rules = draft.rules.special
    assert rules is not None, "a special hand at a table without one"
    rivals = 1 - draft.table.sides[seat]
    points = draft.worth()
    if rules.call == "lose_game":
        points = draft.rules.match.target - draft.by_side()[rivals]
    draft.speak(seat, verb)
    draft.events.append(Called(seat, GAME_NAMES[SPECIAL_GAME], verb, NO_NUMBER, NO_NUMBER, points))
    draft.decided = (rivals, points, "special.call")


def show_unbeatable(draft: Draft, seat: Seat) -> None:
    """PA-ONZ-07: a seat shows the two best cards and so wins the hand."""
    table = draft.table
    order = order_with(table.rules.cards, draft.turned)
    best = (order[0][0], order[1][0])
    draft.looks_at(HANDS)
    draft.speak(seat, MOSTRAR)
    draft.see(seat, best)
    for card in best:
        draft.learn(HOLDS, seat, "special.unbeatable", card=card)
    draft.events.append(Shown(seat, best))
    draft.decided = (table.sides[seat], draft.worth(), "special.unbeatable")
