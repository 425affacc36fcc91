"""The answers that the reader may give ahead in the running hand, and those that they have
given."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from bot.match import ahead
from bot.model import MatchInfo, Status
from bot.screen import Button, Line
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import AHEAD, Leaf, Page, PageKey
from bot.screens.table.buttons import HINTS
from bot.store.model import ConditionalAnswer
from bot.tokens import AHEAD as SHOW
from bot.tokens import FORGET, point
from bot.words import Words
from bot.words.shouts import BUTTONS, caption
from engine.actions import NO_QUIERO, QUIERO
from engine.seen.view import PUBLIC, SeatView

_ABOUTS: Final = dict(zip(ahead.ABOUT, "tec", strict=True))
_ANSWERS: Final = {QUIERO: "q", NO_QUIERO: "n", ahead.LOWEST: "l", ahead.WINNING: "w", "": "x"}
_OF_CARDS: Final = {ahead.LOWEST: "ahead.card.lowest", ahead.WINNING: "ahead.card.winning"}
_TOPIC: Final = re.compile(r"([tec])([qnlwx])-([0-9a-z]{1,8})")


def write_said(about: str, answer: str, moment: str) -> str:
    """The topic of a page's key for a button that says something ahead. ``answer`` empty: the
    button takes it back. ``moment``: the point of the game on which the press relies."""
    return f"{_ABOUTS[about]}{_ANSWERS[answer]}-{moment}"


def read_said(topic: str) -> tuple[str, str, str] | None:
    """The parts of such a topic; ``None``: the text is no such topic."""
    found = _TOPIC.fullmatch(topic)
    if found is None:
        return None
    abouts = {letter: about for about, letter in _ABOUTS.items()}
    answers = {letter: answer for answer, letter in _ANSWERS.items()}
    return abouts[found[1]], answers[found[2]], found[3]


def ahead_page(
    info: MatchInfo | None,
    view: SeatView | None,
    said: Iterable[ConditionalAnswer],
    words: Words,
    told: str,
) -> Page:
    """The page with the answers that wait, and a button for each other answer that may be said
    ahead. ``told``: the result of the last press."""
    text, leaves = [told] if told else [], []
    if info is not None and view is not None and view.seat != PUBLIC:
        waiting = {answer.about: answer for answer in said if not answer.dropped}
        text += [f"• {_said(view, answer, words)}" for answer in waiting.values()]
        leaves = list(_leaves(info, view, waiting, words))
    text.append(words.text("ahead.about" if leaves else "ahead.none"))
    return Page(words.text("ahead.title"), "\n".join(text), turns=tuple(leaves))


def _leaves(
    info: MatchInfo, view: SeatView, waiting: dict[str, ConditionalAnswer], words: Words
) -> Iterator[Leaf]:
    """The buttons of the page. The ``part`` of their keys is the version of the table, so a second
    equal press changes nothing."""

    def key(about: str, answer: str) -> str:
        topic = write_said(about, answer, point(view))
        return str(PageKey(AHEAD, info.match, topic, info.version))

    for about, one in waiting.items():
        yield Leaf(key(about, ""), _forget(view, one, words))
    if not may_say_ahead(info, view):
        return
    for choice in ahead.choices(view):
        known = waiting.get(choice.about)
        if known is None or known.answer != choice.answer:
            label = _sentence(view, choice.about, choice.answer, choice.call, words)
            yield Leaf(key(choice.about, choice.answer), label)


def may_say_ahead(info: MatchInfo, view: SeatView) -> bool:
    """Whether there is anything that this seat may say ahead now."""
    plays = info.status is Status.PLAYING and info.seats[view.seat].present
    return info.is_slow and plays and any(ahead.choices(view))


def said_ahead(context: ScreenContext) -> Iterator[Line]:
    """The lines of a hand about what its owner has said ahead."""
    for answer in context.own.ahead:
        id = "hand.ahead.dropped" if answer.dropped else "hand.ahead"
        yield context.line(id, "quiet", said=_said(context.view, answer, context.words))


def ahead_buttons(context: ScreenContext) -> Iterator[Button]:
    """The buttons that take back a waiting answer, and the button to the page with all answers."""
    for answer in context.own.ahead:
        if not answer.dropped:
            label = _forget(context.view, answer, context.words)
            yield Button(context.match_token(f"{FORGET} {answer.about}"), label, HINTS)
    if may_say_ahead(context.info, context.view):
        yield Button(context.match_token(SHOW), context.text("ahead.title"), HINTS)


def _said(view: SeatView, one: ConditionalAnswer, words: Words) -> str:
    return _sentence(view, one.about, one.answer, ahead.call_of(view, one), words)


def _sentence(view: SeatView, about: str, answer: str, call: str, words: Words) -> str:
    """ "Si cantan truco: no quiero"."""
    if about == ahead.CARD:
        return words.text(_OF_CARDS[answer])
    said = BUTTONS[view.variant][answer].lower()
    if not call:
        return words.text("ahead.call.any", call=caption(view.variant, about).lower(), answer=said)
    return words.text("ahead.call", call=caption(view.variant, call).lower(), answer=said)


def _forget(view: SeatView, one: ConditionalAnswer, words: Words) -> str:
    """The caption of a button that takes an answer back: "Olvidar: truco"."""
    if one.about == ahead.CARD:
        return words.text("ahead.forget.card")
    return words.text("ahead.forget", call=caption(view.variant, one.call or one.about).lower())
