"""The buttons of a hand for its owner: cards, words, looks and señas."""

from collections.abc import Container, Iterator
from typing import Final

from bot.messages import TOUCH
from bot.screen import Button, CardMark
from bot.screens.hand.ahead import ahead_buttons
from bot.screens.moment.context import ScreenContext
from bot.screens.table import buttons
from bot.screens.teaching import lesson
from bot.tokens import CUT, LET_CALL, LOOK, NO, SENA, YES
from engine.actions import (
    CARD_VERBS,
    COVER,
    DENUNCIA,
    DESCARTA,
    MOSTRAR,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    STACK,
    TENGO,
    Action,
    cards_of_pile,
)
from engine.cards import UNKNOWN
from engine.record.notation import CUTS, write_action
from engine.seen.senas import may_look, senas_for
from engine.state.state import ORDINARY, PLAYING

_CLAIMS: Final = frozenset({PIDO_FLOR, DENUNCIA, MOSTRAR})
"""Words whose buttons stand apart from the others."""
_ELSEWHERE: Final = frozenset({*CARD_VERBS, *_CLAIMS, TENGO, DESCARTA})
"""What has no button among the words. The screen's question asks the number of a declaration."""


def own_cards(context: ScreenContext) -> tuple[CardMark, ...]:
    """My cards. If I may not see them, their backs by place."""
    view = context.view
    offered = [offer for offer in view.offered if isinstance(offer, Action)]
    places = [offer.arg for offer in offered if offer.verb == PLAY_NTH] if context.blind else []
    if not places:
        steps = {(offer.verb, offer.arg) for offer in offered}
        return tuple([_card(context, card, steps) for card in view.cards])
    return tuple(
        CardMark(
            code=context.code(UNKNOWN),
            label=context.text(f"card.place.{place}"),
            token=context.token(f"{PLAY} {place}"),
            seat=view.seat,
        )
        for place in places
    )


def _card(context: ScreenContext, card: int, steps: Container[tuple[str, int]]) -> CardMark:
    """One of my cards. It has a token if it may be laid now. ``steps``: the verbs and arguments of
    the steps that I am offered."""
    code = context.code(card)
    laid = PLAY if (PLAY, card) in steps else DESCARTA if (DESCARTA, card) in steps else ""
    return CardMark(
        code=code,
        label=context.card(card),
        token=context.token(f"{laid} {code}") if laid else "",
        cover_token=context.token(f"{COVER} {code}") if (COVER, card) in steps else "",
        seat=context.view.seat,
        named=context.named.get(card, ""),
    )


def hand_buttons(context: ScreenContext) -> Iterator[Button]:
    yield from piles(context)
    yield from _consult_buttons(context)
    offered = context.view.offered
    yield from buttons.say_buttons(
        context, [offer for offer in offered if offer.verb not in _ELSEWHERE]
    )
    yield from lesson.skip_button(context)
    for offer in [offer for offer in offered if offer.verb in _CLAIMS]:
        if isinstance(offer, Action) and offer.verb == PIDO_FLOR:
            label = context.text("button.pidoflor", name=context.name(offer.arg))
            yield Button(context.token(f"{PIDO_FLOR} {offer.arg}"), label, "claim")
        elif offer.verb == DENUNCIA:
            label = context.text("button.denuncia")
            confirm = _denounces(context)
            yield Button(context.token(DENUNCIA), label, "claim", confirm=confirm)
        elif offer.verb == MOSTRAR:
            position = context.position
            two_best = position is not None and position.special != ORDINARY
            id = "button.mostrar.unbeatable" if two_best else "button.mostrar"
            label = context.text(id)
            yield Button(context.token(MOSTRAR), label, "claim", "primary")
    if context.cutting and context.info.cutter == context.view.seat:
        for where in (*CUTS, TOUCH):
            label = context.text(f"button.cut.{where}")
            yield Button(context.match_token(f"{CUT} {where}"), label, "answer", "primary")
    yield from buttons.go_on_buttons(context)
    yield from _looks(context)
    yield from buttons.match_buttons(context)
    yield from buttons.options_buttons(context)
    if context.info.seats[context.view.seat].away:
        label = context.text("button.return")
        yield Button(context.match_token("RETURN"), label, "match", "primary")
    yield from buttons.hint_button(context)
    yield from ahead_buttons(context)


def piles(context: ScreenContext) -> Iterator[Button]:
    """The piles that I may lay now (VE-PAR-02)."""
    for offer in context.view.offered:
        if isinstance(offer, Action) and offer.verb == STACK:
            top, below = cards_of_pile(offer.arg)
            token = context.token(write_action(context.table, offer))
            label = context.text("button.stack", top=context.card(top), below=context.card(below))
            yield Button(token, label, "answer", "primary")


def _denounces(context: ScreenContext) -> str:
    """The question before a person denounces somebody."""
    position, duels = context.position, context.table.rules.duels
    if position is None or position.phase != PLAYING or duels is None:
        cost = context.points(context.rules.denounce)
        return context.text("hand.denuncia.confirm", points=cost)
    return context.text("hand.meddling.confirm", points=context.points(duels.interference))


def _consult_buttons(context: ScreenContext) -> Iterator[Button]:
    """The answers to a robot of my side that asks whether it may call."""
    if (asked := context.own.consulted) is not None:
        for word, id, style in (
            (YES, "button.consult.yes", "success"),
            (NO, "button.consult.no", "secondary"),
        ):
            token = context.match_token(f"{LET_CALL} {asked.moved} {word}")
            yield Button(token, context.text(id), "answer", style)


def _looks(context: ScreenContext) -> Iterator[Button]:
    """Buttons to look at an adversary, at tables where señas carry a risk."""
    view = context.view
    if not may_look(context.table) or context.info.seats[view.seat].away:
        return
    for seat in range(view.players):
        if context.table.sides[seat] != context.table.sides[view.seat]:
            looks = seat == context.own.looks_at
            id, action = ("button.looks", LOOK) if looks else ("button.look", f"{LOOK} {seat}")
            label = context.text(id, name=context.name(seat))
            style = "primary" if looks else "secondary"
            yield Button(context.match_token(action), label, "look", style)


def own_senas(context: ScreenContext) -> Iterator[Button]:
    """All señas, whatever my cards are: a false seña is as good as a true one. Games without señas
    have no own signs either."""
    if not context.takes_senas or UNKNOWN in context.view.cards:
        return
    if context.info.seats[context.view.seat].away:
        return
    for id in senas_for(context.table):
        token = context.match_token(f"{SENA} {id}")
        yield Button(token, context.text(f"sena.{id}"), "sena")
    for sign in context.own.signs.known:
        token = context.match_token(f"{SENA} {sign.id}")
        label = context.text("signs.text", gesture=sign.gesture, meaning=sign.meaning)
        yield Button(token, label, "sena")
