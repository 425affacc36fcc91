"""A hand, for its owner alone: my cards, and everything that I may say now."""

from collections.abc import Iterator
from typing import Final

from bot.match.lesson import is_taught
from bot.messages import TOUCH
from bot.screen import Button, CardMark, Line, Question, Screen
from bot.screens import (
    buttons,
    daily,
    duplicate,
    league_room,
    lesson,
    lines,
    marks,
    score_lines,
)
from bot.screens.ahead import ahead_buttons, said_ahead
from bot.screens.context import ScreenContext
from bot.screens.gestures import gestures
from bot.screens.options import mark
from bot.screens.order import order_of
from bot.screens.table_parts import TableParts
from bot.tokens import CUT, LET_CALL, LOOK, NO, RECEIPT, SENA, YES
from engine.actions import (
    CARD_VERBS,
    COVER,
    DENUNCIA,
    DESCARTA,
    FLOR,
    MOSTRAR,
    NO_QUIERO,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    QUIERO,
    STACK,
    TENGO,
    Action,
    Range,
    cards_of_pile,
)
from engine.cards import UNKNOWN
from engine.guard.envido import may_come
from engine.guard.flor import may_say_own
from engine.numbers import NOBODY, Seat
from engine.record.notation import CUTS, write_action
from engine.rules.points import RESERVADA
from engine.seen.senas import may_look, senas_for
from engine.state.seats import has_pies, lays_highest, pie
from engine.state.state import (
    BLIND_GAME,
    CLAIMS,
    DECLARATION,
    ENVIDO_GAME,
    FLOR_GAME,
    FLOR_PARTNERS,
    ORDINARY,
    OVER,
    PLAYING,
    Pending,
    Position,
)

BRIEF: Final = 200
"""Characters of the shortest form (an alert)."""
_BRIEFLY: Final = (
    "table.vira",
    "hand.envido",
    "hand.envido.pie",
    "hand.flor",
    "hand.flor.reservada",
    "hand.flor.first",
    "hand.flor.silent",
    "hand.manilhas",
    "hand.partner",
    "hand.heard",
    "hand.sign",
    "hand.gesture",
)
"""The lines of the shortest form, after the cards and the question."""
_HEARD: Final = 12
"""At most so many señas are shown, the newest: platforms have no room for a screen of any
length."""


def build_hand(context: ScreenContext, parts: TableParts) -> Screen:
    """The private screen of a seat."""
    info, view, words = context.info, context.view, context.words
    text = lesson.shown_lines(
        context,
        (
            *_lines(context, parts),
            *lines.phrases(info, words),
            *lines.onlookers(info, words),
            *mark(info, words, context.reader),
        ),
    )
    cards = _cards(context)
    held = _held(context)
    tricks, tricks_text = parts.tricks_for(context)
    said = [text[0].text, held] if text else [held]
    if parts.spoken:
        said.append(parts.spoken)
    said += [parts.score_line, *tricks_text, *(line.text for line in text[1:])]
    return Screen(
        kind="hand",
        match=info.match,
        version=info.version,
        number=view.number,
        point=context.point,
        locale=words.locale,
        deck=context.table.spelling.name,
        title=parts.title,
        lines=text,
        scores=marks.own_scores(parts.scores, view),
        seats=marks.own_seats(parts.seats, view),
        tricks=tricks,
        turned=parts.turned,
        cards=cards,
        buttons=tuple(_buttons(context)),
        senas=tuple(_senas(context)),
        gestures=gestures(context),
        question=_question(context),
        order=order_of(context),
        guided=is_taught(info),
        log=parts.log.lines,
        deadline=context.deadline,
        asked=context.asked_seats,
        alt=words.text("table.alt", title=parts.title, lines=" ".join(said)),
        brief=_brief(context, text, held),
    )


# --- what is going on ----------------------------------------------------------------------------


