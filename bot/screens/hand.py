"""A hand, for its owner alone: my cards, and everything that I may say now."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.screens import lines
from bot.screens.chronicle import log
from bot.screens.scene import Scene
from bot.screens.table import duels, title_of
from bot.screens.types import Button, CardMark, Line, Question, Screen
from bot.tokens import CUT, SENA
from engine.actions import (
    CARD_VERBS,
    COVER,
    DENUNCIA,
    DESCARTA,
    MOSTRAR,
    PIDO_FLOR,
    PLACE,
    PLAY,
    STACK,
    TENGO,
    Action,
    Range,
    cards_of_pile,
)
from engine.cards import UNKNOWN
from engine.envido_offers import may_come
from engine.events import AnyEvent
from engine.flor_offers import may_say_own
from engine.notation import CUTS, write_action
from engine.points import RESERVADA
from engine.seats import lays_highest
from engine.senas import senas_for
from engine.state import (
    BLIND_GAME,
    CLAIMS,
    DECLARATION,
    ENVIDO_GAME,
    FLOR_GAME,
    FLOR_PARTNERS,
    NOBODY,
    ORDINARY,
    OVER,
)

BRIEF: Final = 200
"""Characters of the shortest form (an alert)."""
_BRIEFLY: Final = (
    "table.vira",
    "hand.envido",
    "hand.flor",
    "hand.flor.reservada",
    "hand.flor.first",
    "hand.manilhas",
    "hand.partner",
    "hand.heard",
)
"""What goes into it beside the cards and what is being asked."""
_HEARD: Final = 12
"""So many señas at most are shown: the newest. Platforms take no hand of any length."""


def build_hand(scene: Scene, events: Sequence[AnyEvent]) -> Screen:
    """The private picture of a seat."""
    info, view, words = scene.info, scene.view, scene.words
    text = tuple(_lines(scene, events))
    cards = _cards(scene)
    tricks = scene.tricks()
    held = _held(scene)
    said = [text[0].text, held] if text else [held]
    said += [scene.score_lines(), *scene.tricks_text(tricks)]
    said += [one.text for one in text[1:]]
    title = title_of(scene)
    return Screen(
        kind="hand",
        match=info.match,
        version=info.version,
        number=view.number,
        point=scene.point,
        locale=words.locale,
        deck=scene.table.spelling.name,
        title=title,
        lines=text,
        scores=scene.scores(),
        seats=scene.seats(),
        tricks=tricks,
        turned=scene.turned(),
        cards=cards,
        buttons=tuple(_buttons(scene)),
        senas=tuple(_senas(scene)),
        question=_question(scene),
        log=log(scene, events),
        deadline=scene.deadline,
        asked=scene.asked_seats(),
        alt=words.text("table.alt", title=title, lines=" ".join(said)),
        brief=_brief(scene, text, held),
    )


# --- what is going on ----------------------------------------------------------------------------


def _lines(scene: Scene, events: Sequence[AnyEvent]) -> Iterator[Line]:
    view, position = scene.view, scene.position
    waiting = lines.asked(scene) if scene.deserted else None
    if view.seat in scene.deserted:
        yield lines.line(scene, "hand.deserted", "strong")
    elif scene.info.seats[view.seat].away:
        yield lines.line(scene, "hand.robot", "strong")
    if waiting is not None:
        if view.seat not in scene.deserted:
            yield waiting
    elif scene.cutting:
        yield _cutting(scene)
    elif position is not None and position.phase != OVER:
        yield _now(scene)
    if position is None:
        if not scene.cutting:
            yield lines.line(scene, "hand.none", "strong")
        yield from lines.teams(scene)
        return
    if position.phase == OVER:
        yield from lines.summary(scene, events)
    proposed = lines.proposal(scene)
    if proposed is not None:
        yield proposed
    yield from lines.ready(scene)
    if scene.left and view.seat not in scene.left:
        yield from lines.absent(scene)
    if position.phase == OVER:
        yield from lines.next_hand(scene)
        return
    if position.owing >> view.seat & 1 and position.phase == CLAIMS:
        yield lines.line(scene, "hand.show", "strong")
    if position.phase == CLAIMS:
        yield from lines.ledger(scene)
    for heard in view.heard[-_HEARD:]:
        sena = scene.words.text(f"sena.{heard.sena}")
        yield lines.line(scene, "hand.heard", name=scene.name(heard.seat), sena=sena)
    yield from partners(scene)
    yield from lines.teams(scene)
    yield from duels(scene)
    yield from lines.vira(scene)
    yield from lines.stakes(scene)
    if view.seat == position.turn and view.cards and not scene.has_four:
        if scene.top is not None:
            if view.seat in view.awaited:  # whoever called has nothing to answer
                yield lines.line(scene, "hand.rest", "quiet")
        elif lays_highest(scene.table, position.special, position.trick, position.tied):
            yield lines.line(scene, "hand.highest", "quiet")
    points = own_points(scene)
    if points is not None:
        yield points
    if _may_lose_flor(scene):
        yield lines.line(scene, "hand.flor.first")


def _cutting(scene: Scene) -> Line:
    if scene.info.cutter == scene.view.seat:
        return lines.line(scene, "hand.asked.cut", "strong")
    return lines.line(scene, "table.asked.cut", "strong", name=scene.name(scene.info.cutter))


def partners(scene: Scene) -> Iterator[Line]:
    """Before a special hand: my partners' cards, as far as I was shown them (PA-ONZ-02)."""
    for seat in range(scene.view.players):
        cards = scene.peeked(seat)
        if cards and seat != scene.view.seat:
            text = scene.words.list(scene.named_card(card) for card in cards)
            yield lines.line(scene, "hand.partner", name=scene.name(seat), cards=text)


