"""The winner of a hand in an imagined deal, if all its cards were known."""

from collections.abc import Sequence

from engine.cards import Card
from engine.numbers import NO_SIDE
from engine.robots.imagining.hidden_cards import Guess
from engine.robots.reading.situation import Situation
from engine.robots.solving import playout


def win_share(situation: Situation, guess: Guess, level: int | None) -> float:
    """How surely the side of the looking seat wins the hand in this deal, after that seat lays
    ``level`` (``None``: after no card of that seat): 1, 0, or a half when neither side wins."""
    if situation.piling:
        winner = _piles(situation, guess)
    elif situation.alone:
        winner = _duel(situation, guess.cards, level)
    else:
        winner = _round(situation, guess.cards, level)
    if winner == playout.DRAWN:
        return 0.5
    return 1.0 if winner == situation.side else 0.0


def levels_of(situation: Situation, cards: Sequence[Card]) -> list[int]:
    """The levels of these cards, lowest first; unknown cards are left out."""
    heights = situation.heights
    return sorted([heights[card] for card in cards if card >= 0])


def _duel(situation: Situation, cards: Sequence[Sequence[Card]], level: int | None) -> int:
    """The side that wins one against one when both know all cards and I lay ``level`` first
    (``None``: the next card is not mine)."""
    # Levels are doubled, so that a card which must be beaten fits between two others.
    hands = [
        [2 * height for height in levels_of(situation, cards[seat])] for seat in situation.contest
    ]
    turn = situation.slot_of[situation.position.turn]
    results: tuple[int, ...] = situation.results
    ties = situation.ties
    facing = playout.NONE
    if situation.running:
        facing = 2 * situation.running[0][1]
        if situation.position.beaten != NO_SIDE:
            facing += 1  # the side that called over a card has to beat it (PA-TRU-11)
    if level is not None:
        level *= 2
        hands[turn].remove(level)
        if facing == playout.NONE:
            turn, facing = 1 - turn, level
        else:
            result = playout.PARDA
            if level != facing:
                result = turn if level > facing else 1 - turn
            results = (*results, result)
            winner = playout.hand_winner(results, ties.all_tied)
            if ties.piles and results == (playout.PARDA,):
                winner = playout.piled(hands)
            if winner != playout.NONE:
                return winner
            turn = playout.lead_of_two(ties, turn) if result == playout.PARDA else result
            facing = playout.NONE
    open_hands, facing = playout.packed(hands[0], hands[1], facing)
    return playout.solve(open_hands, turn, facing, results, ties)


def _piles(situation: Situation, guess: Guess) -> int:
    """The side that wins when all piles are laid, those on the table and those still to come."""
    laid = {play.card for play in situation.view.plays if play.trick == 0}
    hands = []
    for seat in situation.contest:
        left = [card for card in guess.dealt[seat] if card not in laid]
        hands.append(levels_of(situation, left)[-2:])
    return playout.piled(hands)


def _round(situation: Situation, cards: Sequence[Sequence[Card]], level: int | None) -> int:
    """The side that wins among more than two when I lay ``level`` first (``None``: the next card is
    not mine) and then everybody plays as :func:`playout.pick` says."""
    gone = situation.position.gone
    hands = [
        [] if gone >> seat & 1 else levels_of(situation, cards[seat]) for seat in situation.contest
    ]
    trick = situation.trick()
    if level is not None:
        hands[situation.me].remove(level)
        trick.lay(situation.me, level)
    return playout.play_out(
        hands, trick, list(situation.results), situation.scale.chance, situation.ties
    )