def _lines(context: ScreenContext, parts: TableParts) -> Iterator[Line]:
    position = context.position
    yield from first_lines(context, parts)
    yield from _consulted(context)
    yield from daily.head(context)
    yield from league_room.head(context)
    over = position is not None and position.phase == OVER
    if over:
        yield from parts.summary
    yield from lesson.balloon(context)
    yield from lines.rested(context)
    if position is None:
        if not context.cutting:
            yield context.line("hand.none", "strong")
        yield from lines.teams(context)
        return
    proposed = lines.proposal(context)
    if proposed is not None:
        yield proposed
    removal = lines.vote(context)
    if removal is not None:
        yield removal
    yield from lines.late(context)
    yield from lines.resting(context)
    yield from lines.ready(context)
    if context.left and context.view.seat not in context.left:
        yield from lines.absent(context)
    if over:
        yield from duplicate.capped(context)
        yield from duplicate.turned(context)
        return
    yield from _table_lines(context, parts, position)
    yield from _own_lines(context, position)


def first_lines(context: ScreenContext, parts: TableParts) -> Iterator[Line]:
    """That a robot plays for me, if so; and what I have to do or wait for."""
    view, position = context.view, context.position
    mine = view.seat in context.deserted
    if mine:
        yield context.line("hand.deserted", "strong")
    elif context.info.seats[view.seat].away:
        yield context.line("hand.robot", "strong")
    waiting = parts.asked if context.deserted else None
    if waiting is not None:
        if not mine:
            yield waiting
    elif context.cutting:
        yield _cutting(context)
    elif position is not None and position.phase != OVER:
        yield _now(context, parts)


def _consulted(context: ScreenContext) -> Iterator[Line]:
    """What a robot of my side asks me."""
    asked = context.own.consulted
    if asked is not None:
        name, call = context.name(asked.seat), _call(context, asked.call)
        yield context.line("hand.consult", "strong", name=name, call=call)


def _call(context: ScreenContext, step: str) -> str:
    """A step of the record as it is said: "¡Truco!"."""
    verb, *number = step.split(" ")
    return context.says(verb, *map(int, number))


def _table_lines(context: ScreenContext, parts: TableParts, position: Position) -> Iterator[Line]:
    """What the running hand holds for everybody at the table, and the señas I was given."""
    if position.phase == CLAIMS:
        if position.owing >> context.view.seat & 1:
            yield context.line("hand.show", "strong")
        yield from score_lines.ledger(context)
    for heard in context.view.heard[-_HEARD:]:
        sena = context.text(f"sena.{heard.sena}")
        yield context.line("hand.heard", name=context.name(heard.seat), sena=sena)
    for seen in context.own.signs.seen[-_HEARD:]:
        name, gesture = context.name(seen.seat), seen.gesture
        if seen.meaning:
            yield context.line("hand.sign", name=name, gesture=gesture, meaning=seen.meaning)
        else:
            yield context.line("hand.gesture", name=name, gesture=gesture)
    yield from partners(context)
    yield from parts.in_play


def _own_lines(context: ScreenContext, position: Position) -> Iterator[Line]:
    """What I should know of my own cards now."""
    view = context.view
    if view.seat == position.turn and view.cards and not context.has_four:
        if context.top is not None:
            if view.seat in view.awaited:  # the caller has nothing to answer
                yield context.line("hand.rest", "quiet")
        elif lays_highest(context.table, position.special, position.trick, position.tied):
            yield context.line("hand.highest", "quiet")
    points = own_points(context)
    if points is not None:
        yield points
    if _may_lose_flor(context):
        yield context.line("hand.flor.first")
    if _kept_flor(context):
        yield context.line("hand.flor.silent", "quiet")
    yield from said_ahead(context)


def _cutting(context: ScreenContext) -> Line:
    if context.info.cutter == context.view.seat:
        return context.line("hand.asked.cut", "strong")
    return context.line("table.asked.cut", "strong", name=context.name(context.info.cutter))


def partners(context: ScreenContext) -> Iterator[Line]:
    """Before a special hand: my partners' cards, as far as I was shown them (PA-ONZ-02)."""
    for seat in range(context.view.players):
        cards = context.peeked(seat)
        if cards and seat != context.view.seat:
            text = context.words.list(context.named_card(card) for card in cards)
            yield context.line("hand.partner", name=context.name(seat), cards=text)


