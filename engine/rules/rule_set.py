"""Rule sets: a variant is data, and a house rule a small change to it.

A :class:`RuleSet` is a frozen value made of small frozen parts, each for one mechanism. Where a
number is not enough, a part holds the name of a function (``leader_shortfall``); the mechanism that
uses the part has a table from such names to functions. Each field names the article of the rules
that it comes from. The engine says why something happened with a key; ``articles`` maps each key to
the numbered article of the variant's page.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engine.cards import Card
from engine.errors import BadRules

UNLIMITED: Final = 1_000_000
"""More than any number that a game reaches: "without end", or of a trick "never"."""


class OptionSpec(Struct, frozen=True):
    """A table option: its values as text, the default first."""

    name: str
    values: tuple[str, ...]
    article: str = ""
    """The article of the game's page to which it belongs."""
    implies: tuple[str, str] | None = None
    """Another option, and its value. If a table sets this option and not the other one, the other
    one gets that value: a seat for ``gallo`` means ``gallo_mode=fijo``. A lobby drops this option
    when somebody sets the other one to another value."""

    @property
    def default(self) -> str:
        """The value of a table that was not given this option. It never changes within format 1 of
        the records."""
        return self.values[0]


DUPLICATE: Final = OptionSpec("duplicate", ("off", "6", "10", "15"))
"""The number of deals that are played twice, the second time with the sides exchanged (DU-01).
Every game has this option; a table's list of options has it only if it is chosen."""
HAND_CAP: Final = OptionSpec("hand_cap", ("off", "9", "11", "12", "13"))
"""The most points that a hand of a duplicate match counts for one side (DU-07). Every game has this
option, and a table's list of options has it only if it is chosen; :attr:`Variant.hand_cap` is the
number of its game. Without it all points count, as in matches that were played before it was
known."""
LEGS: Final = OptionSpec("legs", ("2", "1"))
"""How often a duplicate match plays each deal at its own table (DU-08): once only where another
table, the other room of a league, plays the same deals. A table's list of options has it only if it
is chosen."""
OF_DUPLICATE: Final = (DUPLICATE, HAND_CAP, LEGS)
"""The options of duplicate matches, which every game has."""
NO_RANK: Final = -1


class Piece(Struct, frozen=True):
    """A rank that is promoted in the suit of the turned card."""

    rank: int
    """The index of the rank in the spelling's list of ranks."""
    points: int
    """What the piece is worth in the envido, with the bonus of a pair."""


class CardRules(Struct, frozen=True):
    """Which card beats which, and what cards are worth."""

    order: tuple[tuple[Card, ...], ...]
    """The deck, strongest first; cards of one step are equal."""
    points: tuple[int, ...] = ()
    """What each card is worth in the envido, by card number; empty where there is no envido."""
    pair_bonus: int = 0
    """Points added when two or three cards of one suit count together."""
    promotion: str = ""
    """How the turned card changes the order: a name of ``engine.rules.ranking.PROMOTIONS``. Empty:
    no card is turned."""
    cycle: tuple[int, ...] = ()
    """For ``next_rank``: the ranks, weakest first; the first follows the last."""
    pieces: tuple[Piece, ...] = ()
    """For ``pieces``: the ranks of the turned card's suit that beat every other card, strongest
    first."""
    substitute: int = NO_RANK
    """For ``pieces``: when the turned card is itself a piece, this rank of its suit is the piece
    instead (UY-CAR-03)."""
    second_piece: bool = False
    """In the envido a second piece counts with what it is worth above 20 (VE-ENV-01, UY-ENV-12);
    off: with what its rank counts when it is no piece."""
    flor_value: str = "units"
    """How the value of a flor is worked out: a name of ``engine.rules.points.FLOR_VALUES``."""


