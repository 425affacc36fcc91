"""Rule sets: a variant is data, and a house rule a small change to it.

A :class:`RuleSet` is a frozen value made of small frozen parts, each for one mechanism. Where
numbers do not suffice a part names a strategy (a word such as ``leader_shortfall``); the function
behind the word stands in a table of the mechanism that uses it. Every field carries, beneath it,
the rule it comes from, and ``articles`` maps the keys under which the engine reports why something
happened to the numbered article of the variant's page.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engine.cards import Card
from engine.errors import BadRules

UNLIMITED: Final = 1_000_000


class OptionSpec(Struct, frozen=True):
    """A table option: its values as text, the default first."""

    name: str
    values: tuple[str, ...]
    implies: tuple[str, str] | None = None
    """Given alone, it sets this other option to this value (``gallo`` means gallo fijo); a lobby
    forgets it when the other is set to something else."""

    @property
    def default(self) -> str:
        """The value when nobody says otherwise; it never changes within format 1."""
        return self.values[0]


NO_RANK: Final = -1


class Piece(Struct, frozen=True):
    """A rank that is promoted in the suit of the turned card."""

    rank: int
    """Its index in the spelling's list of ranks."""
    points: int
    """What it is worth in the envido, the pair's bonus included."""


class CardRules(Struct, frozen=True):
    """What cards are worth."""

    order: tuple[tuple[Card, ...], ...]
    """The deck, strongest first; cards of one step are equal."""
    points: tuple[int, ...] = ()
    """Envido value by card number."""
    pair_bonus: int = 0
    """Added when two or three cards of a suit count together."""
    promotion: str = ""
    """What a turned card does to the order (a name of ``engine.rules.ranking.PROMOTIONS``); empty:
    no card is turned."""
    cycle: tuple[int, ...] = ()
    """``next_rank``: the ranks, weakest first; after the last comes the first again."""
    pieces: tuple[Piece, ...] = ()
    """``pieces``: the ranks of the turned card's suit that beat everything, strongest first."""
    substitute: int = NO_RANK
    """``pieces``: the rank that stands in for a piece that was turned up itself (UY-CAR-03)."""
    second_piece: bool = False
    """In the envido a second piece counts its units (VE-ENV-01), not what it is worth elsewhere."""
    flor_value: str = "units"
    """What a flor is worth (a name of ``engine.rules.points.FLOR_VALUES``)."""


class MatchRules(Struct, frozen=True):
    """What a match is played to, and when it stops."""

    target: int
    games_to_win: int
    end: str
    """``immediate``, ``hand`` or ``more_points`` (AR-MAT-05)."""
    buenas: int
    """The score from which a side is in buenas (AR-MAT-02, AR-FAL-03)."""
    standing: bool = False
    """The score stands still during a contest; its points are taken when it is over
    (TR-MAT-04)."""
    drops: bool = False
    """A side that comes into buenas begins there with no surplus: it is lost (TR-MAT-03)."""


class TrickRules(Struct, frozen=True):
    """Laying cards."""

    cover_from: int
    """The trick from which cards may be laid face down; ``UNLIMITED``: never."""
    tie_lead: str = "mano"
    """Who leads after a parda: ``mano``, ``previous_leader``, ``first_tied``, ``last_tied``."""
    all_tied: str = "mano"
    """Three pardas: ``mano``, or ``none``."""
    one_cover: bool = False
    """Only one card of a side face down in a trick (PA-COV-04)."""
    cover_after_tie: bool = True
    """Cards may be laid face down once a trick of the hand was tied (PA-COV-04)."""
    highest_after_tie: bool = False
    """After a tied first trick everybody lays his highest card, face up (MI-TRI-04)."""
    after_tie: str = "play"
    """What follows a tied first trick: tricks as ever, or everybody lays his cards in a pile and
    the best top wins, ``stack`` (VE-PAR-02)."""
    equal_cards: str = "parda"
    """Equal highest cards of both sides: a ``parda``, or the ``mano`` (the nearest) wins the trick
    (UY-CAR-04)."""
    caller_must_beat: bool = False
    """A tie of a trick in which truco was called over a card of the others loses (PA-TRU-11)."""


class LadderStep(Struct, frozen=True):
    """One call of the truco ladder."""

    verb: str
    worth: int
    """What the hand is worth once it is accepted; with a formula, what it may be worth at most."""
    formula: str = ""
    """What decides the worth instead (a name of ``engine.moves.truco.WORTH``)."""
    match: bool = False
    """It is for the game and the whole match (PA-TRU-10)."""
    article: str = "hand"
    """The key of the article by which a hand pays that much; with a formula the verb is."""