def _now(context: ScreenContext, parts: TableParts) -> Line:
    """The strong line: what I have to do, or what we wait for."""
    view, position, top = context.view, context.position, context.top
    assert position is not None
    if position.phase == CLAIMS:
        return context.line("hand.claims", "strong")
    if view.seat not in position.contest:
        a, b = (context.name(seat) for seat in position.contest)
        return context.line("hand.duel.wait", "strong", a=a, b=b)
    if position.gone >> view.seat & 1:
        return context.line("hand.gone", "strong")
    if view.seat not in view.awaited:
        assert parts.asked is not None, "a hand in play waits for somebody"
        return parts.asked
    if top is None and next(_piles(context), None) is not None:
        return context.line("hand.stack", "strong")
    if context.unseen == view.seat:
        return context.line("hand.asked.blind", "strong")
    if context.discarding == view.seat:
        return context.line("hand.asked.discard", "strong")
    return context.line("hand.turn", "strong") if top is None else _asked(context, top)


def _asked(context: ScreenContext, top: Pending) -> Line:
    """The strong line of who has to answer: what is asked, and who asks."""
    if top.game == DECLARATION:
        if top.seat == NOBODY:
            return context.line("hand.asked.tantos", "strong")
        caller, call = context.name(top.seat), context.says(TENGO, top.best)
        return context.line("hand.asked.beat", "strong", caller=caller, call=call)
    if context.deciding:
        many = len(context.view.awaited) > 1
        id = "hand.asked.special.team" if many else "hand.asked.special"
        return context.line(id, "strong", hand=context.special_hand())
    if context.opening:
        return context.line("hand.asked.open", "strong")
    id = "hand.asked.team" if len(context.view.awaited) > 1 else "hand.asked"
    if top.game == FLOR_GAME and not top.step:
        id = "hand.asked.flor"
    if top.game == FLOR_PARTNERS:
        id = "hand.asked.partners"
    call = context.called(top)
    return context.line(id, "strong", caller=context.name(top.seat), call=call)


def own_points(context: ScreenContext) -> Line | None:
    """The line with the points of the reader's own three cards, while they matter: for the envido,
    as a flor, or as manilhas; ``None``: they do not matter now."""
    dealt = context.view.dealt
    if not dealt or UNKNOWN in dealt or context.has_four:
        return None
    if not context.table.rules.envido.calls:
        return _own_manilhas(context)
    if context.table.rules.flor is not None and context.table.has_flor(dealt, context.view.turned):
        if not _flor_matters(context):
            return None
        worth = context.table.flor_points(dealt, context.view.turned)
        if worth == RESERVADA:  # no number (VE-FLO-02)
            return context.line("hand.flor.reservada", "quiet")
        return context.line("hand.flor", "quiet", n=worth)
    if not _envido_matters(context):
        return None
    points = context.table.envido_points(dealt, context.view.turned)
    caller = _caller_for_me(context)
    if caller != NOBODY:
        name = context.name(caller)
        return context.line("hand.envido.pie", "quiet", n=points, name=name)
    return context.line("hand.envido", "quiet", n=points)


def _caller_for_me(context: ScreenContext) -> Seat:
    """The pie of my side, while only a pie may open the envido and I, who have laid no card yet, am
    none (AR-ENV-02); ``NOBODY``: I may open it, or it is called already."""
    table, position, seat = context.table, context.position, context.view.seat
    if position is None or not table.rules.envido.pies_only or not has_pies(table):
        return NOBODY
    if seat not in position.contest or not may_come(table, position):
        return NOBODY
    if (position.opened | position.gone) >> seat & 1:
        return NOBODY
    mine = pie(table, position, table.sides[seat])
    return NOBODY if mine == seat else mine


