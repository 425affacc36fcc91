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

    @property
    def default(self) -> str:
        """The value when nobody says otherwise; it never changes within format 1."""
        return self.values[0]


class CardRules(Struct, frozen=True):
    """What cards are worth."""

    order: tuple[tuple[Card, ...], ...]
    """The deck, strongest first; cards of one step are equal."""
    points: tuple[int, ...]
    """Envido value by card number."""
    pair_bonus: int
    """Added when two or three cards of a suit count together."""


class MatchRules(Struct, frozen=True):
    """What a match is played to, and when it stops."""

    target: int
    games_to_win: int
    end: str
    """``immediate``, ``hand`` or ``more_points`` (AR-MAT-05)."""
    buenas: int
    """The score from which a side is in buenas (AR-MAT-02, AR-FAL-03)."""


class TrickRules(Struct, frozen=True):
    """Laying cards."""

    tie_lead: str
    """Who leads after a parda: ``mano``, ``previous_leader``, ``first_tied``."""
    all_tied: str
    """Three pardas: ``mano``, or ``none``."""
    cover_from: int
    """The trick from which cards may be laid face down; ``UNLIMITED``: never."""


class LadderStep(Struct, frozen=True):
    """One call of the truco ladder."""

    verb: str
    worth: int
    """What the hand is worth once it is accepted."""


class Ladder(Struct, frozen=True):
    """The truco ladder."""

    base: int
    """What a silent hand is worth."""
    steps: tuple[LadderStep, ...]
    any_time: bool
    """Said at any moment, or only on one's own turn before laying."""
    card_accepts: bool
    """Laying a card accepts the pending call (AR-TRU-07)."""
    over_envido: bool
    """Said over a pending envido it refuses that envido (AR-ENV-16)."""
    after_envido_lapses: bool
    """A truco over which the envido went first must be called again (AR-ENV-08)."""


class EnvidoCall(Struct, frozen=True):
    """One envido call."""

    verb: str
    adds: int
    """Points it adds to what was accepted before."""
    formula: bool
    """It stands for the falta instead, whatever was said before."""
    times: int
    """How often it may be said in one sequence."""
    over: tuple[str, ...]
    """The calls it may be said over."""


class EnvidoRules(Struct, frozen=True):
    """The envido."""

    calls: tuple[EnvidoCall, ...]
    pies_only: bool
    """Only the two pies open it (AR-ENV-02)."""
    falta: str
    """Formula of the falta (AR-FAL)."""
    manual: bool
    """Points are stated by the players (AR-ENV-17)."""
    highest: int
    """The highest number that can be stated."""


class FlorRules(Struct, frozen=True):
    """The flor."""

    any_time: bool
    """Announced at any moment before one's first card, or by turn (AR-FLO-03)."""
    automatic: bool
    """The program announces it (AR-FLO-13)."""
    alone: int
    """Points of a flor that nobody contests, and of each further one of its team."""
    accepted: int
    """*Con flor quiero* over a plain flor."""
    sum_accepted: bool
    """... pays for every flor of both teams instead (AR-FLO-07)."""
    contra: int
    contra_refused: int
    resto_refused: int
    """Contraflor al resto said over a plain flor, and declined."""
    resto_refused_raise: int
    """... said over a contraflor, and declined."""
    resto: str
    """Formula of the resto (AR-FLO-08)."""
    each: bool
    """Further flores of the scoring team count (AR-FLO-09)."""
    claim: int
    """Points of a proved *pido flor*; 0: it does not exist at this table."""
    false_claim: int
    """Points to the asked side when it had none."""


class LeaveRules(Struct, frozen=True):
    """Going to the deck."""

    whole_team: bool
    """A player who leaves gives up the hand for his team (AR-MAZ-01), or leaves alone (-09)."""
    early_envido: int
    """Extra points for leaving before the envido was ever called (AR-MAZ-02)."""
    early_flor: int
    """Points for each flor of the others in that case (AR-MAZ-06)."""


class ShowRules(Struct, frozen=True):
    """Showing the cards of points won."""

    claim: bool
    """Points are in escrow until shown (AR-MOS-02)."""
    hand_too: bool
    """Who does not show also loses the hand's points (AR-MOS-03)."""


class DuelRules(Struct, frozen=True):
    """Hands of duels."""

    players: int
    """The number of seats that has them."""
    mode: str
    """The record's word for a hand of duels."""
    score_from: int
    """Due once some side has so many points (AR-PIC-02)."""
    missing: int
    """... and while no side lacks fewer than this."""
    cap: int
    """The most an envido pays in a duel (AR-PIC-04)."""


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
    flor: FlorRules | None
    answer_by: str
    """``first_speaks``, ``accept_prevails`` or ``pie`` (AR-PLA-03)."""
    leave: LeaveRules
    show: ShowRules
    duels: DuelRules | None
    articles: tuple[tuple[str, str], ...]
    """Keys of reasons with the numbered article of the variant's page."""

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
        if problems:
            raise BadRules(tuple(problems))
        return chosen
