"""What the pages of all games with Spanish cards say alike, for their oracles.

Section A of each page: the order of the cards (uruguayo's and venezolano's pieces stand above it)
and what they count for an envido and a flor where no card is a piece. Like the oracles it shares no
code with ``engine`` and knows cards as the words of a record.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

# AR-CAR-01, GA-CAR-01, UY-CAR-02, VE-CAR-02; strongest first.
ORDER = (
    ("1e",),
    ("1b",),
    ("7e",),
    ("7o",),
    ("3e", "3b", "3o", "3c"),
    ("2e", "2b", "2o", "2c"),
    ("1o", "1c"),
    ("12e", "12b", "12o", "12c"),
    ("11e", "11b", "11o", "11c"),
    ("10e", "10b", "10o", "10c"),
    ("7b", "7c"),
    ("6e", "6b", "6o", "6c"),
    ("5e", "5b", "5o", "5c"),
    ("4e", "4b", "4o", "4c"),
)
DECK = tuple(card for step in ORDER for card in step)
STRENGTH = {card: len(ORDER) - place for place, step in enumerate(ORDER) for card in step}
"""From 14 down to 1; equals tie."""


@cache
def face(card: str) -> int:
    """Section A: 1-7 face value; 10, 11, 12 = 0."""
    number = int(card[:-1])
    return number if number <= 7 else 0


def envido_of(cards: Sequence[str]) -> int:
    """AR-ENV-04, GA-ENV-02, TR-ENV-04 and -05: two of a suit 20 + both (the best pair of three);
    else the highest single value."""
    pairs = [
        20 + face(card) + face(other)
        for at, card in enumerate(cards)
        for other in cards[at + 1 :]
        if card[-1] == other[-1]
    ]
    return max([*pairs, *map(face, cards)], default=0)


def is_flor(cards: Sequence[str]) -> bool:
    """AR-FLO-01, GA-FLO-01, TR-FLO-01."""
    return len({card[-1] for card in cards}) == 1


def flor_of(cards: Sequence[str]) -> int:
    """AR-FLO-02, GA-FLO-02; to compare flores."""
    return 20 + sum(map(face, cards))


RESERVADA = 50
"""Perico and perica: above every other flor (VE-FLO-02), of which none is above 30 + 7 + 6."""

# Piece by rank, strongest first, with its points.
_PIECES: Mapping[str, Mapping[int, int]] = {
    "uruguayo": {2: 30, 4: 29, 5: 28, 11: 27, 10: 27},
    "venezolano": {11: 30, 10: 29},
}


class Pieces:
    """What the cards of a hand are worth, with the pieces under the turned card, if one is."""

    def __init__(self, variant: str, options: Mapping[str, str], turned: str) -> None:
        self.variant = variant
        self.options = options
        self.pieces: dict[str, int] = {}
        self.ranking: list[str] = []
        """The pieces, strongest first."""
        points = dict(_PIECES.get(variant, {}))
        if options.get("piece_values") == "perico_30":
            points |= {11: 30, 10: 29}
        for rank, value in points.items():
            card = f"{rank}{turned[-1]}"
            if card == turned:  # UY-CAR-03, VE-CAR-03
                card = f"12{turned[-1]}"
            self.pieces[card] = value
            self.ranking.append(card)

    def power(self, card: str) -> int:
        """The higher wins; equals tie."""
        if card in self.pieces:
            return 200 - self.ranking.index(card)
        return STRENGTH[card]

    def has_flor(self, cards: Sequence[str]) -> bool:
        return self.flor(cards) > 0

    def envido(self, cards: Sequence[str]) -> int:
        """AR section A, UY-ENV-01, VE-ENV-01."""
        held = [card for card in cards if card in self.pieces]
        others = [face(card) for card in cards if card not in self.pieces]
        if len(held) == 2 and self.variant == "venezolano":
            return 39  # 20 + 10 + 9
        if len(held) > 1 and self.options.get("two_pieces") == "units":  # UY-ENV-12
            return sum(sorted(self.pieces[card] for card in held)[-2:]) - 20
        if held:
            # Of two that are worth the same, the better one is left to count its face.
            best = max(held, key=lambda card: (self.pieces[card], -face(card)))
            # A flor kept silent: no more than 37 can be said, so another piece counts its face.
            others += [face(card) for card in held if card != best]
            return self.pieces[best] + max(others, default=0)
        return envido_of(cards)

    def makes(self, cards: Collection[str], value: int) -> bool:
        """Whether these cards alone are worth so much."""
        held = [self.pieces[card] for card in cards if card in self.pieces]
        if self.options.get("two_pieces") == "units" and len(held) > 1:
            return len(cards) == 2 and sum(held) - 20 == value
        if held:
            return any(
                max(held) + sum(face(card) for card in cards if card != piece) == value
                for piece in cards
                if self.pieces.get(piece) == max(held)
            )
        pair = len(cards) == 2
        if pair and len({card[-1] for card in cards}) == 2:
            return False
        return 20 * pair + sum(map(face, cards)) == value

    def proofs(self, cards: Sequence[str]) -> list[set[str]]:
        """AR-MOS-01: the cards that make the envido, one way or another."""
        value = self.envido(cards)
        if value == 0:
            return [set()]  # no card scores
        some = [{card} for card in cards] + [
            {card, other} for at, card in enumerate(cards) for other in cards[at + 1 :]
        ]
        making = [part for part in some if self.makes(part, value)]
        return [part for part in making if not any(other < part for other in making)]

    def flor(self, cards: Sequence[str]) -> int:
        """The value of three cards as a flor, 0: none (AR-FLO-01, UY-FLO-01, VE-FLO-01)."""
        held = sorted((self.pieces[card] for card in cards if card in self.pieces), reverse=True)
        rest = [card for card in cards if card not in self.pieces]
        suits = {card[-1] for card in rest}
        if len(held) >= 2:
            if self.variant == "venezolano":
                return RESERVADA
            return held[0] + sum(value % 10 for value in held[1:]) + sum(map(face, rest))
        if len(held) == 1:
            return held[0] + sum(map(face, rest)) if len(suits) == 1 else 0
        return flor_of(cards) if len(suits) == 1 else 0


@dataclass
class Truco:
    """A step of the ladder that waits for its answer."""

    side: int
    step: int
    no: set[int] = field(default_factory=set)
    """Who has declined."""


def hand_winner(tricks: Sequence[int | None], mano_side: int) -> int | None:
    """AR-HAN-01 to AR-HAN-07, VE-TRI-01, VE-PAR-01, VE-PAR-06; ``None`` in ``tricks`` is a parda,
    as a result "not decided"."""
    wins = [side for side in tricks if side is not None]
    for side in (0, 1):
        if wins.count(side) == 2:
            return side
    if len(tricks) > 1 and wins and None in tricks:
        return wins[0]
    return mano_side if len(tricks) == 3 else None


@dataclass
class Tricks:
    """The cards of a hand or a duel: whose turn it is, and who wins each trick."""

    seats: Sequence[int]
    """Mano first."""
    side: Sequence[int]
    """By seat."""
    height: Callable[[str], int]
    """Greater beats smaller."""
    gone: Collection[int] = ()
    """Who has left alone (AR-MAZ-09); the judge keeps it."""
    tie_lead: str = "mano"
    nearest_wins_ties: bool = False
    """UY-CAR-04; the one nearest the mano (ours)."""
    table: list[tuple[int, str, bool]] = field(default_factory=list)
    """Cards of the running trick: seat, card, face down."""
    opened: set[int] = field(default_factory=set)
    """Who has laid a card."""
    results: list[int | None] = field(default_factory=list)
    """The side that has won each trick; ``None``: parda."""

    def __post_init__(self) -> None:
        self.turn = self.lead = self.seats[0]

    @property
    def winner(self) -> int | None:
        """The side that has won the hand or duel."""
        return hand_winner(self.results, self.side[self.seats[0]])

    def from_seat(self, seat: int) -> list[int]:
        """In playing order who is still in, beginning with this seat or the next after it."""
        place = self.seats.index(seat)
        around = [*self.seats[place:], *self.seats[:place]]
        return [other for other in around if other not in self.gone]

    def lay(self, seat: int, card: str, covered: bool) -> None:
        self.table.append((seat, card, covered))
        self.opened.add(seat)
        self.advance()

    def advance(self) -> None:
        """To the next who has still to lay a card, or to the end of the trick."""
        laid = {seat for seat, _, _ in self.table}
        waiting = [seat for seat in self.from_seat(self.lead) if seat not in laid]
        if waiting:
            self.turn = waiting[0]
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """AR-TRI-02 to AR-TRI-05, AR-COV-02, GA-TRI-02 and the like."""
        heights = [0 if covered else self.height(card) for _, card, covered in self.table]
        best = [
            seat
            for (seat, _, _), height in zip(self.table, heights, strict=True)
            if height == max(heights)
        ]
        parda = len({self.side[seat] for seat in best}) == 2
        if parda and self.nearest_wins_ties:
            best, parda = [min(best, key=self.seats.index)], False
        self.results.append(None if parda else self.side[best[0]])
        leads = {
            "mano": self.seats[0],
            "previous_leader": self.lead,
            "first_tied": best[0],
            "last_tied": best[-1],
        }
        self.table = []
        self.lead = self.turn = self.from_seat(leads[self.tie_lead] if parda else best[0])[0]


def lays(cards: Iterable[str], tricks: Tricks, cover_from: str) -> set[str]:
    """What may be laid now: AR-COV-01 and the like."""
    covers = cover_from != "never" and len(tricks.results) + 1 >= int(cover_from)
    verbs = ("play", "cover") if covers else ("play",)
    return {f"{verb} {card}" for verb in verbs for card in cards}


def declarations(
    order: Sequence[int], envido: Mapping[int, int], side: Sequence[int]
) -> tuple[list[tuple[int, int | None]], int]:
    """AR-ENV-10 to 12, TR-ENV-06: who says what (``None``: *son buenas*), and the seat that wins.

    ``order`` is the seats still in, the one nearest the mano first; ``side`` is by seat.
    """
    best = order[0]
    said: list[tuple[int, int | None]] = [(best, envido[best])]
    silent = list(order[1:])
    # The partners of who leads keep silent.
    while rivals := [seat for seat in silent if side[seat] != side[best]]:
        seat, place = rivals[0], order.index(rivals[0])
        nearer = place < order.index(best)
        ahead = envido[seat] > envido[best] or (nearer and envido[seat] == envido[best])
        said.append((seat, envido[seat] if ahead else None))
        best = seat if ahead else best
        # "Then counter-clockwise": the silent ones of a beaten side come round again.
        around = [*order[place + 1 :], *order[:place]]
        silent = [other for other in around if other in silent]
    return said, best


def sayable_numbers(
    seat: int,
    stated: Sequence[tuple[int, int]],
    seats: Sequence[int],
    highest: int = 33,
    *,
    mano_wins_ties: bool = True,
) -> set[str]:
    """AR-ENV-17: what may be stated of one's points, as a range."""
    if not stated:
        return {f"tengo 0-{highest}"}
    leader, best = stated[-1]
    wins_ties = mano_wins_ties and seats.index(seat) < seats.index(leader)
    low = best if wins_ties else best + 1
    return {"buenas"} | ({f"tengo {low}-{highest}"} if low <= highest else set())