def _flor_matters(context: ScreenContext) -> bool:
    """My flor is said, or may still be said: with one's first card it is lost (AR-FLO-03)."""
    position, seat = context.position, context.view.seat
    if position is None or not context.playing:
        return False
    return bool(position.flores >> seat & 1) or may_say_own(position, seat)


def _envido_matters(context: ScreenContext) -> bool:
    """The envido is being negotiated or declared, or somebody may still call it."""
    position = context.position
    if position is None or not context.playing:
        return False
    games = {pending.game for pending in position.stack}
    return bool(games & {ENVIDO_GAME, DECLARATION, BLIND_GAME}) or may_come(context.table, position)


def _may_lose_flor(context: ScreenContext) -> bool:
    """I hold a flor that must be said, and one of my offered steps would lose it (VE-FLO-03,
    VE-FLO-06). With a reservada I lose nothing (VE-FLO-08)."""
    table, view, position = context.table, context.view, context.position
    if not table.each_his_own or not context.playing or position is None:
        return False
    if UNKNOWN in view.dealt or not table.has_flor(view.dealt, view.turned):
        return False
    if table.flor_points(view.dealt, view.turned) == RESERVADA or not may_say_own(
        position, view.seat
    ):
        return False
    return any(offer.verb in table.binding_words for offer in view.offered)


def _kept_flor(context: ScreenContext) -> bool:
    """I am asked about an envido that I may only refuse, since I kept back a flor (AR-FLO-03,
    UY-FLO-03)."""
    table, view, top = context.table, context.view, context.top
    if top is None or top.game != ENVIDO_GAME or table.rules.flor is None:
        return False
    if not view.dealt or UNKNOWN in view.dealt or not table.has_flor(view.dealt, view.turned):
        return False
    verbs = {offer.verb for offer in view.offered}
    return NO_QUIERO in verbs and not verbs & {QUIERO, FLOR}


def _own_manilhas(context: ScreenContext) -> Line | None:
    """My cards that have a name for their strength in this hand."""
    held = [card for card in context.named if card in context.view.cards]
    if not held:
        return None
    cards = context.words.list(context.named_card(card) for card in held)
    return context.line("hand.manilhas", "quiet", cards=cards)


# --- cards ---------------------------------------------------------------------------------------


def _cards(context: ScreenContext) -> tuple[CardMark, ...]:
    """My cards; if I may not see them, their backs by place."""
    view = context.view
    if not context.blind:
        return tuple(_card(context, card) for card in view.cards)
    offered = [
        offer.arg for offer in view.offered if isinstance(offer, Action) and offer.verb == PLAY_NTH
    ]
    if not offered:
        return tuple(_card(context, card) for card in view.cards)
    return tuple(
        CardMark(
            code=context.code(UNKNOWN),
            label=context.text(f"card.place.{place}"),
            token=context.token(f"{PLAY} {place}"),
            seat=view.seat,
        )
        for place in offered
    )


def _card(context: ScreenContext, card: int) -> CardMark:
    """A card of mine; it has a token if it may be laid now."""
    tokens = {}
    code = context.code(card)
    for verb in (PLAY, DESCARTA, COVER):
        if Action(context.view.seat, verb, card) in context.view.offered:
            tokens[verb] = context.token(f"{verb} {code}")
    return CardMark(
        code=code,
        label=context.card(card),
        token=tokens.get(PLAY) or tokens.get(DESCARTA, ""),
        cover_token=tokens.get(COVER, ""),
        seat=context.view.seat,
        named=context.named.get(card, ""),
    )


def _held(context: ScreenContext) -> str:
    if not context.view.cards:
        return context.text("hand.cards.none")
    if context.blind or UNKNOWN in context.view.cards:
        return context.text("hand.cards.blind", n=len(context.view.cards))
    return context.text("hand.cards", cards=context.cards(context.view.cards))


# --- words ---------------------------------------------------------------------------------------


def _piles(context: ScreenContext) -> Iterator[Button]:
    """The piles that I may lay now (VE-PAR-02)."""
    for offer in context.view.offered:
        if isinstance(offer, Action) and offer.verb == STACK:
            top, below = cards_of_pile(offer.arg)
            token = context.token(write_action(context.table, offer))
            label = context.text("button.stack", top=context.card(top), below=context.card(below))
            yield Button(token, label, "answer", "primary")


