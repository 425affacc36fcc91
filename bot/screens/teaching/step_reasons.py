"""The reasons why one step is better than another, in a player's words: after a match, and as a
hint."""

from typing import Final

from bot.screens.moment.context import ScreenContext
from bot.screens.teaching.step_names import named_step
from bot.words import Words
from engine.actions import Action
from engine.cards import UNKNOWN
from engine.teacher import Explanation, Why

_OF_A_CARD: Final = (
    Why.CALL_TRUCO,
    Why.KEEP_TRUCO,
    Why.ACCEPT_TRUCO,
    Why.REFUSE_TRUCO,
    Why.ACCEPT_LAID,
    Why.REFUSE_LAID,
    Why.RAISE_TRUCO,
    Why.OVER_RAISE_TRUCO,
    Why.STAY,
    Why.PLAY_SPECIAL,
    Why.RUN_SPECIAL,
)
"""Reasons that name a card of the seat."""


def plain_where_cardless(reason: Explanation) -> Why:
    """The reason; or the plain reason, if it would name a card and there is no such card."""
    return Why.PLAIN if reason.why in _OF_A_CARD and reason.card == UNKNOWN else reason.why


def reason_text(
    context: ScreenContext,
    reason: Explanation,
    best: Action,
    chosen: Action,
    group: str = "teacher",
) -> str:
    """The reason why ``best`` is better than ``chosen``, as a sentence of a player. ``group``: the
    beginning of the messages' ids."""
    words = context.words
    return words.text(
        f"{group}.{plain_where_cardless(reason).value}",
        points=_points(words, reason),
        card=context.the_named_card(reason.card) if reason.card != UNKNOWN else "",
        best=named_step(context, best),
        chosen=named_step(context, chosen),
    )


def _points(words: Words, reason: Explanation) -> str:
    """The envido points. If the place of the seat would decide a tie, the place is named too."""
    return words.text(f"teacher.{reason.place.value}", points=reason.points)