class MatchRules(Struct, frozen=True):
    """How many points win a game, how many games win the match, and when play stops."""

    target: int
    """The points that win a game."""
    games_to_win: int
    """The games that win the match."""
    end: str
    """When reaching the target ends the game (AR-MAT-05). ``immediate``: at once. ``hand``: when
    the hand is counted; the side that reaches it first in the order of counting wins.
    ``more_points``: when the hand is counted; the side with more points wins."""
    buenas: int
    """The score from which a side is in buenas (AR-MAT-02, AR-FAL-03)."""
    standing: bool = False
    """The score does not change during a contest; its points are added when the contest is over
    (TR-MAT-04)."""
    drops: bool = False
    """A side whose points take it past the first score of the buenas gets exactly that score; the
    rest is lost (TR-MAT-03)."""


class TrickRules(Struct, frozen=True):
    """How cards are laid, and who wins with equal cards."""

    cover_from: int
    """The first trick (1, 2 or 3) in which cards may be laid face down; ``UNLIMITED``: none."""
    tie_lead: str = "mano"
    """Who leads after a parda: ``mano``, ``previous_leader``, ``first_tied``, ``last_tied``."""
    all_tied: str = "mano"
    """Who wins a hand of three pardas: the side of the ``mano``, or ``none``."""
    one_cover: bool = False
    """A side may lay only one card face down in a trick (PA-COV-04)."""
    cover_after_tie: bool = True
    """Cards may be laid face down also after a tied trick of the same hand (PA-COV-04)."""
    highest_after_tie: bool = False
    """After a tied first trick everybody must lay his highest card, face up (MI-TRI-04)."""
    after_tie: str = "play"
    """What follows a tied first trick. ``play``: the second trick, as always. ``stack``: everybody
    lays his last two cards in a pile, and the best card on top wins (VE-PAR-02)."""
    equal_cards: str = "parda"
    """What happens when the highest cards of both sides are equal: a ``parda``, or the ``mano`` (of
    those seats the nearest to it) wins the trick (UY-CAR-04)."""
    caller_must_beat: bool = False
    """A side that calls truco over a card of the others must beat the others in that trick: a tie
    loses it (PA-TRU-11)."""


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
    """One envido call."""

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
    """What the refusal of this call pays, where that is not :attr:`EnvidoRules.refused`: a name of
    ``engine.moves.envido.REFUSED_PAYS`` (TR-ENV-17)."""


class EnvidoRules(Struct, frozen=True):
    """The envido; a game without one has no calls."""

    calls: tuple[EnvidoCall, ...]
    pies_only: bool = False
    """Only the two pies may open the envido (AR-ENV-02)."""
    falta: str = "leader_shortfall"
    """How the worth of a falta is worked out: a name of ``engine.moves.envido.FALTA``."""
    manual: bool = False
    """The players state their points themselves (AR-ENV-17); off: the program states them."""
    highest: int = 33
    """The highest number that can be stated."""
    refused: str = "accepted_sum"
    """What a refused call pays: a name of ``engine.moves.envido.REFUSED_PAYS``."""
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
    """Who wins with equal points: a name of ``engine.state.ties.TIES``, or ``alternating``."""
    at_end: bool = False
    """The points of an accepted envido are compared when the hand is over (VE-ENV-03); off: at
    once."""
    closed_by: str = "truco"
    """What ends the right to open the envido, besides an envido and a flor. ``truco``: an accepted
    truco ends it for all (AR-ENV-09). ``call``: a called truco ends it for all (GA-ENV-08).
    ``own_word``: a seat that says truco or quiero loses its own right (UY-ENV-02)."""


NO_ENVIDO: Final = EnvidoRules(calls=(), falta="", highest=0)


class FlorWorth(Struct, frozen=True):
    """What a side scores with a flor: the sum of the three fields."""

    points: int = 0
    """Points that are always the same."""
    flores: str = ""
    """Which flores are counted: a name of ``engine.moves.flor_worth.COUNTED``. Each of them adds
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
    """What the side with the better flor scores when the call is accepted."""
    refused: FlorWorth
    """What the caller's side scores when the call is declined."""
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
    """Who answers. ``holders``: any holder of the other side. ``either``: such a holder, or the
    announcer goes on himself before one of them speaks (TR-FLO-05). ``in_order``: the holders of
    the other side one after another; the call is declined when all of them have declined it
    (GA-FLO-06). ``side``: anybody of the other side, but only holders may raise (GA-FIN-02)."""
    then: str = "compare"
    """What happens when the call is accepted: a name of ``engine.moves.flor.ACCEPTED_BY``."""
    article: str = "flor.accepted"
    """The key of the article by which the call pays when it is accepted."""
    declined: str = "flor.refused"
    """The key of the article by which the call pays when it is declined."""

    @property
    def label(self) -> str:
        """The name that other calls use for this one in ``over``."""
        return self.name or self.verb