class Ladder(Struct, frozen=True):
    """The truco ladder."""

    base: int
    """What a silent hand is worth."""
    steps: tuple[LadderStep, ...]
    any_time: bool
    """Said at any moment, or only on one's own turn before laying."""
    card_accepts: bool = False
    """Laying a card accepts the pending call (AR-TRU-07)."""
    over_envido: bool = False
    """Said over a pending envido it refuses that envido (AR-ENV-16)."""
    after_envido_lapses: bool = False
    """A truco over which the envido went first must be called again (AR-ENV-08)."""
    after_tie: bool = True
    """Called while piles are laid, too (VE-PAR-05)."""
    needed_only: bool = False
    """No call by a side that the present value would take home anyway (PA-TRU-09)."""


class EnvidoCall(Struct, frozen=True):
    """One envido call."""

    verb: str
    adds: int = 0
    """Points it adds to what was accepted before, said without a number."""
    formula: str = ""
    """It is worth this instead (a name of ``engine.moves.envido.FORMULAS``), whatever was said
    before."""
    times: int = 1
    """How often it may be said in one sequence; ``UNLIMITED``."""
    over: tuple[str, ...] = ()
    """The calls it may be said over."""
    low: int = 0
    """The lowest number it may be said with."""
    high: int = 0
    """The highest number it may be said with. 0: it is never said with a number; ``UNLIMITED``:
    what the leader of the game lacked when the contest began (VE-ENV-04)."""
    each: int = 1
    """What it adds for each of the number."""
    bare: bool = True
    """It may be said without a number."""
    opens: bool = True
    """It may be the first call; off: only a raise."""
    ley: bool = False
    """It says *a ley* at once (VE-FLO-07); only a seat that may say *a ley* may say it."""
    unless_level: bool = False
    """It does not exist at equal scores (TR-ENV-17)."""
    flat: int = 0
    """What the sequence is worth once it was said, whatever else was (GA-ENV-03); 0: its sum."""


class EnvidoRules(Struct, frozen=True):
    """The envido; a game without one has no calls."""

    calls: tuple[EnvidoCall, ...]
    pies_only: bool = False
    """Only the two pies open it (AR-ENV-02)."""
    falta: str = "leader_shortfall"
    """What a falta is worth (a name of ``engine.moves.envido.FALTA``)."""
    manual: bool = False
    """Points are stated by the players (AR-ENV-17)."""
    highest: int = 33
    """The highest number that can be stated."""
    refused: str = "accepted_sum"
    """What a refused call pays (a name of ``engine.moves.envido.REFUSED_PAYS``)."""
    cap: str = ""
    """An accepted envido pays no more than this (a name of ``engine.moves.envido.FORMULAS``)."""
    floor: bool = False
    """A falta is worth no less than what was accepted before it (VE-ENV-06)."""
    at_least: bool = False
    """A raise adds no less than the call it answers (UY-ENV-04)."""
    pies_answer: bool = False
    """Only the pies may answer it, too, from four players on (TR-ENV-02)."""
    tie: str = "nearest_mano"
    """Whose equal points are better (a name of ``engine.state.ties.TIES``)."""
    at_end: bool = False
    """An accepted one is compared when the hand is over (VE-ENV-03)."""
    closed_by: str = "truco"
    """What ends the right to open it, beside an envido and a flor: ``truco``, an accepted truco
    ends it for all (AR-ENV-09); ``call``, a called truco already does (GA-ENV-08); ``own_word``, a
    seat that has said truco or quiero may not open it (UY-ENV-02)."""


NO_ENVIDO: Final = EnvidoRules(calls=(), falta="", highest=0)


class FlorWorth(Struct, frozen=True):
    """What a side scores with a flor: ``points``, or a formula, and something for each flor."""

    points: int = 0
    flores: str = ""
    """For which flores the worth of one alone is added; empty: for none. A name of
    ``engine.moves.flor_worth.COUNTED``."""
    formula: str = ""
    """Points that the score decides, added. A name of
    ``engine.moves.flor_worth.RESTO_FORMULAS``."""


