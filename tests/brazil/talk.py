"""Hands of paulista and mineiro played as conversations, so that a test reads like a table at play.

talk = Talk("3h Kc 5s", "As Qd 4h", vira="6d")      # the cards of seats 0 and 1; seat 0 is mão
talk.say("0 play 3h", "1 play 4h")
assert talk.refused("0 truco") == Reason.OWN_CALL
"""

from collections.abc import Iterable, Mapping
from typing import Self

from engine.cards import FRENCH, UNKNOWN
from engine.events import Called, HandEnded, Scored
from engine.seen.view import view
from engine.state.facts import HOLDS
from tests import conversation

A, B, TIE = 0, 1, -1


def cards(text: str) -> tuple[int, ...]:
    """``7d Qc`` as card numbers."""
    return conversation.cards(text, FRENCH)


def names(numbers: Iterable[int]) -> set[str]:
    return {FRENCH.write(card) for card in numbers}


class Talk(conversation.Talk):
    """A match at one table of paulista, from its first hand on."""

    game = "paulista"

    def __init__(
        self,
        *hands: str,
        vira: str = "",
        dealer: int | None = None,
        score: tuple[int, int] = (0, 0),
        games: tuple[int, int] = (0, 0),
        also: Mapping[str, str] | None = None,
        **options: str,
    ) -> None:
        """``also``: further options, where a dictionary holds them."""
        super().__init__(
            *hands,
            dealer=dealer,
            score=score,
            games=games,
            also=also,
            game=self.game,
            turned=vira,
            **options,
        )

    def deal(self, *hands: str, mode: str = "", turned: str = "", vira: str = "") -> Self:
        """The next hand, dealt by whoever has to."""
        return super().deal(*hands, mode=mode, turned=vira or turned)

    @property
    def paid_by(self) -> list[str]:
        """The articles by which points were scored, as `/regras` quotes them."""
        return [self.table.rules.article(event.article) for event in self.of(Scored)]

    @property
    def points(self) -> tuple[int, int]:
        """What the last hand gave; it is over."""
        assert self.needs in ("deal", "over"), self.needs
        return self.of(HandEnded)[-1].points

    @property
    def worth(self) -> int:
        """What the hand is worth now, as everybody sees it."""
        return view(self.state, -1).worth

    @property
    def call(self) -> tuple[int, int]:
        """The last call: what it pays if accepted, and if refused."""
        last = self.of(Called)[-1]
        return last.wanted, last.refused

    def knows(self, seat: int) -> dict[int, set[str]]:
        """By seat, the cards this seat knows to be there, from its view alone."""
        seen = view(self.state, seat)
        found: dict[int, set[str]] = {}
        if seat >= 0 and UNKNOWN not in seen.dealt:
            found[seat] = names(seen.dealt)
        for fact in seen.facts:
            assert fact.kind == HOLDS
            if not fact.negated:
                found.setdefault(fact.seat, set()).add(FRENCH.write(fact.card))
        return found


class Mineiro(Talk):
    game = "mineiro"
