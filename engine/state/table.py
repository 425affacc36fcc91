"""A rule set laid out for a number of seats, with the look-up tables that make it quick.

A :class:`Table` is immutable in meaning and equal to another of the same variant, options and
seats. Its look-up tables are pure functions of its rules; the memory of positions hangs on it too
(:mod:`engine.memo`), and changes nothing but the time.
"""

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any, Final, Protocol

from engine.actions import ALEY, COVER, FLOR, NO_ARGUMENT, PASSO, PLAY, QUIERO, Action
from engine.cards import RANKS, SPELLINGS, SUITS, UNKNOWN, Card, Spelling
from engine.numbers import BIT, NO_SEATS, NOBODY, SIDES, Account, Seat, Seats, Side
from engine.rules.points import Points, points_with
from engine.rules.ranking import Order, order_with
from engine.rules.rule_set import DUPLICATE, HAND_CAP, LEGS, UNLIMITED, RuleSet

Cards = tuple[Card, ...]


def _alternate(rules: RuleSet, players: int, dealer: int) -> Seat:
    """Neighbours are opponents (AR-PLA-01). Among three that cannot be: the dealer of each hand
    plays against the two others (AR-GAL-01, TR-GAL-02)."""
    return Seat(max(dealer, 0)) if players == 3 else NOBODY


def _lone(rules: RuleSet, players: int, dealer: int) -> Seat:
    """The same player against the two others for the whole match (TR-GAL-02)."""
    return Seat(rules.gallo.lone) if players == 3 else NOBODY


SEATINGS: Final[dict[str, Callable[[RuleSet, int, int], Seat]]] = {
    "alternate": _alternate,
    "lone": _lone,
    "lone_dealer": _alternate,
}
"""By name of the seating, a function that gives the seat that plays alone, as side A, in a hand of
this dealer. ``NOBODY``: no seat plays alone, and the even seats are side A. ``lone_dealer`` is
``alternate`` where the table has a choice; it is a name of its own because marks of rules hold
it."""