class FlorRules(Struct, frozen=True):
    """How a flor is announced, answered and compared, and what it pays."""

    alone: int
    """The points of one flor that nobody contests; also of each flor that a :class:`FlorWorth`
    counts."""
    unanswered: FlorWorth
    """What the flores of a side score when the others have none (AR-FLO-05)."""
    calls: tuple[FlorCall, ...]
    """The announcement, then the calls that may be said over it."""
    when: str = "any_time"
    """When a seat may announce its flor, always before its first card (AR-FLO-03): a name of
    ``engine.guard.flor.FLOR_WINDOWS``."""
    automatic: str = ""
    """When the program announces a flor by itself: ``turn_or_call`` or ``first_turn``. Empty:
    never."""
    partners: str = "announced"
    """The flores of the announcer's partners who have not laid a card. ``announced``: they are
    announced with his (AR-FLO-09). ``asked``: each partner with a flor is asked whether he adds it
    (GA-FLO-04). ``own``: each announces his own, and all flores are settled when the hand is over
    (:mod:`engine.moves.own_flores`, VE-FLO-04)."""
    obligatory: bool = True
    """A seat with a flor may not call or accept an envido (AR-FLO-03)."""
    closed_by: tuple[str, ...] = ("accepted",)
    """Which answers to an envido end the right to announce a flor: ``accepted`` (AR-FLO-12),
    ``refused``."""
    truco: str = "goes_on"
    """What happens to the truco of a hand when a flor is settled (GA-FLO-10). ``goes_on``: nothing.
    In the other cases a pending truco is annulled; it may be called from the ``next_trick`` on, or
    it is ``blocked`` for the rest of the hand, or the ``hand_ends``."""
    tie: str = "nearest_mano"
    """Who wins with equal flores: a name of ``engine.state.ties.TIES``."""
    claim: int = 0
    """The points of a *pido flor* that finds a flor. 0: nobody may say it at this table."""
    false_claim: int = 0
    """The points of the side that is asked, when it has no flor."""
    fault: int = 0
    """The points that a false flor, or one said after one's first card, gives the others
    (TR-FLO-03). 0: such a flor cannot be said."""
    ley: str = ""
    """Who may say *a ley* (VE-FLO-05): ``holders`` of a flor, or ``anyone``. Empty: nobody."""
    reservada: str = ""
    """What the hand pays a winner that holds all the pieces and need not announce them (VE-FLO-08):
    a name of ``engine.moves.own_flores.PAYS``. Empty: all the pieces are a flor like any other."""

    @property
    def each_his_own(self) -> bool:
        """Each seat announces only its own flor, and all flores are settled when the hand is over
        (:mod:`engine.moves.own_flores`)."""
        return self.partners == "own"

    def raises(self, below: FlorCall) -> tuple[str, ...]:
        """The words that may be said over this call."""
        return tuple(call.verb for call in self.calls if below.label in call.over)


class LeaveRules(Struct, frozen=True):
    """Going to the deck."""

    whole_team: bool = True
    """A player who leaves gives up the hand for his side (AR-MAZ-01); off: he leaves alone, and his
    partners play on (AR-MAZ-09)."""
    early_envido: int = 0
    """The extra points of the others when a side leaves early (AR-MAZ-02)."""
    early_flor: int = 0
    """When a side leaves early: the points of the others for each of their flores (AR-MAZ-06). 0:
    their cards are not looked at."""
    exists: bool = True
    """A hand may be left; off: it can only be lost or refused (paulista)."""
    early: str = "unspoken"
    """Which moments count as early: a name of ``engine.moves.leaving.EARLY``."""
    own_turn: bool = False
    """A seat may leave only on its own turn with nothing pending (GA-FOL-01)."""
    early_hand: int = 0
    """When a side leaves early: what the hand pays, instead of its present worth. 0: its present
    worth."""
    ask_leaver: bool = False
    """The others may say *pido flor* at once to a seat that has left alone without having shown two
    suits (TR-FLO-10)."""


