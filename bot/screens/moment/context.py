"""The common base of all screens of a running match: the view, the names, the words, the tokens.

Everything is built from a :class:`~engine.seen.view.SeatView` and from
:class:`~bot.model.MatchInfo`, which anybody may know. The public screen is therefore a function of
the public view: two deals with equal public views have equal public screens."""

from collections.abc import Iterable
from functools import cached_property
from itertools import repeat
from typing import Final

from msgspec import Struct

from bot.model import NO_SIGNS, MatchInfo, SignsOf
from bot.screen import Line
from bot.screens.moment.match_moment import MatchMoment
from bot.screens.moment.names import named
from bot.screens.moment.tally import abreast
from bot.store.model import ConditionalAnswer, Consulted
from bot.store.results.model import NOTHING, Brought
from bot.tokens import point
from bot.words import Words
from bot.words.cards import MANILHAS, PIECES, TURNED
from bot.words.shouts import DUELS, caption, shout
from engine.cards import Card
from engine.numbers import NOBODY
from engine.seen.view import SeatView, table_of
from engine.state.state import KIND_NAMES, ORDINARY, TRUCO_POINTS_KIND, Entry, Pending

WON_BY: Final = {
    "special.run": "kind.special.run",
    "special.call": "kind.special.call",
    "special.unbeatable": "kind.special.unbeatable",
    "queda": "kind.queda",
    "flor.reservada": "kind.flor.reservada",
    "denounce.false": "kind.denounce.false",
}
"""By article, the names of points with another name than those of a plain hand or flor."""

UNCALLED: Final = frozenset({"flor.reservada_hand", "duel.interfered"})
"""The articles by which a hand pays more than its base without a call of truco."""


class OwnMatters(Struct, frozen=True, gc=False):
    """The reader's own matters, beside the game."""

    looks_at: int = NOBODY
    """The seat whose señas the reader tries to catch; ``NOBODY``: none."""
    signs: SignsOf = NO_SIGNS
    """The own signs that the reader knows, and those that they have seen."""
    consulted: Consulted | None = None
    """The question of a robot of the reader's side; ``None``: there is none."""
    ahead: tuple[ConditionalAnswer, ...] = ()
    """The reader's conditional answers for this hand, including those that were dropped."""


_NOTHING_OWN: Final = OwnMatters()


