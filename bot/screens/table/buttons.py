"""The buttons of a running match: words of the game, going on, ending the match."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.match.settling import FEWEST_VOTERS
from bot.screen import Button
from bot.screens.moment.context import ScreenContext
from bot.screens.moment.lines import spoken_to
from bot.screens.rules.options import is_marked, options_button
from bot.tokens import CLAIM_HAND, CLAIM_MATCH, GO_ON, HINT, KEEP, REMOVE
from bot.words.shouts import BUTTONS, mazo_question
from engine.actions import CORRE, FLOR, JOGA, MAZO, PART_VERBS, TENGO, VER, Legal, Range
from engine.seen.view import PUBLIC
from engine.state.state import OPEN

HINTS: Final = "hint"
"""The group of the button that asks for a hint."""
_ANSWERS: Final = (
    "quiero",
    "florquiero",
    JOGA,
    *PART_VERBS,
    "noquiero",
    "achico",
    "passo",
    CORRE,
    "buenas",
    VER,
)
"""The answers, in the order of their buttons. Raises and calls follow."""
_STYLES: Final = {
    "quiero": "success",
    "florquiero": "success",
    "noquiero": "danger",
    "achico": "danger",
    "passo": "secondary",
    JOGA: "success",
    CORRE: "danger",
    "buenas": "secondary",
}
"""The styles of buttons. Words that are not here have the style ``primary``."""


def say_buttons(context: ScreenContext, offers: Iterable[Legal]) -> Iterator[Button]:
    """Words without and with a number, each once: the answers first, then the calls."""
    for verb, number in _in_order((offer.verb, isinstance(offer, Range)) for offer in offers):
        yield _number_button(context, verb) if number else _word_button(context, verb)


def _word_button(context: ScreenContext, verb: str) -> Button:
    """The button of a word: an answer, or a call."""
    captions = BUTTONS[context.view.variant]
    if verb == MAZO:
        confirm = context.text(mazo_question(context.table))
        label = context.text("button.mazo")
        return Button(context.token(MAZO), label, "leave", "secondary", confirm)
    flor = context.table.rules.flor
    confirm = ""
    answers_flor = verb == FLOR and _asked_for_flor(context)
    if verb == FLOR and flor is not None and flor.fault and not answers_flor:
        confirm = context.text("hand.flor.confirm", points=context.points(flor.fault))
    style = _STYLES.get(verb, "primary")
    group = "answer" if verb in _ANSWERS or answers_flor else "call"
    return Button(context.token(verb), captions[verb], group, style, confirm)


def _asked_for_flor(context: ScreenContext) -> bool:
    """Whether *flor* is an answer now: a seat that is asked for its flor has one."""
    return context.position is not None and context.position.flor != OPEN


def _number_button(context: ScreenContext, verb: str) -> Button:
    """A word with a number: the number is asked for after the press (``envido ?``)."""
    if verb == TENGO:
        label = context.text("button.tengo")
        return Button(context.token(f"{TENGO} ?"), label, "answer", "primary")
    label = context.text("button.number", call=BUTTONS[context.view.variant][verb])
    return Button(context.token(f"{verb} ?"), label, "call", "primary")


def go_on_buttons(context: ScreenContext) -> Iterator[Button]:
    """The button that ends a wait, until the reader has pressed it."""
    unready = context.unready
    if unready and (context.view.seat < 0 or context.view.seat in unready):
        yield Button(context.token(GO_ON), context.text("button.next"), "match", "primary")


def match_buttons(context: ScreenContext) -> tuple[Button, ...]:
    """The answers to a proposed amicable end and to a vote; the end of a match for people who
    stayed when others left; the proposal to remove an absent person. A person whose seat a robot
    keeps has no say in these, and may only claim; unless nobody is present."""
    claims, present = tuple(_claim_buttons(context)), context.voters
    if present and context.view.seat not in (PUBLIC, *present):
        return claims
    return (*claims, *_end_buttons(context), *_vote_buttons(context))


def _claim_buttons(context: ScreenContext) -> Iterator[Button]:
    """At a slow table: the claims against a person whose time has run out. The public screen has
    these buttons too, because everybody reads it."""
    may = context.info.claimants(context.table.sides)
    if not may or context.view.seat not in (PUBLIC, *may):
        return
    text = context.text
    yield Button(context.match_token(CLAIM_HAND), text("button.claim.hand"), "match", "primary")
    if lost := context.info.losing:
        label = text("button.claim.match")
        confirm = text("hand.claim.confirm", names=context.names(lost))
        yield Button(context.match_token(CLAIM_MATCH), label, "match", "danger", confirm)


def _vote_buttons(context: ScreenContext) -> Iterator[Button]:
    info, text = context.info, context.text
    if info.vote is not None:
        absent = info.vote.seat
        if context.view.seat not in info.vote.agreed:
            label = text("button.remove", name=context.name(absent))
            yield Button(context.match_token(f"{REMOVE} {absent}"), label, "match", "danger")
        yield Button(context.match_token(f"{KEEP} {absent}"), text("button.keep"), "match")
    elif context.view.seat in context.voters and len(context.voters) >= FEWEST_VOTERS:
        for seat in context.removable:
            label = text("button.remove.propose", name=context.name(seat))
            yield Button(context.match_token(f"{REMOVE} {seat}"), label, "match")


def _end_buttons(context: ScreenContext) -> tuple[Button, ...]:
    text = context.text
    if context.left and context.view.seat not in context.left and not context.info.agreed:
        label = text("button.end")
        winners = context.winners_by_staying
        id = spoken_to(context, "hand.end.confirm", winners)
        confirm = text(id, names=context.names(winners))
        return (Button(context.match_token("END"), label, "match", "danger", confirm),)
    agreed = context.info.agreed
    if not agreed:
        return ()
    stay = Button(context.match_token("PLAYON"), text("button.disagree"), "match")
    if context.reader in agreed:
        return (stay,)
    return (Button(context.match_token("END"), text("button.agree"), "match", "danger"), stay)


def options_buttons(context: ScreenContext) -> Iterator[Button]:
    """The button that shows the options, until the reader has seen a change."""
    if is_marked(context.info, context.reader):
        yield options_button(context.info, context.words, "match", context.reader)


def _in_order(said: Iterable[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Each word once: the answers first, then the calls in the order in which they were given."""
    return sorted(
        dict.fromkeys(said),
        key=lambda word: _ANSWERS.index(word[0]) if word[0] in _ANSWERS else len(_ANSWERS),
    )


def hint_button(context: ScreenContext) -> Iterator[Button]:
    """The button that asks for a hint."""
    if context.offers_hints:
        yield Button(context.match_token(HINT), context.text("button.hint"), HINTS)