NO_LEAVING: Final = LeaveRules(exists=False)


class ShowRules(Struct, frozen=True):
    """How players show the cards with which they have won points."""

    claim: bool = False
    """Points of envido and flor are in escrow until their winner shows the cards (AR-MOS-02)."""
    hand_too: bool = False
    """A side that does not show its cards loses the points of the hand too (AR-MOS-03)."""


class DuelRules(Struct, frozen=True):
    """Hands of duels: each player plays against one other."""

    players: tuple[int, ...]
    """The tables that have such hands, by their number of seats."""
    mode: str
    """The record's word for a hand of duels."""
    score_from: int
    """Duels are played when the leading side has at least so many points (AR-PIC-02)."""
    missing: int
    """Duels are played as long as the leading side lacks at least so many points."""
    cap: int
    """The worth of a falta in a duel (AR-PIC-04); ``UNLIMITED``: as in any other hand."""
    caps_all: bool = True
    """No envido of a duel, accepted or refused, pays more than ``cap`` (AR-PIC-04); off: ``cap`` is
    the worth of the falta alone."""
    across: int = 3
    """An even seat plays against the seat that sits so many seats after it (AR-PIC-03,
    TR-OCH-01)."""
    interference: int = 0
    """What the others score when a waiting player meddles in a duel (TR-SEI-05). 0: nobody may
    meddle."""


class SpecialRules(Struct, frozen=True):
    """The last hands before the end: mão de onze, mão de dez, mão de ferro."""

    score_from: int
    """A hand is special when a side has at least so many points. When both have, it is the mão de
    ferro."""
    worth: int
    """The points of the hand when the side decides to play it (PA-ONZ-04)."""
    run: int
    """The points of the others when the side runs (PA-ONZ-03)."""
    peek: str
    """Who sees the partners' cards before the decision: ``both`` sides, or ``team_only``, the side
    that decides (PA-ONZ-02)."""
    alone: bool
    """Special hands exist with two players too (PA-FIN-03)."""
    call: str
    """What a call of truco does in a special hand: ``lose_hand``, ``lose_game``, or ``illegal``:
    nobody may call (PA-ONZ-05)."""
    ferro: str
    """What the players see in the mão de ferro: their ``own`` cards, those of their partners too
    (``peek``), or no card (``blind``) (PA-FER-02)."""
    claim_unbeatable: bool
    """A seat that holds the two best cards may show them and wins the hand (PA-ONZ-07)."""


class BlindCall(Struct, frozen=True):
    """One call made before looking at one's cards. What it bets on depends on who holds a flor."""

    verb: str
    flor: str
    """The flor call that this call also makes when both sides hold a flor, by its label (TR-COM-04,
    UY-PER-01). Empty: a holder must open that bet after the answer (TR-COM-08)."""


class BlindRules(Struct, frozen=True):
    """Calls before looking at one's cards (TR-COM)."""

    calls: tuple[BlindCall, ...]
    flores: int
    """What each flor pays when only one side has any (TR-COM-05)."""
    leaving: int
    """What the hand pays the others when the calling side leaves before the answer (TR-COM-10)."""


class Seating(Struct, frozen=True):
    """How the players are divided into sides."""

    name: str = "alternate"
    """A name of ``engine.state.table.SEATINGS``. ``alternate``: neighbours are opponents; with
    three players the dealer of each hand plays against the two others (gallo por turno, AR-GAL-01,
    TR-GAL-02). ``lone_dealer``: the same, where a table may choose. ``lone``: with three players
    the same one plays alone for the whole match (gallo fijo)."""
    lone: int = 0
    """For ``lone``: the seat that plays alone."""
    four_cards: bool = False
    """The lone player is dealt four cards and puts one away (TR-GAL-04)."""


