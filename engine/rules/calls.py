"""The rules of a variant for its calls: the truco, the envido and the flor."""

from typing import Final

from msgspec import Struct


class LadderStep(Struct, frozen=True):
    """One call of the truco ladder."""

    verb: str
    worth: int
    """The points of the hand when the call is accepted; with a formula, the most that they can
    be."""
    formula: str = ""
    """The function that works out the points instead: a name of ``engine.moves.truco.WORTH``."""
    match: bool = False
    """The hand decides the game and the whole match (PA-TRU-10)."""
    article: str = "hand"
    """The key of the article that gives these points. With a formula the verb is the key."""


class Ladder(Struct, frozen=True):
    """The truco ladder."""

    base: int
    """The points of a hand without any call."""
    steps: tuple[LadderStep, ...]
    """The calls, from the lowest to the highest."""
    any_time: bool
    """A call may be said at any moment; off: only on one's own turn, before the card."""
    card_accepts: bool = False
    """Laying a card accepts the pending call (AR-TRU-07)."""
    over_envido: bool = False
    """A call may be said over a pending envido, and refuses that envido (AR-ENV-16)."""
    after_envido_lapses: bool = False
    """When an envido went before a pending truco, the truco must be called again (AR-ENV-08)."""
    after_tie: bool = True
    """A call may be said also while piles are laid (VE-PAR-05)."""
    needed_only: bool = False
    """A side may not call when the hand, at its present worth, would already bring it to the target
    (PA-TRU-09)."""


class EnvidoCall(Struct, frozen=True):
    verb: str
    adds: int = 0
    """The points that the call adds to those accepted before, when it is said without a number."""
    formula: str = ""
    """The function that works out the worth of the whole sequence instead, whatever was said
    before: a name of ``engine.moves.envido.FORMULAS``."""
    times: int = 1
    """How often the call may be said in one sequence; ``UNLIMITED``: without end."""
    over: tuple[str, ...] = ()
    """The calls that this one may raise."""
    low: int = 0
    """The lowest number that the call may be said with."""
    high: int = 0
    """The highest number that the call may be said with. 0: it is never said with a number.
    ``UNLIMITED``: the points that the leader of the game lacked when the contest began
    (VE-ENV-04)."""
    each: int = 1
    """Said with the number N, the call adds N times this many points."""
    bare: bool = True
    """The call may be said without a number."""
    opens: bool = True
    """The call may be the first one; off: it may only raise another."""
    ley: bool = False
    """The call says *a ley* too (VE-FLO-07); only a seat that may say *a ley* may say it."""
    unless_level: bool = False
    """The call does not exist at equal scores (TR-ENV-17)."""
    flat: int = 0
    """The worth of the whole sequence up to this call, whatever was said before (GA-ENV-03). 0: the
    sum of its calls."""
    refused: str = ""
    """The points of the refusal of this call, if they differ from :attr:`EnvidoRules.refused`: a
    name of ``engine.moves.envido.REFUSED_PAYS`` (TR-ENV-17)."""


class EnvidoRules(Struct, frozen=True):
    """The envido; a game without one has no calls."""

    calls: tuple[EnvidoCall, ...]
    pies_only: bool = False
    """Only the two pies may open the envido (AR-ENV-02)."""
    falta: str = "leader_shortfall"
    """The formula for the worth of a falta: a name of ``engine.moves.envido.FALTA``."""
    manual: bool = False
    """The players state their points themselves (AR-ENV-17); off: the program states them."""
    highest: int = 33
    """The highest number that can be stated."""
    refused: str = "accepted_sum"
    """The points of a refused call: a name of ``engine.moves.envido.REFUSED_PAYS``."""
    cap: str = ""
    """An accepted envido pays no more than this: a name of ``engine.moves.envido.FORMULAS``.
    Empty: there is no such limit."""
    floor: bool = False
    """A call with a formula pays no less than its refusal would pay (VE-ENV-06)."""
    at_least: bool = False
    """A raise must add at least as many points as the call that it raises (UY-ENV-04)."""
    pies_answer: bool = False
    """With four players or more, only the pies may answer the envido (TR-ENV-02)."""
    tie: str = "nearest_mano"
    """The winner with equal points: a name of ``engine.state.ties.TIES``, or ``alternating``."""
    at_end: bool = False
    """The points of an accepted envido are compared when the hand is over (VE-ENV-03); off: at
    once."""
    closed_by: str = "truco"
    """The event that ends the right to open the envido, besides an envido and a flor. ``truco``: an
    accepted truco ends it for all (AR-ENV-09). ``call``: a called truco ends it for all
    (GA-ENV-08). ``own_word``: a seat that says truco or quiero loses its own right (UY-ENV-02)."""


NO_ENVIDO: Final = EnvidoRules(calls=(), falta="", highest=0)


