"""Señas: the meanings of a variant's signals, and the check whether they are true of a hand.

A seña changes neither what is legal nor what is scored, and it may be false. The ids are those of
the rules pages on señas. The gestures are described in the bot's catalogues of words.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from engine.cards import SPELLINGS, UNKNOWN, Card
from engine.state.table import Table

WITHOUT_FLOR: Final = 1
WITH_FLOR: Final = 2
ALWAYS: Final = WITHOUT_FLOR | WITH_FLOR


class Sena(Struct, frozen=True):
    """One signal. It has one meaning (``cards``, ``tops``, ``rank``, ``envido``, ``flor`` or
    ``nothing``), or none if it promises nothing."""

    id: str
    cards: tuple[str, ...] = ()
    """It promises one of these cards."""
    tops: tuple[int, ...] = ()
    """It promises one of the best cards, by their order: 1 is the very best. Where a card is
    turned, that card decides which they are (SI-05)."""
    rank: str = ""
    """It promises a card of this rank that is not one of the :data:`MANILHAS` best."""
    least: int = 1
    """The least number of cards that it promises."""
    envido: tuple[int, int] | None = None
    """It promises an envido from the first number to the second, and no flor at a table with
    flor."""
    flor: bool = False
    """It promises a flor."""
    nothing: bool = False
    """It promises that no other seña is true, and that there is no flor (gaudério has no seña for a
    flor)."""
    when: int = ALWAYS
    """The tables that have it: those without flor, those with it, or both."""
    low: bool = False
    """It asks the partner for a low card in the first trick."""
    call: bool = False
    """It asks the partner to call truco."""

    @property
    def of_cards(self) -> bool:
        """Whether it promises cards."""
        return bool(self.cards or self.tops or self.rank)

    @property
    def spoken(self) -> bool:
        """Whether it promises nothing and only asks for a step or announces one (*vení*, *voy*).
        Such a seña is neither true nor false."""
        return not (self.of_cards or self.envido or self.flor or self.nothing)


ARGENTINO: Final = (
    Sena("SE-AR-01", cards=("1e",)),
    Sena("SE-AR-02", cards=("1b",)),
    Sena("SE-AR-03", cards=("7e",)),
    Sena("SE-AR-04", cards=("7o",)),
    Sena("SE-AR-05", cards=("3e", "3b", "3o", "3c")),
    Sena("SE-AR-06", cards=("2e", "2b", "2o", "2c")),
    Sena("SE-AR-07", cards=("1o", "1c")),
    Sena("SE-AR-08", envido=(27, 29), when=WITHOUT_FLOR),
    Sena("SE-AR-08", envido=(27, 33), when=WITH_FLOR),
    Sena("SE-AR-09", envido=(30, 33), when=WITHOUT_FLOR),
    Sena("SE-AR-10", flor=True, when=WITH_FLOR),
    Sena("SE-AR-11", nothing=True),
    Sena("SE-AR-12", low=True),
)
"""In the order in which a robot prefers them: the best cards first, then the points. So are the
lists below."""

MANILHAS: Final = 4
"""The number of best cards that do not count for a seña that names their rank."""

BRASILEIRO: Final = (
    Sena("cheio", tops=(1, 2, 3, 4), least=2),
    Sena("zap", tops=(1,)),
    Sena("copas", tops=(2,)),
    Sena("espadilha", tops=(3,)),
    Sena("ouros", tops=(4,)),
    Sena("dois_tres", rank="3", least=2),
    Sena("tres", rank="3"),
    Sena("dois", rank="2"),
    Sena("as", rank="A"),
    Sena("rei", rank="K"),
    Sena("valete", rank="J"),
    Sena("dama", rank="Q"),
    Sena("pede_truco", call=True),
    Sena("deixa_comigo", low=True),
)
"""The page *Sinais e gírias*, section 2."""

URUGUAYO: Final = (
    Sena("SE-UY-01", tops=(1,)),
    Sena("SE-UY-02", tops=(2,)),
    Sena("SE-UY-03", tops=(3,)),
    Sena("SE-UY-04", tops=(4,)),
    Sena("SE-UY-05", tops=(5,)),
    Sena("SE-UY-07", cards=("1e", "1b")),
    Sena("SE-UY-08", cards=("7e", "7o")),
    Sena("SE-UY-09", cards=("3e", "3b", "3o", "3c")),
    Sena("SE-UY-11", envido=(30, 40)),
    Sena("SE-UY-11b", flor=True),
    Sena("SE-UY-10", rank="2"),
    Sena("SE-UY-10b", cards=("1o", "1c")),
    Sena("SE-UY-12", nothing=True),
)
"""Each piece has a seña of its own, and the 12 that takes the place of a piece has that of the
piece (SE-UY-06). Where the page has two gestures with one id, the second gets a letter."""

GAUDERIO: Final = (
    Sena("espadao", cards=("1e",)),
    Sena("bastiao", cards=("1b",)),
    Sena("sete_espada", cards=("7e",)),
    Sena("sete_ouro", cards=("7o",)),
    Sena("tres", cards=("3e", "3b", "3o", "3c")),
    Sena("dois", cards=("2e", "2b", "2o", "2c")),
    Sena("guembe", cards=("1o", "1c")),
    Sena("envido_baixo", envido=(27, 29)),
    Sena("envido_alto", envido=(30, 33)),
    Sena("cego", nothing=True),
)
"""The page *Sinais e gírias*, section 3."""

VENEZOLANO: Final = (
    Sena("SE-VE-01", tops=(1,)),
    Sena("SE-VE-02", tops=(2,)),
    Sena("SE-VE-03", cards=("1e",)),
    Sena("SE-VE-04", cards=("1b",)),
    Sena("SE-VE-05", cards=("7e",)),
    Sena("SE-VE-06", cards=("7o",)),
    Sena("SE-VE-07", cards=("3e", "3b", "3o", "3c")),
    Sena("SE-VE-08", envido=(30, 39)),
    Sena("SE-VE-08b", flor=True),
    Sena("SE-VE-09", nothing=True),
    Sena("voy", low=True),
    Sena("quedate"),
)
"""These are ours, made after the Uruguayan ones; only the spoken *voy* and *quédate* have a source.
SE-VE-08 has two meanings; the second one has a letter."""

SENAS: Final[Mapping[str, tuple[Sena, ...]]] = {
    "argentino": ARGENTINO,
    "gauderio": GAUDERIO,
    "paulista": BRASILEIRO,
    "mineiro": BRASILEIRO,
    "uruguayo": URUGUAYO,
    "venezolano": VENEZOLANO,
    "tradicional-18": ARGENTINO,
}
"""The señas of each variant, by its name."""

MINIMUM_PLAYERS: Final = 4
"""Señas are given at tables with at least this many players."""


def meanings(table: Table) -> tuple[Sena, ...]:
    """The señas of a table's variant, whether or not the table allows señas."""
    mode = WITHOUT_FLOR if table.rules.flor is None else WITH_FLOR
    return tuple(sena for sena in SENAS.get(table.rules.variant, ()) if sena.when & mode)