def _now(scene: Scene) -> Line:
    """The strong line: what I have to do, or what we wait for."""
    view, position, top = scene.view, scene.position, scene.top
    assert position is not None
    if position.phase == CLAIMS:
        return lines.line(scene, "hand.claims", "strong")
    if view.seat not in position.contest:
        a, b = (scene.name(seat) for seat in position.contest)
        return lines.line(scene, "hand.duel.wait", "strong", a=a, b=b)
    if position.gone >> view.seat & 1:
        return lines.line(scene, "hand.gone", "strong")
    if view.seat not in view.awaited:
        waiting = lines.asked(scene)
        assert waiting is not None, "a hand in play waits for somebody"
        return waiting
    if top is None and next(_piles(scene), None) is not None:
        return lines.line(scene, "hand.stack", "strong")
    if scene.unseen == view.seat:
        return lines.line(scene, "hand.asked.blind", "strong")
    if scene.discarding == view.seat:
        return lines.line(scene, "hand.asked.discard", "strong")
    if top is None:
        return lines.line(scene, "hand.turn", "strong")
    if top.game == DECLARATION:
        if top.seat == NOBODY:
            return lines.line(scene, "hand.asked.tantos", "strong")
        caller, call = scene.name(top.seat), scene.says(TENGO, top.best)
        return lines.line(scene, "hand.asked.beat", "strong", caller=caller, call=call)
    if scene.deciding:
        many = len(view.awaited) > 1
        id = "hand.asked.special.team" if many else "hand.asked.special"
        return lines.line(scene, id, "strong", hand=scene.special_hand())
    if scene.opening:
        return lines.line(scene, "hand.asked.open", "strong")
    id = "hand.asked.team" if len(view.awaited) > 1 else "hand.asked"
    if top.game == FLOR_GAME and not top.step:
        id = "hand.asked.flor"
    if top.game == FLOR_PARTNERS:
        id = "hand.asked.partners"
    call = scene.called(top)
    return lines.line(scene, id, "strong", caller=scene.name(top.seat), call=call)


