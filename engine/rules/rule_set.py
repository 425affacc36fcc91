"""Rule sets: a variant is data, and a house rule a small change to it.

A :class:`RuleSet` is a frozen value made of small frozen parts, each for one mechanism. Where a
number is not enough, a part holds the name of a function (``leader_shortfall``); the mechanism that
uses the part has a table from such names to functions. Each field names the article of the rules
from which it comes. The engine gives the reason of an event as a key; ``articles`` maps each key to
the numbered article of the variant's page.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engine.cards import Card
from engine.errors import BadRules
from engine.rules.calls import EnvidoRules, FlorRules, Ladder

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
number of its game. Without it all points count, as in matches that are older than this option."""
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
    """The worth of the piece in the envido, with the bonus of a pair."""


class CardRules(Struct, frozen=True):
    """The order of the cards, and their worth."""

    order: tuple[tuple[Card, ...], ...]
    """The deck, strongest first; cards of one step are equal."""
    points: tuple[int, ...] = ()
    """The worth of each card in the envido, by card number; empty if there is no envido."""
    pair_bonus: int = 0
    """Points added when two or three cards of one suit count together."""
    promotion: str = ""
    """The way in which the turned card changes the order: a name of
    ``engine.rules.ranking.PROMOTIONS``. Empty: no card is turned."""
    cycle: tuple[int, ...] = ()
    """For ``next_rank``: the ranks, weakest first; the first follows the last."""
    pieces: tuple[Piece, ...] = ()
    """For ``pieces``: the ranks of the turned card's suit that beat every other card, strongest
    first."""
    substitute: int = NO_RANK
    """For ``pieces``: when the turned card is itself a piece, this rank of its suit is the piece
    instead (UY-CAR-03)."""
    second_piece: bool = False
    """In the envido a second piece counts its points above 20 (VE-ENV-01, UY-ENV-12); off: the
    points of its rank when it is no piece."""
    flor_value: str = "units"
    """The value of a flor: a name of ``engine.rules.points.FLOR_VALUES``."""


class MatchRules(Struct, frozen=True):
    """How many points win a game, how many games win the match, and when play stops."""

    target: int
    """The points that win a game."""
    games_to_win: int
    """The games that win the match."""
    end: str
    """The moment at which reaching the target ends the game (AR-MAT-05). ``immediate``: at once.
    ``hand``: when the hand is counted; the side that reaches it first in the order of counting
    wins. ``more_points``: when the hand is counted; the side with more points wins."""
    buenas: int
    """The score from which a side is in buenas (AR-MAT-02, AR-FAL-03)."""
    standing: bool = False
    """The score does not change during a contest; its points are added when the contest is over
    (TR-MAT-04)."""
    drops: bool = False
    """A side whose points take it past the first score of the buenas gets exactly that score; the
    rest is lost (TR-MAT-03)."""


class TrickRules(Struct, frozen=True):
    """The rules of the tricks: laying cards, and the winner with equal cards."""

    cover_from: int
    """The first trick (1, 2 or 3) in which cards may be laid face down; ``UNLIMITED``: none."""
    tie_lead: str = "mano"
    """The leader after a parda: ``mano``, ``previous_leader``, ``first_tied``, ``last_tied``."""
    all_tied: str = "mano"
    """The winner of a hand of three pardas: the side of the ``mano``, or ``none``."""
    one_cover: bool = False
    """A side may lay only one card face down in a trick (PA-COV-04)."""
    cover_after_tie: bool = True
    """Cards may be laid face down also after a tied trick of the same hand (PA-COV-04)."""
    highest_after_tie: bool = False
    """After a tied first trick everybody must lay his highest card, face up (MI-TRI-04)."""
    after_tie: str = "play"
    """The course of the hand after a tied first trick. ``play``: the second trick, as always.
    ``stack``: everybody lays his last two cards in a pile, and the best card on top wins
    (VE-PAR-02)."""
    equal_cards: str = "parda"
    """The result of a trick when the highest cards of both sides are equal: a ``parda``, or the
    ``mano`` (of those seats the nearest to it) wins the trick (UY-CAR-04)."""
    caller_must_beat: bool = False
    """A side that calls truco over a card of the others must beat the others in that trick: a tie
    loses it (PA-TRU-11)."""