class Table:
    """Rules for a number of seats.

    The sides may depend on the dealer: :meth:`seated` is the table as it sits in one hand, and what
    a state holds.
    """

    def __init__(
        self, rules: RuleSet, players: int, dealer: int = NOBODY, *, remember: bool = True
    ) -> None:
        self.rules = rules
        self.players = players
        self.deals = int(dict(rules.options).get(DUPLICATE.name, 0))
        """In a duplicate match, how many deals are played twice (DU-01); 0: it is none."""
        self.hands = self.deals * int(dict(rules.options).get(LEGS.name, LEGS.default))
        """In a duplicate match, how many hands this table plays (DU-01, DU-08)."""
        self.hand_cap = int(dict(rules.options).get(HAND_CAP.name, 0))
        """In a duplicate match, the most points that a hand counts for one side (DU-07); 0: all
        count."""
        self.remembers = remember
        """Whether the table remembers positions (:mod:`engine.memo`)."""
        self.memory: Any = None
        """The memory of this table's positions (``Memory`` of :mod:`engine.memory`, which alone
        writes it and knows its type); ``None``: it has not begun."""
        self.latest: Any = None
        """The ``Node`` of the last position that was asked about; only :mod:`engine.memo` writes
        it, too."""
        self._sit_down(dealer)
        self._keep_scores()
        self._lay_out_deck()
        self._lay_out_actions()
        self.key = (rules.variant, rules.options, players, self.lone)
        self._hash = hash(self.key)
        self.worth: tuple[int, ...] = (
            rules.truco.base,
            *(step.worth for step in rules.truco.steps),
        )
        """The worth of the hand, by accepted step of the ladder."""
        self._by_dealer: dict[int, Table] = {}
        self._by_lone: dict[Seat, Table] = {self.lone: self}

    def _sit_down(self, dealer: int) -> None:
        """The sides in the hands of this dealer."""
        rules, players = self.rules, self.players
        self.seats = tuple(Seat(seat) for seat in range(players))
        """All seats, in the order of play."""
        self.lone = SEATINGS[rules.gallo.name](rules, players, dealer)
        """The seat that plays alone (it is side A); ``NOBODY``: sides alternate."""
        lone = self.lone
        self.sides = tuple(
            Side(seat != lone if lone != NOBODY else seat % 2) for seat in self.seats
        )
        """Side by seat."""
        self.alone: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in self.seats)
        """Each seat alone."""
        self.seats_of = tuple(
            _set_of(seat for seat in self.seats if self.sides[seat] == side) for side in SIDES
        )
        """The seats of each side."""
        self._orders: dict[tuple[tuple[Seat, ...], Seat], tuple[Seat, ...]] = {}
        self._masks: dict[tuple[Seat, ...], Seats] = {}
        self._contests: dict[tuple[int, str], tuple[tuple[Seat, ...], ...]] = {}

    def _keep_scores(self) -> None:
        """Sets the receivers of the points of each side."""
        self.by_seat = self.players == 3 and self.rules.gallo.name != "lone"
        """Every seat has a score of its own (AR-GAL-02, TR-GAL-03)."""
        if self.by_seat:
            accounts: tuple[tuple[Account, ...], ...] = tuple(
                tuple(Account(seat) for seat in self.seats if self.sides[seat] == side)
                for side in SIDES
            )
            names: tuple[str, ...] = tuple(str(seat) for seat in self.seats)
            holders: tuple[tuple[Seat, ...], ...] = self.alone
        else:
            accounts = tuple((Account(side),) for side in SIDES)
            names = ("A", "B")
            holders = tuple(
                tuple(seat for seat in self.seats if self.sides[seat] == side) for side in SIDES
            )
        self.accounts = accounts
        """The receivers of the points of each side."""
        self.account_names = names
        """The record's names of the scores."""
        self.holders = holders
        """By account, the seats whose points it holds."""

    def _lay_out_deck(self) -> None:
        """Lays out the cards in play: their strength, and the cards that each seat is dealt."""
        rules, players = self.rules, self.players
        self.spelling: Spelling = SPELLINGS[rules.deck]
        self.deck: Cards = tuple(sorted(card for step in rules.cards.order for card in step))
        """The cards in play, in their declared order."""
        self.deck_set = frozenset(self.deck)
        self.strength: tuple[int, ...] = _heights(rules.cards.order)
        """Height of each card where none is turned; equal heights tie, 0 is a card face down."""
        self._strengths: dict[Card, tuple[int, ...]] = {}
        self._points: dict[Card, Points] = {}
        self.hand_sizes = tuple(
            3 + (rules.gallo.four_cards and seat == self.lone) for seat in self.seats
        )
        """How many cards each seat is dealt."""
        self.dealt = sum(self.hand_sizes)
        """How many cards are dealt in all, without a turned one."""
        self.turns = bool(rules.cards.promotion)
        """A card is turned after the deal."""
        self._slices = tuple(
            tuple(slice((seat - dealer - 1) % players, 3 * players, players) for seat in self.seats)
            for dealer in self.seats
        )
        """By dealer and seat, the slice of a deck with the seat's three cards."""

    def _lay_out_actions(self) -> None:
        """Makes the one shared action of each seat and card."""
        # The last one is the unknown card's, which is -1.
        every = (*range(SUITS * RANKS), UNKNOWN)
        self._plays = tuple([action(seat, PLAY, card) for card in every] for seat in self.seats)
        self._covers = tuple([action(seat, COVER, card) for card in every] for seat in self.seats)

    def seated(self, dealer: int) -> "Table":
        """The table as it sits when this seat deals."""
        made = self._by_dealer.get(dealer)
        if made is None:
            lone = SEATINGS[self.rules.gallo.name](self.rules, self.players, dealer)
            made = self._by_lone.get(lone)
            if made is None:
                made = Table(self.rules, self.players, dealer, remember=self.remembers)
                made._by_dealer, made._by_lone = self._by_dealer, self._by_lone
                self._by_lone[lone] = made  # complete, for other threads may find it now
            self._by_dealer[dealer] = made
        return made

    def by_side(self, score: tuple[int, ...]) -> tuple[int, int]:
        """The score of the two sides; a pair with two scores has the higher of them (AR-GAL-03,
        TR-GAL-03)."""
        if not self.by_seat:
            return score[0], score[1]
        one, two = self.accounts
        return max(score[seat] for seat in one), max(score[seat] for seat in two)

    def rival(self, seat: Seat) -> Seat:
        """The seat that this one meets in a duel (AR-PIC-03, TR-SEI-03, TR-OCH-01)."""
        duels = self.rules.duels
        assert duels is not None, "a duel at a table without duels"
        across = duels.across if seat % 2 == 0 else -duels.across
        return self.seats[(seat + across) % self.players]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Table) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Table({self.rules.variant}, {self.players})"

    def worth_of(self, special: int, level: int) -> int:
        """The worth of a contest: by the accepted step, or fixed in a special hand."""
        rules = self.rules.special
        return rules.worth if special == 1 and rules is not None else self.worth[level]

    # --- seats ---------------------------------------------------------------------------

    def order_from(self, contest: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
        """The seats of a contest in the order of play, beginning with ``seat``."""
        key = (contest, seat)
        order = self._orders.get(key)
        if order is None:
            at = contest.index(seat)
            order = self._orders[key] = contest[at:] + contest[:at]
        return order

    def mask_of(self, seats: tuple[Seat, ...]) -> Seats:
        mask = self._masks.get(seats)
        if mask is None:
            mask = self._masks[seats] = _set_of(seats)
        return mask

    def contests(self, dealer: int, mode: str) -> tuple[tuple[Seat, ...], ...]:
        """The contests of a hand, each from its mano on.

        A hand of duels begins with the mano's; then comes that of the next seat that has not
        played yet (AR-PIC-03, TR-SEI-03).
        """
        found = self._contests.get((dealer, mode))
        if found is None:
            n = self.players
            around = tuple(self.seats[(dealer + 1 + step) % n] for step in range(n))
            made: tuple[tuple[Seat, ...], ...] = (around,)
            duels = self.rules.duels
            if duels is not None and mode == duels.mode:
                pairs: dict[Seat, Seat] = {}
                for seat in around:
                    if seat not in pairs.values():
                        pairs[seat] = self.rival(seat)
                made = tuple(pairs.items())
            found = self._contests[dealer, mode] = made
        return found

    def split(self, dealer: int, deck: Cards) -> tuple[Cards, ...]:
        """The hands of a deck in its order: one card to each seat from the mano, three rounds,
        then the lone player's fourth (TR-GAL-04)."""
        hands = [deck[part] for part in self._slices[dealer]]
        if self.dealt > 3 * self.players:
            hands[self.seated(dealer).lone] += (deck[3 * self.players],)
        return tuple(hands)

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """The modes of the hands at this table; empty if there are no duels."""
        duels = self.rules.duels
        if duels is None or self.players not in duels.players:
            return ()
        return ("redonda", duels.mode)

    @cached_property
    def score_matters(self) -> bool:
        """Whether the words that may be said in a hand depend on the score with which it begins."""
        rules = self.rules
        special = rules.special is not None or rules.truco.needed_only
        return special or self.unbounded or self.unless_level > 0

    @cached_property
    def unbounded(self) -> bool:
        """Whether the number of an envido is limited only by the points that the leader lacks
        (VE-ENV-04)."""
        return any(call.high >= UNLIMITED for call in self.rules.envido.calls)

    @cached_property
    def unless_level(self) -> int:
        """The envido calls (by index) that do not exist at equal scores (TR-ENV-17)."""
        calls = self.rules.envido.calls
        return sum(1 << at for at, call in enumerate(calls) if call.unless_level)

    @cached_property
    def covers_matter(self) -> bool:
        """Whether the legal actions depend on the seats that have laid face down in the trick."""
        tricks = self.rules.tricks
        return tricks.one_cover or tricks.caller_must_beat

    @cached_property
    def each_his_own(self) -> bool:
        """As :attr:`engine.rules.calls.FlorRules.each_his_own`; false at a table without flor."""
        flor = self.rules.flor
        return flor is not None and flor.each_his_own

    @cached_property
    def envido_words(self) -> frozenset[str]:
        return frozenset(call.verb for call in self.rules.envido.calls)

    @cached_property
    def for_match(self) -> frozenset[str]:
        """The articles of hands that are for the whole match (PA-TRU-10)."""
        return frozenset(step.verb for step in self.rules.truco.steps if step.match)

    @cached_property
    def flor_words(self) -> frozenset[str]:
        """The words of the flor's negotiation; none at a table without flor."""
        flor = self.rules.flor
        if flor is None:
            return frozenset()
        words = {word for call in flor.calls for word in (call.verb, call.accept, call.decline)}
        words |= {PASSO} if flor.partners == "asked" else set()
        words |= {ALEY} if flor.ley else set()
        return frozenset(words) - {""}

    @cached_property
    def binding_words(self) -> frozenset[str]:
        """The calls of truco and envido, and the words that accept them."""
        rules = self.rules
        return self.envido_words | {step.verb for step in rules.truco.steps} | {QUIERO}

    @cached_property
    def holders_words(self) -> frozenset[str]:
        """The words that only a seat with a flor may say."""
        flor = self.rules.flor
        if flor is None or flor.ley != "holders":
            return frozenset({FLOR})
        return frozenset({FLOR, ALEY, *(call.verb for call in self.rules.envido.calls if call.ley)})

    def heights(self, turned: Card) -> tuple[int, ...]:
        """Height of each card in a hand with this turned card, by card number."""
        if turned == UNKNOWN:
            return self.strength
        made = self._strengths.get(turned)
        if made is None:
            made = self._strengths[turned] = _heights(order_with(self.rules.cards, turned))
        return made

    def unbeatable(self, cards: Cards, turned: Card) -> bool:
        """Whether these cards hold the two best of the deck (PA-ONZ-07)."""
        heights = self.heights(turned)
        best = max(heights)
        return sum(1 for card in cards if card >= 0 and heights[card] >= best - 1) == 2

    # --- the worth of cards -----------------------------------------------------------------

    def points(self, turned: Card) -> Points:
        """The points of the cards in a hand with this turned card."""
        made = self._points.get(turned)
        if made is None:
            made = self._points[turned] = points_with(self.rules.cards, turned)
        return made

    def has_flor(self, dealt: Cards, turned: Card) -> bool | None:
        """Whether three dealt cards are a flor (AR-FLO-01); ``None``: unknown cards hide it."""
        try:  # asked at most steps of a game with a flor
            return self._points[turned].has_flor(dealt)
        except KeyError:
            return self.points(turned).has_flor(dealt)

    def reservada(self, dealt: Cards, turned: Card) -> bool | None:
        """As :meth:`engine.rules.points.Points.reservada`."""
        return self.points(turned).reservada(dealt)

    def flor_points(self, dealt: Cards, turned: Card) -> int:
        """The value of a flor (AR-FLO-02)."""
        return self.points(turned).flor_points(dealt)

    def envido_points(self, cards: Cards, turned: Card) -> int:
        """The envido of up to three cards (section A of the pages).

        Raises :class:`engine.errors.UnknownCard` when one of them is not known.
        """
        return self.points(turned).envido_points(cards)

    # --- actions ------------------------------------------------------------------------------

    def lays(self, seat: int, cards: Cards, cover: bool) -> tuple[Action, ...]:
        """The actions that lay each of these cards face up, and also face down if that is
        allowed."""
        if UNKNOWN in cards:
            cards = tuple(dict.fromkeys(cards))
        plays, covers = self._plays[seat], self._covers[seat]
        if len(cards) == 3:  # spelt out, because it is asked at most steps
            a, b, c = cards
            if cover:
                return plays[a], plays[b], plays[c], covers[a], covers[b], covers[c]
            return plays[a], plays[b], plays[c]
        if len(cards) == 2:
            a, b = cards
            if cover:
                return plays[a], plays[b], covers[a], covers[b]
            return plays[a], plays[b]
        made = [plays[card] for card in cards]
        if cover:
            made += [covers[card] for card in cards]
        return tuple(made)


def _set_of(seats: Iterable[Seat]) -> Seats:
    made = NO_SEATS
    for seat in seats:
        made |= BIT << seat
    return made


def _heights(order: Order) -> tuple[int, ...]:
    strength = [0] * (SUITS * RANKS)
    for height, step in enumerate(reversed(order), start=1):
        for card in step:
            strength[card] = height
    return tuple(strength)


class SharedAction(Protocol):
    """What :data:`action` is to the type checker, which does not look into a cache."""

    def __call__(self, seat: Seat, verb: str, arg: int = NO_ARGUMENT) -> Action: ...


action: Final[SharedAction] = cache(Action)
"""The one shared :class:`Action` of these values (frozen, so sharing is safe)."""