def own_points(scene: Scene) -> Line | None:
    """What my own three cards make, while it matters: for the envido, as a flor, as manilhas."""
    dealt = scene.view.dealt
    if not dealt or UNKNOWN in dealt or scene.has_four:
        return None
    if not scene.table.rules.envido.calls:
        return _own_manilhas(scene)
    if scene.table.rules.flor is not None and scene.table.has_flor(dealt, scene.view.turned):
        worth = scene.table.flor(dealt, scene.view.turned)
        if worth == RESERVADA:  # no number (VE-FLO-02)
            return lines.line(scene, "hand.flor.reservada", "quiet")
        return lines.line(scene, "hand.flor", "quiet", n=worth)
    if not _envido_matters(scene):
        return None
    return lines.line(scene, "hand.envido", "quiet", n=scene.table.envido(dealt, scene.view.turned))


def _envido_matters(scene: Scene) -> bool:
    """It is being negotiated or declared, or somebody may still call it."""
    position = scene.position
    if position is None or not scene.playing:
        return False
    games = {pending.game for pending in position.stack}
    return bool(games & {ENVIDO_GAME, DECLARATION, BLIND_GAME}) or may_come(scene.table, position)


def _may_lose_flor(scene: Scene) -> bool:
    """I hold a flor that has to be said, and something I am offered would lose it (VE-FLO-03,
    VE-FLO-06). A reservada counts all the same (VE-FLO-08)."""
    table, view, position = scene.table, scene.view, scene.position
    if not table.each_his_own or not scene.playing or position is None:
        return False
    if UNKNOWN in view.dealt or not table.has_flor(view.dealt, view.turned):
        return False
    if table.flor(view.dealt, view.turned) == RESERVADA or not may_say_own(position, view.seat):
        return False
    return any(offer.verb in table.binding_words for offer in view.offered)


def _own_manilhas(scene: Scene) -> Line | None:
    """Those of my cards that have a name of their own in this hand."""
    held = [card for card in scene.named if card in scene.view.cards]
    if not held:
        return None
    cards = scene.words.list(scene.named_card(card) for card in held)
    return lines.line(scene, "hand.manilhas", "quiet", cards=cards)


# --- cards ---------------------------------------------------------------------------------------


def _cards(scene: Scene) -> tuple[CardMark, ...]:
    """My cards; where I may not see them, their backs by place."""
    view = scene.view
    if not scene.blind:
        return tuple(_card(scene, card) for card in view.cards)
    offered = [
        offer.arg for offer in view.offered if isinstance(offer, Action) and offer.verb == PLACE
    ]
    if not offered:
        return tuple(_card(scene, card) for card in view.cards)
    return tuple(
        CardMark(
            code=scene.code(UNKNOWN),
            label=scene.words.text(f"card.place.{place}"),
            token=scene.token(f"{PLAY} {place}"),
            seat=view.seat,
        )
        for place in offered
    )


def _card(scene: Scene, card: int) -> CardMark:
    """A card of mine; it rests unless laying it is offered now."""
    tokens = {}
    code = scene.code(card)
    for verb in (PLAY, DESCARTA, COVER):
        if Action(scene.view.seat, verb, card) in scene.view.offered:
            tokens[verb] = scene.token(f"{verb} {code}")
    return CardMark(
        code=code,
        label=scene.card(card),
        token=tokens.get(PLAY) or tokens.get(DESCARTA, ""),
        cover_token=tokens.get(COVER, ""),
        seat=scene.view.seat,
        named=scene.named.get(card, ""),
    )


def _held(scene: Scene) -> str:
    if not scene.view.cards:
        return scene.words.text("hand.cards.none")
    if scene.blind or UNKNOWN in scene.view.cards:
        return scene.words.text("hand.cards.blind", n=len(scene.view.cards))
    return scene.words.text("hand.cards", cards=scene.cards(scene.view.cards))