class FlorCall(Struct, frozen=True):
    """One call of the flor's negotiation, and how it is answered.

    The first call of a list is the announcement itself.
    """

    verb: str
    wanted: FlorWorth
    """What the better flor scores once it is accepted."""
    refused: FlorWorth
    """What the caller's side scores when it is declined."""
    over: tuple[str, ...] = ()
    """The calls (by their names) it may be said over; none: it opens."""
    name: str = ""
    """Its name where a verb means several calls; empty: the verb."""
    accept: str = "florquiero"
    """The word that accepts it; empty: it cannot be accepted, only raised or declined."""
    decline: str = "achico"
    """The word that declines it; empty: it cannot be declined."""
    answered: str = "holders"
    """Who answers: ``holders``, any holder of the other side; ``either``, such a holder, or the
    announcer goes on himself (TR-FLO-05); ``in_order``, the holders one after another, and it is
    declined when all of them have declined (GA-FLO-06); ``side``, anybody of the other side, though
    only holders raise (GA-FIN-02)."""
    then: str = "compare"
    """What accepting does (a name of ``engine.moves.flor.ACCEPTED_BY``)."""
    article: str = "flor.accepted"
    """Key of the article under which it pays when accepted."""
    declined: str = "flor.refused"
    """Key of the article under which it pays when declined."""

    @property
    def label(self) -> str:
        """What ``over`` calls it."""
        return self.name or self.verb


class FlorRules(Struct, frozen=True):
    """The flor: announced, answered, compared."""

    alone: int
    """What one flor is worth by itself, and wherever flores are counted."""
    unanswered: FlorWorth
    """A side's flores that nobody contests (AR-FLO-05)."""
    calls: tuple[FlorCall, ...]
    """The announcement, and what may be said over it."""
    when: str = "any_time"
    """When it is announced (a name of ``engine.guard.flor.FLOR_WINDOWS``), always before one's
    first card (AR-FLO-03)."""
    automatic: str = ""
    """When the program announces it: ``turn_or_call``, ``first_turn``; empty: it does not."""
    partners: str = "announced"
    """The flores of partners who have not played: ``announced`` with it (AR-FLO-09), or those who
    hold one are ``asked`` whether they add theirs (GA-FLO-04), or each says his ``own`` and all is
    settled when the hand is over (:mod:`engine.moves.own_flores`, VE-FLO-04)."""
    obligatory: bool = True
    """A seat that holds one may not call or accept an envido (AR-FLO-03)."""
    closed_by: tuple[str, ...] = ("accepted",)
    """What has to become of an envido to close the flor: ``accepted`` (AR-FLO-12), ``refused``."""
    truco: str = "goes_on"
    """The truco of a hand with a flor (GA-FLO-10): it ``goes_on`` once the flor is settled, or
    rests until the ``next_trick``, or is ``blocked`` for good, or the ``hand_ends``."""
    tie: str = "nearest_mano"
    """Equal flores (a name of ``engine.state.ties.TIES``)."""
    claim: int = 0
    """Points of a proved *pido flor*; 0: it does not exist at this table."""
    false_claim: int = 0
    """Points to the asked side when it had none."""
    fault: int = 0
    """What a flor costs that is said without having it, or after one's first card (TR-FLO-03); 0:
    it cannot be said."""
    ley: str = ""
    """Who may say *a ley* (VE-FLO-05): ``holders``, ``anyone``; empty: nobody."""
    reservada: str = ""
    """What a hand won with all the pieces pays (a name of ``engine.moves.own_flores.PAYS``), which
    need not be announced (VE-FLO-08); empty: they are a flor like another."""

    @property
    def each_his_own(self) -> bool:
        """Nobody announces another's, and all is settled in the end
        (:mod:`engine.moves.own_flores`)."""
        return self.partners == "own"

    def raises(self, below: FlorCall) -> tuple[str, ...]:
        """The words that may be said over a call."""
        return tuple(call.verb for call in self.calls if below.label in call.over)


class LeaveRules(Struct, frozen=True):
    """Going to the deck."""

    whole_team: bool = True
    """A player who leaves gives up the hand for his team (AR-MAZ-01), or leaves alone (-09)."""
    early_envido: int = 0
    """Extra points for leaving early (AR-MAZ-02)."""
    early_flor: int = 0
    """Points for each flor of the others in that case (AR-MAZ-06); 0: nobody looks for one."""
    exists: bool = True
    """Off where a hand cannot be left without an answer to give (paulista)."""
    early: str = "unspoken"
    """When leaving is early (a name of ``engine.moves.leaving.EARLY``)."""
    own_turn: bool = False
    """Only on one's own turn with nothing pending (GA-FOL-01)."""
    early_hand: int = 0
    """What the hand pays then, instead of its present value; with the flores, not without them."""
    ask_leaver: bool = False
    """*Pido flor* may be said at once to a seat that left alone and had not shown two suits
    (TR-FLO-10)."""


NO_LEAVING: Final = LeaveRules(exists=False)


class ShowRules(Struct, frozen=True):
    """Showing the cards of points won."""

    claim: bool = False
    """Points are in escrow until shown (AR-MOS-02)."""
    hand_too: bool = False
    """A side that does not show also loses the hand's points (AR-MOS-03)."""


