"""Señas: what a variant's signals mean, and which of them a hand truly has.

A seña never changes what is legal nor what is scored, and it may be false. The ids are those of the
rules pages on señas; their gestures are words, and stand in the catalogues.
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
    """One signal. Exactly one of its meanings is filled in; none: a word that promises nothing."""

    id: str
    cards: tuple[str, ...] = ()
    """True when one of these is held."""
    tops: tuple[int, ...] = ()
    """True when one of the hand's best cards is held, by their order: 1 for the very best. They
    depend on the turned card where there is one (SI-05)."""
    rank: str = ""
    """True when a card of this rank is held that is not one of the :data:`MANILHAS`."""
    least: int = 1
    """True only when at least so many of these cards are held."""
    envido: tuple[int, int] | None = None
    """True of an envido within these bounds, unless the hand is a flor in play."""
    flor: bool = False
    """True of a flor."""
    nothing: bool = False
    """True when no other seña is, and no flor in play is held (gaudério has no seña for one)."""
    when: int = ALWAYS
    """Used at tables without flor, with it, or at both."""
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
        """Whether it says what to do (*vení*, *voy*), promising nothing: neither true nor false."""
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
"""Best card first, then the points: the order in which true señas are given."""

MANILHAS: Final = 4
"""So many of the best cards stand outside their ranks where señas name a rank."""

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
    Sena("SE-UY-11", envido=(30, 37)),
    Sena("SE-UY-11b", flor=True),
    Sena("SE-UY-10", rank="2"),
    Sena("SE-UY-10b", cards=("1o", "1c")),
    Sena("SE-UY-12", nothing=True),
)
"""A piece gets its own seña, and so does the 12 that stands in for it (SE-UY-06); two gestures of
one id of the page are told apart by a letter."""

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
"""We made these after the Uruguayan ones; only the spoken *voy* and *quédate* have a source. A
letter tells the halves of SE-VE-08 apart."""

SENAS: Final[Mapping[str, tuple[Sena, ...]]] = {
    "argentino": ARGENTINO,
    "gauderio": GAUDERIO,
    "paulista": BRASILEIRO,
    "mineiro": BRASILEIRO,
    "uruguayo": URUGUAYO,
    "venezolano": VENEZOLANO,
    "tradicional-18": ARGENTINO,
}
"""Every variant that has señas."""

MINIMUM_PLAYERS: Final = 4
"""With two players there is no partner to tell."""


def meanings(table: Table) -> tuple[Sena, ...]:
    """The señas of this table with what they mean there, whether or not it allows them."""
    mode = WITHOUT_FLOR if table.rules.flor is None else WITH_FLOR
    return tuple(sena for sena in SENAS.get(table.rules.variant, ()) if sena.when & mode)


def senas_for(table: Table) -> tuple[str, ...]:
    """The ids a player may choose from, false ones among them; empty where there are none."""
    if table.players < MINIMUM_PLAYERS or dict(table.rules.options).get("senas") == "off":
        return ()
    return tuple(sena.id for sena in meanings(table))


def cards_of(table: Table, sena: Sena, turned: Card = UNKNOWN) -> frozenset[Card]:
    """The cards of which some are promised; empty when the seña is of another kind.

    ``turned`` is the hand's turned card; without it a seña of the best cards names none where they
    depend on it.
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
    """Whether the seña is true of these cards, as dealt. A spoken one is true of none."""
    if sena.of_cards:
        return len(cards_of(table, sena, turned).intersection(dealt)) >= sena.least
    flor = table.rules.flor is not None and bool(table.has_flor(tuple(dealt), turned))
    if sena.nothing:
        return not flor and not any(
            holds(table, one, dealt, turned)
            for one in meanings(table)
            if not (one.nothing or one.spoken)
        )
    if sena.flor:
        return flor
    if sena.envido is not None:
        low, high = sena.envido
        return not flor and low <= table.envido_points(tuple(dealt), turned) <= high
    return False


def true_senas(table: Table, cards: Sequence[Card], turned: Card = UNKNOWN) -> tuple[str, ...]:
    """The ids that are true of these cards (as dealt), best first; none of cards not seen."""
    if UNKNOWN in cards:
        return ()
    return tuple(sena.id for sena in meanings(table) if holds(table, sena, cards, turned))
