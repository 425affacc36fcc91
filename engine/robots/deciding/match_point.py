"""The envido of two players when a side wins the game with the hand as it stands.

Then the envido cannot be solved alone: after silence the cards decide the game. So a call is
compared, in every imagined deal, with the hand that would be played without it. The other player is
assumed to choose the best for its own cards: it refuses nothing that loses the game, raises where
that costs it nothing, and calls the envido or the truco itself where that is better than the hand.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import exp, log1p
from typing import Final, NamedTuple

from engine.actions import NO_QUIERO, QUIERO, Action
from engine.cards import UNKNOWN, Card
from engine.robots.deciding.comparisons import compare_envido, sayable
from engine.robots.deciding.judgement import Judgement
from engine.robots.imagining.likelihood import OPENS_FROM, OPENS_WITHIN
from engine.robots.reading.scale import DEALT
from engine.robots.reading.situation import Situation
from engine.seen.imagine import fits, known_cards
from engine.state.facts import Fact
from engine.state.state import ENVIDO_GAME
from engine.state.table import Cards, Table

TRUSTED: Final = 0.9
"""The weight of the chance of winning the hand that is estimated from the imagined cards; the rest
of the weight is on a chance of one half."""


FOLDED: Final = 0.5
"""The share of the hands that it would lose in which the leading side folds to a truco after it has
seen some cards ..."""
FOLDED_WELL: Final = 0.15
"""... and the share of the hands that it would win in which it folds."""


class EnvidoDeal(NamedTuple):
    """One imagined deal, reduced to the numbers that matter for the envido and the hand."""

    weight: float
    """How likely it is; the sum over all is 1."""
    points: float
    """1: my side has the better points; 0: the other side has the better points."""
    rank: float
    """How good the other's points are, from 0 to 1."""
    hand: float
    """How surely my side wins the hand, from 0 to 1."""
    strength: float
    """How strong the other takes its cards to be, from 0 to 1."""


class EnvidoBid(NamedTuple):
    """A call of the envido, in points."""

    refused: int
    """The points that a refusal pays the caller."""
    won: int
    """The points that my side gets if the call is accepted and my side has the better points."""
    lost: int
    """The points that the other side gets if the call is accepted and it has the better points."""
    raised: "EnvidoBid | None" = None
    """The highest call that may be said over it."""


NEARLY: Final = 0.95
"""Below this rank a robot does not check whether its points are certain to win."""

Values = list[float]
"""For each imagined deal, the chance of winning the game."""


def _accepting(hand: float, lost: float, refused: float) -> float:
    """The value of the hand for the side that wins the game with it, if it accepts the truco.

    If the other side loses the hand, it loses the game anyway, so its truco costs it nothing.
    ``hand``: the leading side's chance of winning the hand. ``lost``: the value after it accepts
    and loses; ``refused``: the value after it refuses."""
    return hand + (1 - hand) * lost


def _refusing(hand: float, lost: float, refused: float) -> float:
    """The same value if the side refuses the truco."""
    return refused


def _looking(hand: float, lost: float, refused: float) -> float:
    """The same value if the side looks at the first trick and then refuses with bad cards."""
    won = hand * (1 - FOLDED_WELL + FOLDED_WELL * refused)
    return won + (1 - hand) * (FOLDED * refused + (1 - FOLDED) * lost)


PLANS: Final = (_accepting, _refusing, _looking)


def _calling(hand: float, won: float, folds: float) -> float:
    """The value of the hand for the side that calls this truco. ``hand``: its chance of winning the
    hand. ``won``: the value after the truco is accepted and won; ``folds``: after a refusal."""
    return hand * (FOLDED * folds + (1 - FOLDED) * won) + (1 - hand) * FOLDED_WELL * folds