class DuelRules(Struct, frozen=True):
    """Hands of duels."""

    players: tuple[int, ...]
    """The numbers of seats that have them."""
    mode: str
    """The record's word for a hand of duels."""
    score_from: int
    """They are played once some side has so many points (AR-PIC-02)."""
    missing: int
    """They are played while every side lacks at least so many points."""
    cap: int
    """What the falta is worth in a duel (AR-PIC-04)."""
    caps_all: bool = True
    """No envido pays more, wanted or refused (AR-PIC-04); or only the falta is worth so much."""
    across: int = 3
    """An even seat plays against the one so many seats further on (AR-PIC-03, TR-OCH-01)."""
    interference: int = 0
    """What the others score when a waiting player meddles (TR-SEI-05); 0: nobody can."""


class SpecialRules(Struct, frozen=True):
    """The last hands before the end: mão de onze, mão de dez, mão de ferro."""

    score_from: int
    """A side with so many points plays a special hand; both: the mão de ferro."""
    worth: int
    """What the hand is worth when the side decides to play (PA-ONZ-04)."""
    run: int
    """What running from it gives the others (PA-ONZ-03)."""
    peek: str
    """Who sees the partners' cards first: ``both`` sides, or ``team_only`` (PA-ONZ-02)."""
    alone: bool
    """It exists in 1 v 1 too (PA-FIN-03)."""
    call: str
    """A truco in it: ``lose_hand``, ``lose_game``, ``illegal`` (PA-ONZ-05)."""
    ferro: str
    """The mão de ferro: ``own`` cards, ``peek``, ``blind`` (PA-FER-02)."""
    claim_unbeatable: bool
    """A seat that holds the two best cards may show them and win (PA-ONZ-07)."""


class BlindCall(Struct, frozen=True):
    """One call made blind; its parts depend on the flores there are."""

    verb: str
    flor: str
    """With flores on both sides it is this bet too (the name of a flor call: TR-COM-04, UY-PER-01);
    empty: a holder must open the bet after the answer (TR-COM-08)."""


class BlindRules(Struct, frozen=True):
    """Calls before looking at one's cards (TR-COM)."""

    calls: tuple[BlindCall, ...]
    flores: int
    """What a flor pays when only one side has any (TR-COM-05)."""
    leaving: int
    """What the hand pays when the calling side leaves before the answer (TR-COM-10)."""


class Seating(Struct, frozen=True):
    """Who plays with whom."""

    name: str = "alternate"
    """A name of ``engine.state.table.SEATINGS``: neighbours are opponents, or with three players
    one against two: ``lone`` (TR-GAL-02 fijo), ``lone_dealer`` (por turno)."""
    lone: int = 0
    four_cards: bool = False
    """The lone player is dealt four cards and puts one away (TR-GAL-04)."""


class RuleSet(Struct, frozen=True):
    """Everything that makes one table's game."""

    variant: str
    deck: str
    """Name of the spelling of its cards."""
    options: tuple[tuple[str, str], ...]
    """Every option with its value, in the page's order."""
    cards: CardRules
    match: MatchRules
    tricks: TrickRules
    truco: Ladder
    envido: EnvidoRules
    answer_by: str
    """``first_speaks``, ``accept_prevails`` or ``pie`` (AR-PLA-03)."""
    leave: LeaveRules
    articles: tuple[tuple[str, str], ...]
    """Keys of reasons with the numbered article of the variant's page."""
    flor: FlorRules | None = None
    show: ShowRules = ShowRules()
    duels: DuelRules | None = None
    special: SpecialRules | None = None
    cut: bool = False
    """Before every deal the player on the dealer's left cuts, and is asked how (TR-DEA-02)."""
    gallo: Seating = Seating()
    """How three players sit."""
    blind: BlindRules | None = None
    denounce: int = 0
    """What a denunciation that is not proved gives the others (TR-FAL-06); 0: there are none."""
    silence_passes: bool = False
    """A player who is asked and lets the time pass has refused (TR-GEN-02)."""

    def article(self, key: str) -> str:
        """The numbered article behind a key, e.g. ``AR-ENV-06`` for ``envido.accepted``."""
        return dict(self.articles)[key]

    def option(self, name: str) -> str:
        """The value of one option."""
        return dict(self.options)[name]


class Variant(Struct, frozen=True):
    """A regional game before its options are chosen."""

    name: str
    deck: str
    players: tuple[int, ...]
    options: tuple[OptionSpec, ...]
    turned: bool = False
    """A card is turned after the deal, with the options' defaults."""

    def choose(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value: the given ones, the defaults for the rest.

        ``true``/``false`` are read as ``on``/``off``. Raises :class:`BadRules` with *every*
        unknown name and value.
        """
        known = {spec.name: spec for spec in self.options}
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
        return chosen