class FlorWorth(Struct, frozen=True):
    """The points of a side with a flor: the sum of the three fields."""

    points: int = 0
    """Points that are always the same."""
    flores: str = ""
    """The flores that are counted: a name of ``engine.moves.flor_worth.COUNTED``. Each of them adds
    :attr:`FlorRules.alone`. Empty: none is counted."""
    formula: str = ""
    """The function that works out further points from the score: a name of
    ``engine.moves.flor_worth.RESTO_FORMULAS``. Empty: none."""


class FlorCall(Struct, frozen=True):
    """One call of the flor's negotiation, and how it is answered.

    The first call of a list is the announcement itself. A holder is a seat with an announced flor.
    """

    verb: str
    wanted: FlorWorth
    """The points of the side with the better flor when the call is accepted."""
    refused: FlorWorth
    """The points of the caller's side when the call is declined."""
    over: tuple[str, ...] = ()
    """The labels of the calls that this one may be said over. Empty: it is said over none."""
    name: str = ""
    """A name of its own for the call, where several calls have the same verb. Empty: its verb is
    its name."""
    accept: str = "florquiero"
    """The word that accepts the call. Empty: it cannot be accepted, only raised or declined."""
    decline: str = "achico"
    """The word that declines the call. Empty: it cannot be declined."""
    answered: str = "holders"
    """The seats that answer. ``holders``: any holder of the other side. ``either``: such a holder,
    or the announcer goes on himself before one of them speaks (TR-FLO-05). ``in_order``: the
    holders of the other side one after another; the call is declined when all of them have declined
    it (GA-FLO-06). ``side``: anybody of the other side, but only holders may raise (GA-FIN-02)."""
    then: str = "compare"
    """The consequence when the call is accepted: a name of ``engine.moves.flor.ACCEPTED_BY``."""
    article: str = "flor.accepted"
    """The key of the article by which the call pays when it is accepted."""
    declined: str = "flor.refused"
    """The key of the article by which the call pays when it is declined."""

    @property
    def label(self) -> str:
        """The name that other calls use for this one in ``over``."""
        return self.name or self.verb


class FlorRules(Struct, frozen=True):
    """The rules of the flor: its announcement, the answers, the comparison, and the points."""

    alone: int
    """The points of one flor that nobody contests; also of each flor that a :class:`FlorWorth`
    counts."""
    unanswered: FlorWorth
    """The points of the flores of a side when the others have none (AR-FLO-05)."""
    calls: tuple[FlorCall, ...]
    """The announcement, then the calls that may be said over it."""
    when: str = "any_time"
    """The moments at which a seat may announce its flor, always before its first card (AR-FLO-03):
    a name of ``engine.guard.flor.FLOR_WINDOWS``."""
    automatic: str = ""
    """The moment at which the program announces a flor by itself: ``turn_or_call`` or
    ``first_turn``. Empty: never."""
    partners: str = "announced"
    """The flores of the announcer's partners who have not laid a card. ``announced``: they are
    announced with his (AR-FLO-09). ``asked``: each partner with a flor is asked whether he adds it
    (GA-FLO-04). ``own``: each announces his own, and all flores are settled when the hand is over
    (:mod:`engine.moves.own_flores`, VE-FLO-04)."""
    obligatory: bool = True
    """A seat with a flor may not call or accept an envido (AR-FLO-03)."""
    closed_by: tuple[str, ...] = ("accepted",)
    """The answers to an envido that end the right to announce a flor: ``accepted`` (AR-FLO-12),
    ``refused``."""
    truco: str = "goes_on"
    """The fate of the truco of a hand when a flor is settled (GA-FLO-10). ``goes_on``: nothing. In
    the other cases a pending truco is annulled; it may be called from the ``next_trick`` on, or it
    is ``blocked`` for the rest of the hand, or the ``hand_ends``."""
    tie: str = "nearest_mano"
    """The winner with equal flores: a name of ``engine.state.ties.TIES``."""
    claim: int = 0
    """The points of a *pido flor* that finds a flor. 0: nobody may say it at this table."""
    false_claim: int = 0
    """The points of the side that is asked, when it has no flor."""
    fault: int = 0
    """The points that a false flor, or one said after one's first card, gives the others
    (TR-FLO-03). 0: such a flor cannot be said."""
    ley: str = ""
    """The seats that may say *a ley* (VE-FLO-05): ``holders`` of a flor, or ``anyone``. Empty:
    nobody."""
    reservada: str = ""
    """The points of the hand for a winner that holds all the pieces and need not announce them
    (VE-FLO-08): a name of ``engine.moves.own_flores.PAYS``. Empty: all the pieces are a flor like
    any other."""

    @property
    def each_his_own(self) -> bool:
        """Each seat announces only its own flor, and all flores are settled when the hand is over
        (:mod:`engine.moves.own_flores`)."""
        return self.partners == "own"

    def raises(self, below: FlorCall) -> tuple[str, ...]:
        """The words that may be said over this call."""
        return tuple(call.verb for call in self.calls if below.label in call.over)