class ScreenContext(MatchMoment):
    """A match as one reader sees it, in their language."""

    def __init__(
        self,
        info: MatchInfo,
        view: SeatView,
        words: Words,
        own: OwnMatters = _NOTHING_OWN,
        brought: Brought = NOTHING,
        public: "ScreenContext | None" = None,
    ) -> None:
        """``public``: the public context of this moment in the same language, if any."""
        super().__init__(
            named(info, words) if public is None else public.info,
            view,
            table_of(view) if public is None else public.table,
            point(view) if public is None else public.point,
            public,
        )
        if public is not None:
            self.named = public.named
        self.words = words
        self.text: Final = words.text
        """This message in the reader's words."""
        self.own: Final = own
        """The reader's own matters, beside the game."""
        self.brought: Final = brought
        """The results that a finished match has brought its people."""

    def line(self, id: str, weight: str = "normal", **parameters: object) -> Line:
        """This message as a line of the screen."""
        return Line(id, self.words.text(id, **parameters), weight)

    @property
    def winners_by_staying(self) -> list[int]:
        """The seats that win unless one of the people who :attr:`left` returns."""
        stayed = [seats for seats in self.view.accounts if not set(seats) & set(self.left)]
        return [seat for seats in stayed for seat in seats]

    def name(self, seat: int) -> str:
        """The name that is shown for this seat."""
        return self.info.seats[seat].name

    def names(self, seats: Iterable[int]) -> str:
        """ "Ana, Beto y Carla"."""
        return self.words.list(self.name(seat) for seat in seats)

    def either(self, seats: Iterable[int]) -> str:
        """ "Ana o Carla"."""
        return self.words.either(self.name(seat) for seat in seats)

    def side(self, side: int) -> str:
        if side == NOBODY:
            return self.words.text("side.none")
        return self.names(self.seats_of(side))

    def contestants(self, side: int) -> str:
        """The people of a side that play the running contest, joined by "and"."""
        return self.names(sorted(self.contest_of(side)))

    def card(self, card: Card) -> str:
        """A card in words: "siete de oros"."""
        return self.words.card(card, self.table.spelling)

    def the_card(self, card: Card) -> str:
        """A card in words with its article: "el siete de oros"."""
        return self.words.the_card(card, self.table.spelling)

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards in words."""
        return self.words.cards(cards, self.table.spelling)

    def manilhas_text(self) -> str:
        """The manilhas in words: "los sietes"."""
        return self.words.rank(self.manilhas[0], self.table.spelling)

    @cached_property
    def named(self) -> dict[Card, str]:
        """The cards that have a name for their strength in this hand, with that name."""
        if self.manilhas:
            return dict(zip(self.manilhas, MANILHAS, strict=True))
        any_piece = self.words.text("card.piece")
        return dict(
            zip(self.pieces, PIECES.get(self.view.variant, repeat(any_piece)), strict=False)
        )

    def named_card(self, card: Card) -> str:
        """A card, with its name for its strength in this hand: "dos de corazones (copas)"."""
        if card not in self.named:
            return self.card(card)
        return self.words.with_name(self.card(card), self.named[card])

    def the_named_card(self, card: Card) -> str:
        """The same with its article: "el dos de corazones (copas)"."""
        if card not in self.named:
            return self.the_card(card)
        return self.words.with_name(self.the_card(card), self.named[card])

    @property
    def turned_name(self) -> str:
        """The end of the ids of messages about the turned card."""
        return TURNED.get(self.view.variant, "vira")

    def special_hand(self) -> str:
        """The name of a hand in which a side decides whether to play: "Mão de onze"."""
        rules = self.table.rules.special
        score = 0 if rules is None else rules.score_from
        if f"special.{score}" in self.words:
            return self.words.text(f"special.{score}")
        return self.words.text("special.other", n=score)

    def won_by(self, kind: str, article: str) -> str:
        """The name of points: "Flor", "Mano", "Mão corrida"."""
        return self.words.text(WON_BY.get(article, f"kind.{kind}"))

    def counted(self, kind: str, article: str) -> str:
        """The name of points that are counted just now: in a duel the hand goes on."""
        if kind == "truco" and article not in WON_BY and self.is_duel:
            return self.words.text("kind.duel")
        return self.won_by(kind, article)

    def reason(self, entry: Entry) -> str:
        """The name of points in a sum: "envido", "truco", "mano" where nobody raised it."""
        if self._raised(entry):
            return self.caption(self.table.rules.truco.steps[0].verb).lower()
        return self.won_by(KIND_NAMES[entry.kind], entry.article).lower()

    def unnamed(self, entry: Entry) -> bool:
        """Whether these are points of a hand without any call."""
        plain = entry.kind == TRUCO_POINTS_KIND and entry.article not in WON_BY
        return plain and not self._raised(entry)

    def _raised(self, entry: Entry) -> bool:
        """Whether these points of a hand come from an accepted step of the ladder."""
        position = self.position
        if entry.kind != TRUCO_POINTS_KIND or entry.article in WON_BY or entry.article in UNCALLED:
            return False
        if position is not None and position.special != ORDINARY:
            return False
        if position is not None and entry.duel == self.view.duel:
            return position.level > 0
        # Once a duel is over, only its points tell whether it was raised.
        return any(step.worth == entry.points for step in self.table.rules.truco.steps)

    def points(self, number: int) -> str:
        """ "3 puntos"."""
        return self.words.text("points", n=number)

    def says(self, verb: str, number: int = NOBODY) -> str:
        """A word in the player's form: "¡Truco!"."""
        return shout(self.view.variant, verb, number)

    def caption(self, verb: str) -> str:
        """A word as the caption of its button: "Truco"."""
        return caption(self.view.variant, verb)

    def called(self, pending: Pending) -> str:
        """A pending call in the form in which it was said: "¡4 envido!"."""
        verb = self.call_of(pending)
        said = reversed(self.view.said)
        number = next((spoken.number for spoken in said if spoken.verb == verb), NOBODY)
        return self.says(verb, number)

    @property
    def duels_name(self) -> str:
        """The name of the hand's duels: "pica-pica"."""
        return DUELS.get(self.view.mode, self.view.mode)

    def score_pair(self, score: tuple[int, ...]) -> str:
        """ "Ana y Carla 8 – 21 Beto y Dani"."""
        points = (str(number) for number in score)
        return abreast(tuple(map(self.holders, range(len(score)))), tuple(points))

    def holders(self, account: int) -> str:
        """The names of the people to whom this account belongs."""
        return self.names(self.view.accounts[account])

    @property
    def tied(self) -> str:
        """The id of the message about a tied trick."""
        return "trick.tied" if self.table.rules.special is None else "trick.cangada"
