"""Badges: things to be proud of. Each badge is a rule over the record of a match.

Most badges come from a hand (:func:`of_hand`), some from a result (:func:`of_result`), a few from
the sums of all matches (:func:`of_sums`). A person gets each badge once, from the first match that
brings it. Badges are counted with the statistics, so a practice match brings none."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bot.store.results.contests import ENVIDO, TRUCO, Contest, FinishedHand
from bot.store.results.model import MatchResult, Statistics
from engine.cards import FRENCH, SPANISH
from engine.numbers import Seat
from engine.state.state import BLIND_GAME, FERRO, GAME_NAMES, SPECIAL
from engine.variants import VARIANTS

RULES: Final = 1
"""The version of these rules; raise it when you change a rule. Badges that older rules gave are
kept, and ``truco db check`` does not judge them."""
NUMBERS: Final = {
    "six_seats": 6,
    "thirty_three": 33,
    "low_envido": 7,
    "flor_38": 38,
    "ten_matches": 10,
    "hundred_matches": 100,
    "liar": 25,
}
"""The number of seats, points, matches or bluffs from which on, or up to which, a badge comes."""
_LAST_TRICK: Final = 2
_ACE_OF_SWORDS: Final = SPANISH.read("1e")
_NINE: Final = 2
"""The step of the Brazilian ladders after seis; the next one is doze."""


class _Part:
    """The play of one seat in one contest, in the form that the rules of badges need."""

    def __init__(self, hand: FinishedHand, contest: Contest, seat: Seat) -> None:
        self.hand = hand
        self.contest = contest
        self.seat = seat
        table = hand.table
        self.side = table.sides[seat]
        self.cards = hand.dealt_to(seat)
        self.heights = table.heights(hand.hand.turned)
        self.french = table.rules.deck == FRENCH.name
        self.steps = [step.verb for step in table.rules.truco.steps]
        truco = hand.truco(contest)
        self.won = truco is not None and truco.side == self.side
        """Whether the seat's side has won the contest itself."""
        envido = hand.envido(contest)
        self.won_envido = envido is not None and envido.side == self.side

    @property
    def accepted_step(self) -> int:
        """The index of the ladder's last call, if accepted; -1: it was not, or there was none."""
        calls = self.contest.calls(TRUCO)
        return self.steps.index(calls[-1].verb) if calls and self.contest.accepted else -1

    def bluff_step(self) -> int:
        """The index of the step with which the seat bluffed; -1: it did not."""
        call = self.hand.bluff(self.contest, TRUCO)
        return -1 if call is None or call.seat != self.seat else self.steps.index(call.verb)

    def bluffed(self, game: str) -> bool:
        """Whether the seat has bluffed with a call of this game."""
        call = self.hand.bluff(self.contest, game)
        return call is not None and call.seat == self.seat

    def has_won_last_trick(self) -> int:
        """The card with which the seat has won the third trick; -1: it has not."""
        if len(self.contest.won_with) <= _LAST_TRICK:
            return -1
        card = self.contest.won_with[_LAST_TRICK]
        return -1 if card is None or card.seat != self.seat else card.card

    def has_laid(self, *ranks: int) -> bool:
        """Whether the seat has laid these cards face up: 1 is the strongest of the deck."""
        top = max(self.heights)
        laid = [own_card.card for own_card in self.contest.laid if own_card.seat == self.seat]
        return {top + 1 - self.heights[card] for card in laid}.issuperset(ranks)

    def own_envido(self) -> int:
        """The seat's points, if it has the best ones of a side that has won the envido; else -1."""
        if not self.won_envido:
            return -1
        mine = self.hand.envido_of(self.seat)
        return mine if mine == self.hand.best_envido(self.contest, self.side) else -1

    def is_falta(self, verb: str) -> bool:
        """Whether this call of the envido is a falta."""
        calls = self.hand.table.rules.envido.calls
        return any(call.verb == verb and call.formula == "falta" for call in calls)