class RuleSet(Struct, frozen=True):
    """All rules of one table: a variant with its options chosen."""

    variant: str
    deck: str
    """How its cards are written: a name of ``engine.cards.SPELLINGS``."""
    options: tuple[tuple[str, str], ...]
    """Every option as (name, value), in the order of the variant's page."""
    cards: CardRules
    match: MatchRules
    tricks: TrickRules
    truco: Ladder
    envido: EnvidoRules
    answer_by: str
    """Who answers for a side (AR-PLA-03). ``first_speaks``: the first of the side that speaks.
    ``accept_prevails``: the side has refused when all of it have refused. ``pie``: its pie
    alone."""
    leave: LeaveRules
    articles: tuple[tuple[str, str], ...]
    """(key, article): for each key that the engine gives as a reason, the numbered article of the
    variant's page."""
    flor: FlorRules | None = None
    """``None``: there is no flor at this table."""
    show: ShowRules = ShowRules()
    duels: DuelRules | None = None
    special: SpecialRules | None = None
    cut: bool = False
    """Before every deal the player on the dealer's left is asked how he cuts (TR-DEA-02)."""
    gallo: Seating = Seating()
    """Who plays with whom."""
    blind: BlindRules | None = None
    denounce: int = 0
    """What a denunciation that is not proved gives the others (TR-FAL-06). 0: nobody may
    denounce."""
    silence_passes: bool = False
    """A player who does not answer in time has refused (TR-GEN-02)."""

    def article(self, key: str) -> str:
        """The numbered article of a key: ``AR-ENV-06`` for ``envido.accepted``. Raises ``KeyError``
        for a key that the variant does not have."""
        return dict(self.articles)[key]

    def option(self, name: str) -> str:
        """The value of an option. Raises ``KeyError`` for a name that is no option of the
        variant."""
        return dict(self.options)[name]


class Variant(Struct, frozen=True):
    """A regional game before its options are chosen."""

    name: str
    deck: str
    """How its cards are written: a name of ``engine.cards.SPELLINGS``."""
    players: tuple[int, ...]
    """The numbers of seats that it can be played with."""
    options: tuple[OptionSpec, ...]
    hand_cap: int
    """The most points that a hand of a duplicate match counts for one side, at new tables (DU-07):
    what a hand can bring by the calls of a fixed worth, each said once."""
    turned: bool = False
    """A card is turned after the deal when every option has its default."""

    @property
    def known(self) -> tuple[OptionSpec, ...]:
        """Every option that a table of this game may be given."""
        return (*self.options, *OF_DUPLICATE)

    def article_of(self, option: str) -> str:
        """The article of the page to which an option belongs; empty: to none."""
        return next((spec.article for spec in self.options if spec.name == option), "")

    def choose(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value: the given value, or else the default; those of
        :data:`OF_DUPLICATE` only where they are not the default.

        ``true`` and ``false`` are read as ``on`` and ``off``. Raises :class:`BadRules` with *every*
        name and value that the variant does not know.
        """
        known = {spec.name: spec for spec in self.known}
        problems: list[tuple[str, str]] = []
        chosen = {spec.name: spec.default for spec in self.options}
        for name, text in given.items():
            spec = known.get(name)
            if spec is None:
                problems.append((name, ""))
                continue
            value = text
            if value not in spec.values:
                value = {"true": "on", "false": "off"}.get(text.lower(), text)
            if value not in spec.values:
                problems.append((name, text))
                continue
            chosen[name] = value
            if spec.implies is not None and spec.implies[0] not in given:
                chosen[spec.implies[0]] = spec.implies[1]
        if problems:
            raise BadRules(tuple(problems))
        for spec in OF_DUPLICATE:
            if chosen.get(spec.name) == spec.default:
                del chosen[spec.name]
        return chosen
