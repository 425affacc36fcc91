"""The table as everyone may see it: the message in the channel."""

from collections.abc import Iterator, Sequence

from bot.screens import lines
from bot.screens.chronicle import log
from bot.screens.scene import Scene
from bot.screens.types import Button, Line, Screen
from engine.actions import DENUNCIA, DESCARTA, MAZO, MOSTRAR, PIDO_FLOR
from engine.events import AnyEvent
from engine.state import CLAIMS, OVER

_PRIVATE = frozenset({MAZO, PIDO_FLOR, MOSTRAR, DENUNCIA, DESCARTA})
"""Words that one does not press by accident in front of everybody."""


def build_table(scene: Scene, events: Sequence[AnyEvent]) -> Screen:
    """The public picture of a running match."""
    info, view, words = scene.info, scene.view, scene.words
    text = tuple(_lines(scene, events))
    tricks = scene.tricks()
    title = title_of(scene)
    said = [one.text for one in text]
    said[1:1] = [scene.score_lines(), *scene.tricks_text(tricks)]
    return Screen(
        kind="table",
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
        buttons=tuple(_buttons(scene)),
        log=log(scene, events),
        deadline=scene.deadline,
        asked=scene.asked_seats(),
        alt=words.text("table.alt", title=title, lines=" ".join(said)),
    )


def title_of(scene: Scene) -> str:
    """ "Truco argentino, mano 3"; before the first hand only the game's name."""
    title = scene.words.text(f"variant.{scene.view.variant}")
    if scene.view.number:
        title = scene.words.text("table.title", variant=title, n=scene.view.number)
    return title[:1].upper() + title[1:]


def _lines(scene: Scene, events: Sequence[AnyEvent]) -> Iterator[Line]:
    view, position = scene.view, scene.position
    first = lines.asked(scene) or lines.between(scene)
    if first is not None:
        yield first
    over = position is not None and position.phase == OVER
    if over:
        yield from lines.summary(scene, events)
    proposed = lines.proposal(scene)
    if proposed is not None:
        yield proposed
    yield from lines.ready(scene)
    if over:
        yield from lines.next_hand(scene)
    elif position is None:
        yield from lines.teams(scene)
    elif position.phase == CLAIMS:
        yield from lines.ledger(scene)
    else:
        yield from lines.teams(scene)
        yield from duels(scene)
        yield from lines.vira(scene)
        yield from lines.stakes(scene)
        if not scene.is_duel:
            mano, dealer = scene.name(view.mano), scene.name(view.dealer)
            yield lines.line(scene, "table.people", "quiet", mano=mano, dealer=dealer)
    yield from lines.absent(scene)


def duels(scene: Scene) -> Iterator[Line]:
    """In a hand of duels: who plays whom, and who comes after them."""
    view = scene.view
    if not scene.is_duel:
        return
    total = len(view.contests)
    a, b = (scene.name(seat) for seat in view.contests[view.duel])
    hand = scene.duels_name[:1].upper() + scene.duels_name[1:]
    yield lines.line(scene, "table.duel", hand=hand, a=a, b=b, n=view.duel + 1, total=total)
    rest = [
        scene.words.text("table.duels.pair", a=scene.name(a), b=scene.name(b))
        for a, b in view.contests[view.duel + 1 :]
    ]
    if rest:
        yield lines.line(scene, "table.duels.next", "quiet", duels="; ".join(rest))


def _buttons(scene: Scene) -> Iterator[Button]:
    """What the asked may say, whatever they hold: from the public half of the guard alone."""
    view = scene.view
    yield from scene.say_buttons(
        offer for seat in view.awaited for offer in view.sayable[seat] if offer.verb not in _PRIVATE
    )
    yield from scene.go_on_buttons()
    yield from scene.match_buttons()
    if any(seat.away for seat in scene.info.seats):
        label = scene.words.text("button.return")
        yield Button(scene.match_token("RETURN"), label, "match")
    if not any(seat.present for seat in scene.info.people) and not scene.left:
        yield Button(scene.match_token("END"), scene.words.text("button.end"), "match", "danger")