def _by_mano(part: _Part) -> bool:
    rivals = part.hand.best_envido(part.contest, 1 - part.side)
    return part.own_envido() == rivals


def _falta(part: _Part) -> bool:
    """The seat has called the falta that was accepted, or has accepted it."""
    calls = part.contest.calls(ENVIDO)
    if not part.won_envido or not calls or not part.is_falta(calls[-1].verb):
        return False
    answers = [answered for answered in part.contest.answered if answered.game == ENVIDO]
    return part.seat in (calls[-1].seat, answers[-1].seat if answers else -1)


def _falta_bluff(part: _Part) -> bool:
    calls = part.contest.calls(ENVIDO)
    return part.bluffed(ENVIDO) and part.is_falta(calls[-1].verb)


def _top_step(part: _Part) -> int:
    """The index of the last step of the Spanish ladders. Brazilian ladders have fewer steps."""
    return len(part.steps) if part.french else len(part.steps) - 1


def _is_nine(part: _Part, step: int) -> bool:
    return part.french and step >= _NINE


def _contraflor_resto(part: _Part) -> bool:
    return part.seat in part.contest.flores and any(
        entry.side == part.side and entry.article == "flor.resto"
        for entry in part.hand.flor(part.contest)
    )


def _flor_38(part: _Part) -> bool:
    if part.seat not in part.contest.flores:
        return False
    return part.hand.table.flor_points(part.cards, part.hand.hand.turned) >= NUMBERS["flor_38"]


def _reservada(part: _Part) -> bool:
    points = part.hand.table.points(part.hand.hand.turned)
    return part.seat in part.contest.flores and points.reservada(part.cards) is True


def _highest(part: _Part) -> bool:
    """The third trick was won with the strongest card of this hand."""
    card = part.has_won_last_trick()
    return card >= 0 and part.heights[card] == max(part.heights)


def _three_pardas(part: _Part) -> bool:
    tricks = part.contest.tricks
    return part.won and len(tricks) > _LAST_TRICK and all(trick.seat < 0 for trick in tricks)


def _blind_call(part: _Part) -> bool:
    calls = part.contest.calls(GAME_NAMES[BLIND_GAME])
    return part.won and any(call.seat == part.seat for call in calls)


def _gallo(part: _Part) -> bool:
    return part.hand.table.lone == part.seat and part.won and part.accepted_step >= 0


def _special_hand(part: _Part) -> bool:
    """The seat's side decided a special hand, chose to play it, and has won it."""
    rules, hand = part.hand.table.rules.special, part.hand.hand
    if rules is None or hand.position.special != SPECIAL or not part.contest.tricks:
        return False
    return part.won and hand.start[part.side] >= rules.score_from


def _ferro(part: _Part) -> bool:
    return part.won and part.hand.hand.position.special == FERRO


Rule = Callable[[_Part], bool]
_OF_CONTESTS: Final[dict[str, Rule]] = {
    "thirty_three": lambda part: part.own_envido() >= NUMBERS["thirty_three"],
    "low_envido": lambda part: 0 <= part.own_envido() <= NUMBERS["low_envido"],
    "by_mano": lambda part: part.won_envido and _by_mano(part),
    "falta": _falta,
    "falta_bluff": _falta_bluff,
    "bluff": lambda part: part.bluffed(TRUCO) or part.bluffed(ENVIDO),
    "bluff_vale_cuatro": lambda part: part.bluff_step() == _top_step(part),
    "bluff_nine": lambda part: _is_nine(part, part.bluff_step()),
    "vale_cuatro": lambda part: part.won and part.accepted_step == _top_step(part),
    "twelve": lambda part: part.won and _is_nine(part, part.accepted_step - 1),
    "ace_of_swords": lambda part: part.has_won_last_trick() == _ACE_OF_SWORDS and not part.french,
    "three_pardas": _three_pardas,
    "flor": lambda part: part.seat in part.contest.flores,
    "contraflor_resto": _contraflor_resto,
    "flor_38": _flor_38,
    "reservada": _reservada,
    "best_piece": lambda part: part.hand.table.turns and not part.french and _highest(part),
    "blind_call": _blind_call,
    "gallo": _gallo,
    "casal_maior": lambda part: part.french and part.won and part.has_laid(1, 2),
    "casal_menor": lambda part: part.french and part.won and part.has_laid(3, 4),
    "zap": lambda part: part.french and _highest(part),
    "special_hand": _special_hand,
    "ferro": _ferro,
}