# --- words ---------------------------------------------------------------------------------------


def _piles(scene: Scene) -> Iterator[Button]:
    """The piles that I may lay now (VE-PAR-02)."""
    for offer in scene.view.offered:
        if isinstance(offer, Action) and offer.verb == STACK:
            top, below = cards_of_pile(offer.arg)
            token = scene.token(write_action(scene.table, offer))
            label = scene.words.text("button.stack", top=scene.card(top), below=scene.card(below))
            yield Button(token, label, "answer", "primary")


def _buttons(scene: Scene) -> Iterator[Button]:
    yield from _piles(scene)
    offered = [offer for offer in scene.view.offered if offer.verb not in CARD_VERBS]
    # The number of a declaration is a question of the screen itself.
    elsewhere = (PIDO_FLOR, DENUNCIA, MOSTRAR, TENGO, DESCARTA)
    yield from scene.say_buttons(offer for offer in offered if offer.verb not in elsewhere)
    for offer in offered:
        if isinstance(offer, Action) and offer.verb == PIDO_FLOR:
            label = scene.words.text("button.pidoflor", name=scene.name(offer.arg))
            yield Button(scene.token(f"{PIDO_FLOR} {offer.arg}"), label, "claim")
        elif offer.verb == DENUNCIA:
            label = scene.words.text("button.denuncia")
            confirm = scene.words.text("hand.denuncia.confirm")
            yield Button(scene.token(DENUNCIA), label, "claim", confirm=confirm)
        elif offer.verb == MOSTRAR:
            position = scene.position
            two_best = position is not None and position.special != ORDINARY
            id = "button.mostrar.unbeatable" if two_best else "button.mostrar"
            label = scene.words.text(id)
            yield Button(scene.token(MOSTRAR), label, "claim", "primary")
    if scene.cutting and scene.info.cutter == scene.view.seat:
        for where in CUTS:
            label = scene.words.text(f"button.cut.{where}")
            yield Button(scene.match_token(f"{CUT} {where}"), label, "answer", "primary")
    yield from scene.go_on_buttons()
    yield from scene.match_buttons()
    if scene.info.seats[scene.view.seat].away:
        label = scene.words.text("button.return")
        yield Button(scene.match_token("RETURN"), label, "match", "primary")


def _senas(scene: Scene) -> Iterator[Button]:
    """The whole list, whatever I hold: a false seña is as good as a true one."""
    if not scene.playing or scene.is_duel or scene.blind or UNKNOWN in scene.view.cards:
        return
    if scene.info.seats[scene.view.seat].away:
        return
    for id in senas_for(scene.table):
        token = scene.match_token(f"{SENA} {id}")
        yield Button(token, scene.words.text(f"sena.{id}"), "sena")


def _question(scene: Scene) -> Question | None:
    """The number of a spoken declaration."""
    for offer in scene.view.offered:
        if isinstance(offer, Range) and offer.verb == TENGO:
            text = scene.words.text("hand.tengo")
            return Question("hand.tengo", text, scene.token(f"{TENGO} ?"), offer.low, offer.high)
    return None


# --- the shortest form ---------------------------------------------------------------------------


def _brief(scene: Scene, text: tuple[Line, ...], held: str) -> str:
    """My cards, what is going on, and as much of the rest as fits."""
    said = held
    strong = [line.text for line in text if line.weight == "strong"]
    more = [line.text for line in text if line.id in _BRIEFLY]
    score = _score(scene)
    for part in (*strong, *more, score):
        if len(said) + 1 + len(part) <= BRIEF:
            said = f"{said} {part}"
    return said


def _score(scene: Scene) -> str:
    """Ours and theirs; where everybody has a score of his own, all of them."""
    points = scene.view.score
    if len(points) > 2:
        return scene.score_pair(points)
    mine = scene.table.sides[scene.view.seat]
    return scene.words.text("hand.score", mine=points[mine], theirs=points[1 - mine])