class MatchPoint:
    """The value of each envido word when the hand decides the game, from the deals that one seat
    imagines."""

    def __init__(self, judgement: Judgement, deals: Sequence[EnvidoDeal]) -> None:
        self.judgement = judgement
        self.stakes = judgement.situation.stakes
        self.worth = judgement.situation.table.worth
        self.deals = deals

    def mean(self, values: Values) -> float:
        """The chance over all deals."""
        return sum(deal.weight * value for deal, value in zip(self.deals, values, strict=True))

    # --- the hand after the envido ----------------------------------------------------------------

    def settled(self, mine: int, theirs: int) -> Values:
        """For each deal, the chance of winning the game after the envido has paid these points to
        my side and to the other side."""
        over = self._over(mine, theirs)
        if over is not None:
            return [over] * len(self.deals)
        after, now, called = self.stakes.after, self.worth[0], self.worth[1]
        home = self._brings_home(mine, theirs)
        hands = [TRUSTED * deal.hand + (1 - TRUSTED) / 2 for deal in self.deals]
        if home == (True, False):  # the other player calls truco, which costs it nothing
            lost, refused = after(mine, theirs + called), after(mine, theirs + now)
            plans = [[plan(hand, lost, refused) for hand in hands] for plan in PLANS]
            return max(plans, key=self.mean)
        if home == (False, True):  # and so do I
            won, folds = after(mine + called, theirs), after(mine + now, theirs)
            return [_calling(hand, won, folds) for hand in hands]
        won, lost = after(mine + now, theirs), after(mine, theirs + now)
        return [hand * won + (1 - hand) * lost for hand in hands]

    def _over(self, mine: int, theirs: int) -> float | None:
        """The chance of winning the game if these points end it: 1 or 0; ``None``: they do not end
        it."""
        if self.stakes.wins_all(mine):
            return 1.0
        return 0.0 if self.stakes.loses_all(theirs) else None

    def _brings_home(self, mine: int, theirs: int) -> tuple[bool, bool]:
        """Whether my side, and whether the other side, wins the game with the hand as it stands."""
        now = self.worth[0]
        return self.stakes.wins_all(mine + now), self.stakes.loses_all(theirs + now)

    # --- the other player -------------------------------------------------------------------------

    def _feels(self, deal: EnvidoDeal, mine: int, theirs: int) -> float:
        """The other player's own estimate of its chance of winning the game, after the envido has
        paid these points."""
        over = self._over(mine, theirs)
        if over is not None:
            return 1 - over
        after, now, called = self.stakes.after, self.worth[0], self.worth[1]
        strength = deal.strength
        home = self._brings_home(mine, theirs)
        if home == (True, False):
            won, folds = 1 - after(mine, theirs + called), 1 - after(mine, theirs + now)
            return _calling(strength, won, folds)
        if home == (False, True):
            lost, refused = 1 - after(mine + called, theirs), 1 - after(mine + now, theirs)
            return max(plan(strength, lost, refused) for plan in PLANS)
        won, lost = after(mine, theirs + now), after(mine + now, theirs)
        return strength * (1 - won) + (1 - strength) * (1 - lost)

    def _showdown(self, deal: EnvidoDeal, rank: float, bid: EnvidoBid) -> float:
        """The other player's estimate of its chance of winning the game after this call is
        accepted. ``rank``: how often its points win."""
        wins, loses = self._feels(deal, 0, bid.lost), self._feels(deal, bid.won, 0)
        return rank * wins + (1 - rank) * loses

    def _answers(self, deal: EnvidoDeal, bid: EnvidoBid) -> str:
        """The answer of the other player to this call."""
        rank = against_call(deal.rank)
        found = [(self._showdown(deal, rank, bid), "accepts")]
        if not self.stakes.wins_all(bid.refused):
            found.append((self._feels(deal, bid.refused, 0), "refuses"))
        higher = bid.raised
        if higher is not None and not self.stakes.loses_all(bid.lost):
            raised = min(self._feels(deal, 0, higher.refused), self._showdown(deal, rank, higher))
            found.append((raised, "raises"))
        return max(found)[1]

    # --- what I may do ----------------------------------------------------------------------------

    def called(self, bid: EnvidoBid) -> float:
        """The chance of winning the game after this call of mine."""
        answers = [self._answers(deal, bid) for deal in self.deals]
        refused, accepted = self.settled(bid.refused, 0), self._compared(bid)
        raised = [0.0] * len(self.deals)
        if bid.raised is not None:
            raised = self._answering(bid.raised, [answer == "raises" for answer in answers])
        ways = {"refuses": refused, "accepts": accepted, "raises": raised}
        return self.mean([ways[answer][index] for index, answer in enumerate(answers)])

    def silent(self, bids: Sequence[EnvidoBid]) -> float:
        """The chance of winning the game after my silence. ``bids``: the calls with which the other
        player may then open."""
        quiet = self.settled(0, 0)
        for bid in bids:
            calls = [self._opens(deal, bid) for deal in self.deals]
            answered = self._answering(bid, calls)
            quiet = [
                other if said else own
                for said, other, own in zip(calls, answered, quiet, strict=True)
            ]
        return self.mean(quiet)

    def _opens(self, deal: EnvidoDeal, bid: EnvidoBid) -> bool:
        """Whether the other player opens with this call after my silence."""
        # A player whose call would not win the game by a refusal may be silent with great points.
        tells = self.stakes.wins_all(bid.refused)
        rank = against_silence(deal.rank) if tells else deal.rank
        called = self._showdown(deal, rank, bid)
        if not self.stakes.loses_all(bid.refused):
            called = min(called, self._feels(deal, 0, bid.refused))
        return called > self._feels(deal, 0, 0)

    def accepted(self, bid: EnvidoBid) -> float:
        """The chance of winning the game after I accept this call."""
        return self.mean(self._compared(bid))

    def refused(self, bid: EnvidoBid) -> float:
        """The chance of winning the game after I refuse this call."""
        return self.mean(self.settled(0, bid.refused))

    def _compared(self, bid: EnvidoBid) -> Values:
        won, lost = self.settled(bid.won, 0), self.settled(0, bid.lost)
        return [
            deal.points * more + (1 - deal.points) * less
            for deal, more, less in zip(self.deals, won, lost, strict=True)
        ]

    def _answering(self, bid: EnvidoBid, said: Sequence[bool]) -> Values:
        """For each deal, the chance of winning the game after my better answer to this call.
        ``said``: the deals in which the other player says it."""
        accepted, refused = self._compared(bid), self.settled(0, bid.refused)
        gained = [
            more - less if call else 0.0
            for call, more, less in zip(said, accepted, refused, strict=True)
        ]
        forced = self.stakes.loses_all(bid.refused)
        return accepted if forced or self.mean(gained) > 0 else refused