def _denounces(context: ScreenContext) -> str:
    """What somebody is asked before they denounce."""
    position, duels = context.position, context.table.rules.duels
    if position is None or position.phase != PLAYING or duels is None:
        cost = context.points(context.rules.denounce)
        return context.text("hand.denuncia.confirm", points=cost)
    return context.text("hand.meddling.confirm", points=context.points(duels.interference))


def _buttons(context: ScreenContext) -> Iterator[Button]:
    yield from _piles(context)
    yield from _consult_buttons(context)
    offered = [offer for offer in context.view.offered if offer.verb not in CARD_VERBS]
    # The number of a declaration is asked by the screen's question.
    elsewhere = (PIDO_FLOR, DENUNCIA, MOSTRAR, TENGO, DESCARTA)
    said = (offer for offer in offered if offer.verb not in elsewhere)
    yield from buttons.say_buttons(context, said)
    yield from lesson.skip_button(context)
    for offer in offered:
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
    yield from _receipt(context)


def _consult_buttons(context: ScreenContext) -> Iterator[Button]:
    """The answers to a robot of my side that asks whether it may call."""
    asked = context.own.consulted
    if asked is not None:
        for word, id, style in (
            (YES, "button.consult.yes", "success"),
            (NO, "button.consult.no", "secondary"),
        ):
            token = context.match_token(f"{LET_CALL} {asked.moved} {word}")
            yield Button(token, context.text(id), "answer", style)


def _receipt(context: ScreenContext) -> Iterator[Button]:
    """The receipt of the cards that I was dealt, where their deal can be proved."""
    dealt = context.view.dealt
    if context.info.commitment and dealt and UNKNOWN not in dealt:
        yield Button(context.match_token(RECEIPT), context.text("button.receipt"), "proof")


def _looks(context: ScreenContext) -> Iterator[Button]:
    """Where señas carry a risk: the adversary to look at."""
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


def _senas(context: ScreenContext) -> Iterator[Button]:
    """The whole list, independent of my cards: a false seña is as good as a true one. Where there
    are no señas there are no own signs either."""
    if not context.playing or context.is_duel or context.blind or UNKNOWN in context.view.cards:
        return
    if context.info.seats[context.view.seat].away:
        return
    known = senas_for(context.table)
    for id in known:
        token = context.match_token(f"{SENA} {id}")
        yield Button(token, context.text(f"sena.{id}"), "sena")
    for sign in context.own.signs.known if known else ():
        token = context.match_token(f"{SENA} {sign.id}")
        label = context.text("signs.text", gesture=sign.gesture, meaning=sign.meaning)
        yield Button(token, label, "sena")


def _question(context: ScreenContext) -> Question | None:
    """The number of a spoken declaration."""
    for offer in context.view.offered:
        if isinstance(offer, Range) and offer.verb == TENGO:
            text = context.text("hand.tengo")
            return Question("hand.tengo", text, context.token(f"{TENGO} ?"), offer.low, offer.high)
    return None


# --- the shortest form ---------------------------------------------------------------------------


def _brief(context: ScreenContext, text: tuple[Line, ...], held: str) -> str:
    """My cards, the question, and as many of the other lines as have room."""
    said = held
    strong = [line.text for line in text if line.weight == "strong"]
    more = [line.text for line in text if line.id in _BRIEFLY]
    score = _score(context)
    for part in (*strong, *more, score):
        if len(said) + 1 + len(part) <= BRIEF:
            said = f"{said} {part}"
    return said


def _score(context: ScreenContext) -> str:
    """Our points and theirs; if everybody has a score of their own, all scores."""
    points = context.score
    if len(points) > 2:
        return context.score_pair(points)
    mine = context.table.sides[context.view.seat]
    return context.text("hand.score", mine=points[mine], theirs=points[1 - mine])