def _three_duels(hand: FinishedHand, seat: Seat) -> bool:
    """The seat's side has won every duel of a hand of duels."""
    won = [hand.truco(contest) for contest in hand.contests]
    side = hand.table.sides[seat]
    return len(won) > 1 and all(entry is not None and entry.side == side for entry in won)


def _others(hand: FinishedHand, seat: Seat) -> list[int]:
    """The points of the other accounts, if the seat has won a game with this hand; else empty."""
    if hand.winner < 0 or seat not in hand.table.holders[hand.winner]:
        return []
    return [points for account, points in enumerate(hand.score) if account != hand.winner]


def _capote(hand: FinishedHand, seat: Seat) -> bool:
    others = _others(hand, seat)
    return bool(others) and not any(others)


def _by_one(hand: FinishedHand, seat: Seat) -> bool:
    others = _others(hand, seat)
    return bool(others) and max(others) == hand.table.rules.match.target - 1


_OF_HANDS: Final[dict[str, Callable[[FinishedHand, Seat], bool]]] = {
    "three_duels": _three_duels,
    "capote": _capote,
    "by_one": _by_one,
}
_OF_RESULTS: Final[dict[str, Callable[[MatchResult], bool]]] = {
    "first_win": lambda result: result.won,
    "six_seats": lambda result: result.won and result.players >= NUMBERS["six_seats"],
}
_OF_SUMS: Final[dict[str, Callable[[Statistics, int], bool]]] = {
    "ten_matches": lambda whole, games: whole.matches >= NUMBERS["ten_matches"],
    "hundred_matches": lambda whole, games: whole.matches >= NUMBERS["hundred_matches"],
    "every_game": lambda whole, games: games >= len(VARIANTS),
    "liar": lambda whole, games: whole.bluffs >= NUMBERS["liar"],
}
BADGES: Final = (*_OF_RESULTS, *_OF_CONTESTS, *_OF_HANDS, *_OF_SUMS)
"""All badges, in the order in which people read them."""


def of_hand(hand: FinishedHand, seat: Seat) -> Iterator[str]:
    for contest in hand.contests:
        if seat in contest.seats:
            part = _Part(hand, contest, seat)
            yield from (badge for badge, rule in _OF_CONTESTS.items() if rule(part))
    yield from (badge for badge, rule in _OF_HANDS.items() if rule(hand, seat))


def of_result(result: MatchResult) -> Iterator[str]:
    """The badges that the end of a match brings, besides those of its hands."""
    yield from (badge for badge, rule in _OF_RESULTS.items() if rule(result))


def of_sums(whole: Statistics, games: int) -> set[str]:
    """The ids of the badges that a person's statistics over all matches bring. ``games``: in how
    many different games the person has finished a match."""
    return {badge for badge, rule in _OF_SUMS.items() if rule(whole, games)}


def dearest(badges: Iterable[str]) -> str:
    """The badge among these that is hardest to get, as far as their order tells: a result brings
    the first ones, a single hand those after them, many matches the last."""
    return in_order(badges)[-1]


def in_order(badges: Iterable[str]) -> Sequence[str]:
    """These badges in the order of :data:`BADGES`, without those that no longer exist."""
    found = set(badges)
    return [badge for badge in BADGES if badge in found]
