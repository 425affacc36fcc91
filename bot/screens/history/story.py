"""The reasons for the end of a hand: its story with calls, answers and points, and the articles of
the rules."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from bot.screens.history.chronicle import Teller
from bot.screens.moment.context import ScreenContext
from engine.actions import (
    ACHICO,
    BLIND_VERBS,
    CONTRAFLOR,
    FALTA_ENVIDO,
    FLOR,
    FLOR_ENVIDO,
    FLOR_QUIERO,
    NO_QUIERO,
    QUIERO,
    RESTO,
)
from engine.events import (
    Annulled,
    Answered,
    AnyEvent,
    Called,
    Checked,
    ContestBegan,
    ContestEnded,
    Declared,
    Denounced,
    FlorAnnounced,
    FlorClaimed,
    FlorCompared,
    HandEnded,
    Interfered,
    MeddlingDenounced,
    Scored,
    Shown,
    TrickEnded,
    WentToDeck,
)
from engine.numbers import NO_NUMBER, NO_SIDE
from engine.state.state import GAME_NAMES, KIND_NAMES, TRUCO_GAME, TRUCO_POINTS_KIND
from engine.variants import VARIANTS

_TOLD: Final = (
    Declared,
    FlorAnnounced,
    FlorCompared,
    Shown,
    TrickEnded,
    WentToDeck,
    FlorClaimed,
    Interfered,
    MeddlingDenounced,
    HandEnded,
)
"""Events that the story tells in the words of the log, because they led to the end of the hand."""
_YES: Final = (QUIERO, FLOR_QUIERO)
_NO: Final = (NO_QUIERO, ACHICO)
_FEMININE: Final = frozenset({FALTA_ENVIDO, FLOR, CONTRAFLOR, RESTO, FLOR_ENVIDO, "queda"})
"""The calls with a feminine name."""
_TRUCO: Final = GAME_NAMES[TRUCO_GAME]
_HAND: Final = KIND_NAMES[TRUCO_POINTS_KIND]
_WON: Final = "hand"
"""The key of the article about the points of a hand that was won with cards."""
_TIED: Final = "T"

_HANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "AR": {
        "XX": "AR-HAN-01",
        "XYX": "AR-HAN-02",
        "XT": "AR-HAN-03",
        "TX": "AR-HAN-04",
        "TTX": "AR-HAN-05",
        "XYT": "AR-HAN-06",
        "TTT": "AR-HAN-07",
    },
    "VE": {"XX": "VE-TRI-01", "XYX": "VE-TRI-01", "XT": "VE-PAR-01", "XYT": "VE-PAR-01"}
    | dict.fromkeys(("T", "TT", "TTT"), "VE-PAR-02")
    | dict.fromkeys(("TX", "TTX"), "VE-PAR-06"),
    "GA": {
        "XX": "GA-HAN-01",
        "XYX": "GA-HAN-01",
        "TX": "GA-HAN-02",
        "TTX": "GA-HAN-03",
        "XT": "GA-HAN-04",
        "XYT": "GA-HAN-05",
        "TTT": "GA-HAN-06",
    },
    "PA": {
        "XX": "PA-HAN-01",
        "XYX": "PA-HAN-01",
        "TX": "PA-HAN-02",
        "TTX": "PA-HAN-03",
        "XT": "PA-HAN-04",
        "XYT": "PA-HAN-05",
        "TTT": "PA-HAN-06",
    },
}
"""By the letters of a game's articles and the tricks of a hand: the article that names the winner.
(``X``: the first winner of a trick, ``Y``: the other side, ``T``: a tied trick.)"""
_LIKE: Final = {"TR": ("AR", "TR"), "UY": ("AR", "AR"), "MI": ("PA", "MI")}
"""Games that use articles of another game with the same numbers (TR-HAN-01, UY-TRI-01, MI-HAN-01):
that game, and the letters of the articles."""
_WHY: Final = {
    "XX": "two",
    "XYX": "two",
    "XT": "first",
    "XYT": "first",
    "TX": "next",
    "TTX": "next",
}


class Told(Struct, frozen=True):
    """A sentence of the story."""

    text: str
    articles: tuple[str, ...] = ()


def story(context: ScreenContext, events: Iterable[AnyEvent]) -> Iterator[Told]:
    told = _Story(context)
    for event in events:
        yield from told.tell(event)
    yield from told.rest()


class _Story:
    """Tells a hand event by event. It keeps each call until the call is answered, and each refusal
    until its points are known."""

    def __init__(self, context: ScreenContext) -> None:
        self._context = context
        self._teller = Teller(context)
        self._calls: list[Called] = []
        """Calls that the story has not told yet."""
        self._last: dict[str, Called] = {}
        """The last call of each game."""
        self._raised: set[str] = set()
        """The games in which a call was raised."""
        self._refusal: Answered | None = None
        self._tricks: list[int] = []
        self._before: AnyEvent | None = None

    def tell(self, event: AnyEvent) -> Iterator[Told]:
        """The sentences about this event."""
        if isinstance(event, Called):
            if event.game in self._last:
                self._raised.add(event.game)
            self._last[event.game] = event
            self._calls.append(event)
            return
        if isinstance(event, ContestBegan):
            self._tricks.clear()
        yield from self._told_calls()
        yield from self._tell(event)
        self._before = event

    def rest(self) -> Iterator[Told]:
        """The sentences about what was kept until the end."""
        yield from self._told_calls()
        yield from self._told_refusal()

    def _tell(self, event: AnyEvent) -> Iterator[Told]:
        if isinstance(event, Answered):
            yield from self._answered(event)
        elif isinstance(event, Scored) and self._refusal is not None:
            yield self._paid_refusal(self._refusal, event)
        elif isinstance(event, Scored) and event.kind == _HAND and event.article == _WON:
            yield self._hand(event)
        else:
            # The points of a refused truco follow these.
            if not isinstance(event, ContestEnded | Shown):
                yield from self._told_refusal()
            yield from self._as_logged(event)

    # --- words ---------------------------------------------------------------------------------

    def _told_calls(self) -> Iterator[Told]:
        words, context = self._context.words, self._context
        if self._calls:
            said = (
                words.text("story.call", name=context.name(call.seat), call=self._named(call))
                for call in self._calls
            )
            yield Told(words.text("story.calls", calls="; ".join(said)))
            self._calls.clear()

    def _answered(self, event: Answered) -> Iterator[Told]:
        call = self._last.get(event.game)
        if event.verb in _NO and event.final and call is not None:
            self._refusal = event
        elif event.verb in _YES and call is not None:
            yield self._accepted(event, call)
        else:
            yield from (Told(line.text) for line in self._teller.tell(event))

    def _accepted(self, event: Answered, call: Called) -> Told:
        words, name = self._context.words, self._context.name(event.seat)
        named = self._the(call)
        steps = self._context.table.rules.truco.steps
        by_score = any(step.formula and step.verb == call.verb for step in steps)
        if event.implied:
            return Told(words.text("story.accepted.card", name=name, call=named))
        if event.game == _TRUCO and call.wanted > 0 and not by_score:
            worth = words.text("story.accepted.worth", name=name, call=named, n=call.wanted)
            return Told(worth)
        return Told(words.text("story.accepted", name=name, call=named))

    def _told_refusal(self) -> Iterator[Told]:
        if self._refusal is not None:
            event, self._refusal = self._refusal, None
            name, call = self._context.name(event.seat), self._the(self._last[event.game])
            yield Told(self._context.text("story.refused.only", name=name, call=call))

    def _paid_refusal(self, event: Answered, scored: Scored) -> Told:
        self._refusal = None
        id = "story.refused.raise" if event.game in self._raised else "story.refused"
        text = self._context.text(
            id,
            name=self._context.name(event.seat),
            call=self._the(self._last[event.game]),
            points=self._context.points(scored.points),
            names=self._context.side(scored.side),
        )
        return Told(text, self._articles(scored.article))

    def _named(self, call: Called) -> str:
        return self._context.says(call.verb, call.number).strip("¡!.").lower()

    def _the(self, call: Called) -> str:
        words, named = self._context.words, self._named(call)
        if call.number != NO_NUMBER or call.verb in BLIND_VERBS:
            return words.text("hint.word", word=named)
        return words.text("call.the.la" if call.verb in _FEMININE else "call.the", call=named)

    # --- the end -------------------------------------------------------------------------------

    def _hand(self, event: Scored) -> Told:
        """The winner of the hand, and the tricks that decided it."""
        context, words = self._context, self._context.words
        said = {
            "game": context.counted(event.kind, event.article),
            "points": context.points(event.points),
            "names": context.side(event.side),
        }
        pattern = self._pattern()
        why = _WHY.get(pattern, "")
        text = words.text("log.scored", **said)
        if why:
            text = words.text("story.hand", **said, why=words.text(f"story.why.{why}"))
        won = self._won_by(pattern)
        return Told(text, (*won, *self._articles(event.article)))

    def _pattern(self) -> str:
        """The tricks as letters."""
        first = next((side for side in self._tricks if side != NO_SIDE), NO_SIDE)
        letters = (
            _TIED if side == NO_SIDE else "X" if side == first else "Y" for side in self._tricks
        )
        return "".join(letters).replace("XYY", "XYX")

    def _won_by(self, pattern: str) -> tuple[str, ...]:
        own = self._context.table.rules.article(_WON)[:2]
        like, letters = _LIKE.get(own, (own, own))
        article = _HANDS.get(like, {}).get(pattern, "")
        return (letters + article[2:],) if article else ()

    def _as_logged(self, event: AnyEvent) -> Iterator[Told]:
        articles = tuple[str, ...]()
        match event:
            case Scored(article=key) | Checked(article=key) | Annulled(article=key):
                articles = self._articles(key)
            case Denounced(proved=proved):
                articles = self._articles("denounce" if proved else "denounce.false")
            case TrickEnded(side=side):
                self._tricks.append(side)
            case ContestEnded(side=side) if side == NO_SIDE:
                option = "all_tied" if isinstance(self._before, TrickEnded) else "truco_with_flor"
                article = VARIANTS[self._context.view.variant].article_of(option)
                articles = (article,) if article else ()
            case _ if not isinstance(event, _TOLD):
                return
            case _:
                pass
        for line in self._teller.tell(event):
            yield Told(line.text, articles)

    def _articles(self, key: str) -> tuple[str, ...]:
        return (self._context.table.rules.article(key),)
