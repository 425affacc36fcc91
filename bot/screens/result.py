"""The end of a match."""

from collections.abc import Iterator, Sequence

from bot.screens import lines
from bot.screens.chronicle import log
from bot.screens.lobby import options_line
from bot.screens.scene import Scene
from bot.screens.types import Button, Line, Screen
from engine.events import AnyEvent
from engine.state import NOBODY
from engine.view import PUBLIC


def build_result(scene: Scene, events: Sequence[AnyEvent]) -> Screen:
    """The same for everyone, but for whose side won."""
    info, view, words = scene.info, scene.view, scene.words
    text = tuple(_lines(scene))
    title = words.text("result.title")
    said = " ".join(line.text for line in text)
    return Screen(
        kind="result",
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
        tricks=scene.tricks(),
        turned=scene.turned(),
        buttons=tuple(_buttons(scene)),
        log=log(scene, events),
        alt=words.text("table.alt", title=title, lines=said),
        brief=said[:200] if view.seat >= 0 else "",
    )


def _lines(scene: Scene) -> Iterator[Line]:
    view, info = scene.view, scene.info
    if scene.winner != NOBODY:
        winners = view.accounts[scene.winner]
        names = scene.names(winners)
        yield lines.line(scene, "result.won", "strong", n=len(winners), names=names)
        if info.ended == "left":
            others = [seat.seat for seat in info.people if seat.left and seat.seat not in winners]
            yield lines.line(scene, "result.left", n=len(others), names=scene.names(others))
        yield from lines.games(scene)
    else:
        reason = view.ended or info.ended
        yield lines.line(scene, f"result.ended.{reason}", "strong")
    if scene.winner != NOBODY and view.seat != PUBLIC:
        id = "result.yours" if view.seat in view.accounts[scene.winner] else "result.theirs"
        yield lines.line(scene, id)
    yield lines.line(scene, "result.score", score=scene.score_pair(scene.score))
    if view.winner != NOBODY:
        yield from lines.summary(scene, weight="normal")
    if info.successor:
        people = scene.words.list(seat.name for seat in info.seats if seat.robot or not seat.away)
        variant = scene.words.text(f"option.variant.{info.variant}")
        game = f"{variant} · {options_line(info, scene.words)}"
        yield lines.line(
            scene, "result.rematch", "strong", names=people, game=game, match=info.successor
        )
    yield lines.line(scene, "result.record", "quiet", match=info.match)


def _buttons(scene: Scene) -> Iterator[Button]:
    if not scene.info.successor:
        label = scene.words.text("button.rematch")
        yield Button(scene.match_token("REMATCH"), label, "match", "primary")