class LeaveRules(Struct, frozen=True):
    """Going to the deck."""

    whole_team: bool = True
    """A player who leaves gives up the hand for his side (AR-MAZ-01); off: he leaves alone, and his
    partners play on (AR-MAZ-09)."""
    early_envido: int = 0
    """The extra points of the others when a side leaves early (AR-MAZ-02)."""
    early_flor: int = 0
    """When a side leaves early: the points of the others for each of their flores (AR-MAZ-06). 0:
    nobody looks at their cards."""
    exists: bool = True
    """A hand may be left; off: it can only be lost or refused (paulista)."""
    early: str = "unspoken"
    """The moments that count as early: a name of ``engine.moves.leaving.EARLY``."""
    own_turn: bool = False
    """A seat may leave only on its own turn with nothing pending (GA-FOL-01)."""
    early_hand: int = 0
    """When a side leaves early: the points of the hand, instead of its present worth. 0: its
    present worth."""
    ask_leaver: bool = False
    """The others may say *pido flor* at once to a seat that has left alone without having shown two
    suits (TR-FLO-10)."""


NO_LEAVING: Final = LeaveRules(exists=False)


class ShowRules(Struct, frozen=True):
    """The rules for showing the cards with which points were won."""

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
    """Duels are played when the leading side has at least this many points (AR-PIC-02)."""
    missing: int
    """Duels are played as long as the leading side lacks at least this many points."""
    cap: int
    """The worth of a falta in a duel (AR-PIC-04); ``UNLIMITED``: as in any other hand."""
    caps_all: bool = True
    """No envido of a duel, accepted or refused, pays more than ``cap`` (AR-PIC-04); off: ``cap`` is
    the worth of the falta alone."""
    across: int = 3
    """An even seat plays against the seat this many seats after it (AR-PIC-03, TR-OCH-01)."""
    interference: int = 0
    """The points of the others when a waiting player meddles in a duel (TR-SEI-05). 0: nobody may
    meddle."""


class SpecialRules(Struct, frozen=True):
    """The last hands before the end: mão de onze, mão de dez, mão de ferro."""

    score_from: int
    """A hand is special when a side has at least this many points. When both sides have, it is the
    mão de ferro."""
    worth: int
    """The points of the hand when the side decides to play it (PA-ONZ-04)."""
    run: int
    """The points of the others when the side runs (PA-ONZ-03)."""
    peek: str
    """The sides that see the partners' cards before the decision: ``both`` sides, or ``team_only``,
    the side that decides (PA-ONZ-02)."""
    alone: bool
    """Special hands exist with two players too (PA-FIN-03)."""
    call: str
    """The effect of a call of truco in a special hand: ``lose_hand``, ``lose_game``, or
    ``illegal``: nobody may call (PA-ONZ-05)."""
    ferro: str
    """The cards that the players see in the mão de ferro: their ``own`` cards, also their partners'
    cards (``peek``), or no card (``blind``) (PA-FER-02)."""
    claim_unbeatable: bool
    """A seat that holds the two best cards may show them and wins the hand (PA-ONZ-07)."""


class BlindCall(Struct, frozen=True):
    """One call made before looking at one's cards. Its bets depend on the holders of flores."""

    verb: str
    flor: str
    """The flor call that this call also makes when both sides hold a flor, by its label (TR-COM-04,
    UY-PER-01). Empty: a holder must open that bet after the answer (TR-COM-08)."""


class BlindRules(Struct, frozen=True):
    """Calls before looking at one's cards (TR-COM)."""

    calls: tuple[BlindCall, ...]
    flores: int
    """The points of each flor when only one side has flores (TR-COM-05)."""
    leaving: int
    """The points of the others when the calling side leaves before the answer (TR-COM-10)."""


class Seating(Struct, frozen=True):
    """The division of the players into sides."""

    name: str = "alternate"
    """A name of ``engine.state.table.SEATINGS``. ``alternate``: neighbours are opponents; with
    three players the dealer of each hand plays against the two others (gallo por turno, AR-GAL-01,
    TR-GAL-02). ``lone_dealer``: the same, where a table may choose. ``lone``: with three players
    the same player plays alone for the whole match (gallo fijo)."""
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
    """The seat that answers for a side (AR-PLA-03). ``first_speaks``: the first of the side that
    speaks. ``accept_prevails``: the side has refused when all its seats have refused. ``pie``: its
    pie alone."""
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
    """The sides: which seats are partners."""
    blind: BlindRules | None = None
    denounce: int = 0
    """The points of the others for a denunciation that is not proved (TR-FAL-06). 0: nobody may
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
    the points of a hand with all calls of a fixed worth, each said once."""
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
        """Every option with its value: the given value, or else the default; the options of
        :data:`OF_DUPLICATE` only if they differ from their defaults.

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