def against_silence(rank: float) -> float:
    """How often points of this rank beat those of a player who has not opened the envido."""
    return _silent_below(rank) / _silent_below(1.0)


def against_call(rank: float) -> float:
    """How often points of this rank beat those of a player who has opened the envido."""
    return (rank - _silent_below(rank)) / (1.0 - _silent_below(1.0))


def _silent_below(rank: float) -> float:
    """The share of all hands that have points below this rank and do not open the envido."""
    steps = [log1p(exp((value - OPENS_FROM) / OPENS_WITHIN)) for value in (0.0, rank)]
    return rank - OPENS_WITHIN * (steps[1] - steps[0])


def bid_of(judgement: Judgement, step: int, wanted: int, refused: int) -> EnvidoBid:
    """A call of this step. ``wanted``, ``refused``: what it pays accepted, unless a formula
    decides, and refused."""
    situation = judgement.situation
    calls = situation.rules.envido.calls
    higher = [
        number
        for number, call in enumerate(calls)
        if number != step and calls[step].verb in call.over and not call.ley
    ]
    raised = None
    if higher and not calls[step].formula:
        top = higher[-1]
        total = 0 if calls[top].formula else wanted + calls[top].adds
        raised = EnvidoBid(situation.capped(max(1, wanted)), *situation.envido_worth(top, total))
    return EnvidoBid(refused, *situation.envido_worth(step, wanted), raised)