def senas_for(table: Table) -> tuple[str, ...]:
    """The ids of the señas that a player may give, true or false; empty where the table allows
    none."""
    if table.players < MINIMUM_PLAYERS or dict(table.rules.options).get("senas") == "off":
        return ()
    return tuple(sena.id for sena in meanings(table))


def may_look(table: Table) -> bool:
    """Whether an adversary can see a seña at this table, by watching the player at that moment."""
    return table.rules.option("senas") == "risk" and bool(senas_for(table))


def cards_of(table: Table, sena: Sena, turned: Card = UNKNOWN) -> frozenset[Card]:
    """The cards of which a seña promises at least one; empty when it promises something else.

    ``turned``: the turned card of the hand. At a table that turns a card, a seña about the best
    cards or a rank names no cards without it.
    """
    spelling = SPELLINGS[table.rules.deck]
    if sena.tops or sena.rank:
        if table.turns and turned == UNKNOWN:
            return frozenset()
        heights = table.heights(turned)
        best = max(heights)
        if sena.tops:
            wanted = {best + 1 - top for top in sena.tops}
            return frozenset(card for card in table.deck if heights[card] in wanted)
        return frozenset(
            card
            for card in table.deck
            if spelling.write(card)[:-1] == sena.rank
            and card != turned
            and heights[card] <= best - MANILHAS
        )
    return frozenset(spelling.read(name) for name in sena.cards)


def holds(table: Table, sena: Sena, dealt: Sequence[Card], turned: Card = UNKNOWN) -> bool:
    """Whether a seña is true of three cards as they were dealt; a spoken one never is."""
    if sena.of_cards:
        return len(cards_of(table, sena, turned).intersection(dealt)) >= sena.least
    flor = table.rules.flor is not None and bool(table.has_flor(tuple(dealt), turned))
    if sena.nothing:
        return not flor and not any(
            holds(table, meaning, dealt, turned)
            for meaning in meanings(table)
            if not (meaning.nothing or meaning.spoken)
        )
    if sena.flor:
        return flor
    if sena.envido is not None:
        low, high = sena.envido
        return not flor and low <= table.envido_points(tuple(dealt), turned) <= high
    return False


def true_senas(table: Table, cards: Sequence[Card], turned: Card = UNKNOWN) -> tuple[str, ...]:
    """The ids of the señas that are true of these cards as they were dealt, best first; none if a
    card is unknown."""
    if UNKNOWN in cards:
        return ()
    return tuple(sena.id for sena in meanings(table) if holds(table, sena, cards, turned))