@dataclass
class Award:
    """Points for a side. Held ones wait for the end of the hand or of the claims."""

    duel: int
    kind: str
    """``flor``, ``envido`` or ``truco``."""
    side: int
    points: int
    number_wrong: bool | None = None
    """Manual declarations: whether the winner's number was wrong; ``None``: already settled."""
    to_show: list[dict[int, set[str]]] | None = None
    """In escrow: the ways to prove it, each by seat the cards that must be seen.

    ``None``: nothing (any more) to show."""

    @property
    def held(self) -> bool:
        return self.number_wrong is not None or self.to_show is not None


def check_numbers(awards: Iterable[Award]) -> None:
    """AR-ENV-14: a wrong number gives the points to the others."""
    for award in awards:
        if award.number_wrong:
            award.side = 1 - award.side
            award.to_show = None
        award.number_wrong = None


def settle_shown(awards: Iterable[Award], is_seen: Callable[[int, set[str]], bool]) -> None:
    """AR-MOS-02: what has been proved is in escrow no longer."""
    for award in awards:
        if any(all(is_seen(*cards) for cards in way.items()) for way in award.to_show or ()):
            award.to_show = None


def half(target: int) -> int:
    """AR-MAT-02: rounded up."""
    return -(-target // 2)


def duels_are_due(options: Mapping[str, str], score: Sequence[int]) -> bool:
    """AR-PIC-02, UY-SEI-01, TR-SEI-02: after a redonda, at this score."""
    target, until = int(options["target"]), options["duels_until"]
    if max(score) < int(options["duels_from"]):
        return False
    if until == "half":
        return max(score) < half(target)
    return target - max(score) >= int(until)


def has_to_show(
    awards: Iterable[Award], seat: int, is_seen: Callable[[int, set[str]], bool]
) -> bool:
    """AR-MOS-02: whether cards of this seat still prove something."""
    for award in awards:
        ways = [way for way in award.to_show or () if seat in way]
        if ways and not any(is_seen(seat, way[seat]) for way in ways):
            return True
    return False