def openings(judgement: Judgement) -> list[EnvidoBid]:
    """The calls with which the other player may open after my silence; none if a call is
    pending."""
    situation = judgement.situation
    if situation.top is not None or all(
        situation.position.opened >> seat & 1 for seat in situation.rivals
    ):
        return []
    calls = situation.rules.envido.calls
    steps = [step for step, call in enumerate(calls) if call.opens and not call.ley]
    return [bid_of(judgement, step, calls[step].adds, situation.capped(1)) for step in steps[:1]]


# --- every word that is offered -------------------------------------------------------------------


def chances(judgement: Judgement) -> dict[Action | None, float]:
    """For two players, if the hand decides the game: the chance of winning the game after each
    offered word about the envido. The key ``None`` is silence."""
    situation, top = judgement.situation, judgement.situation.top
    decided = _decided(judgement)
    found: dict[Action | None, float] = {}
    before, refused = 0, situation.capped(1)
    if top is not None and top.game == ENVIDO_GAME:
        before, refused = top.wanted, situation.capped(max(1, top.wanted))
        bid = bid_of(judgement, top.step, top.wanted, top.refused)
        answers = {QUIERO: decided.accepted(bid), NO_QUIERO: decided.refused(bid)}
        for verb, chance in answers.items():
            answer = judgement.offered(verb)
            if isinstance(answer, Action):
                found[answer] = chance
    else:
        found[None] = decided.silent(openings(judgement))
    for step in range(len(situation.rules.envido.calls)):
        for adds, action in sayable(judgement, step):
            bid = bid_of(judgement, step, before + adds, refused)
            found[action] = decided.called(bid)
    return found


def _decided(judgement: Judgement) -> MatchPoint:
    """The values of the envido of two players if the hand decides the game."""
    compared = compare_envido(judgement)
    outlooks = judgement.outlooks
    if len(outlooks) != len(compared):
        outlooks = outlooks[:1] * len(compared)  # no deal is imagined
    deals = [
        EnvidoDeal(chance.weight, chance.win, chance.rival, outlook.win, outlook.rival)
        for chance, outlook in zip(compared, outlooks, strict=True)
    ]
    return MatchPoint(judgement, deals)


# --- points that cannot lose ----------------------------------------------------------------------


def sure_points(situation: Situation) -> bool:
    """Whether no possible hand of a rival has better points than mine, by the cards that I see, the
    facts that the rules have disclosed, and the rule for equal points."""
    view, table = situation.view, situation.table
    if UNKNOWN in view.dealt or len(view.dealt) != DEALT or not situation.rules.envido.calls:
        return False
    mine = table.envido_points(view.dealt, view.turned)
    if situation.scale.envido_rank(mine) < NEARLY:
        return False
    known = known_cards(view)
    lying = frozenset(card for cards in (*known, *view.seen) for card in cards)
    for seat in situation.rivals:
        facts = tuple(fact for fact in view.facts if fact.seat == seat)
        unseen = tuple(
            card
            for card in table.deck
            if card not in lying and card not in (view.turned, view.put_away)
        )
        ahead = situation.slot_of[seat] < situation.me  # of equal points those of the mano win
        if _may_have(table, view.turned, known[seat], unseen, facts, mine + (not ahead)):
            return False
    return True


@lru_cache(maxsize=128)
def _may_have(
    table: Table, turned: Card, held: Cards, unseen: Cards, facts: tuple[Fact, ...], least: int
) -> bool:
    """Whether a seat may have this many points or more. ``held``: its known cards."""
    return any(
        table.envido_points(dealt, turned) >= least and fits(table, dealt, facts, turned)
        for more in combinations(unseen, max(DEALT - len(held), 0))
        for dealt in [tuple(sorted((*held, *more)))]
    )
