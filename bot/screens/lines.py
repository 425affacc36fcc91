"""Lines that the table and the hand have in common: what is asked, what is at stake."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bot.screens.scene import Scene
from bot.screens.types import Line
from engine.actions import CORRE, JOGA, NO_QUIERO, QUIERO, TENGO
from engine.cards import UNKNOWN
from engine.events import AnyEvent, GameEnded
from engine.state import (
    BLIND_GAME,
    CLAIMS,
    DECLARATION,
    ENVIDO_GAME,
    FERRO,
    FLOR_GAME,
    FLOR_PARTNERS,
    KIND_NAMES,
    NOBODY,
    ORDINARY,
    TRUCO_GAME,
    Entry,
    Pending,
)


def line(scene: Scene, id: str, weight: str = "normal", **parameters: object) -> Line:
    """A line of this message."""
    return Line(id, scene.words.text(id, **parameters), weight)


def asked(scene: Scene) -> Line | None:
    """What is being asked, and of whom; ``None`` when the table waits for nobody."""
    view, position, top = scene.view, scene.position, scene.top
    if scene.deserted:
        names = scene.either(scene.deserted)
        return line(scene, "table.deserted", "strong", names=names)
    if position is None or not scene.playing:
        return None
    if scene.unseen != NOBODY:
        return line(scene, "table.asked.blind", "strong", name=scene.name(scene.unseen))
    if scene.discarding != NOBODY:
        return line(scene, "table.asked.discard", "strong", name=scene.name(scene.discarding))
    if top is None:
        return line(scene, "table.asked.play", "strong", name=scene.name(position.turn))
    if top.game == DECLARATION:
        if top.seat == NOBODY:
            return line(scene, "table.asked.tantos", "strong", names=scene.either(view.awaited))
        return line(
            scene,
            "table.asked.beat",
            "strong",
            caller=scene.name(top.seat),
            call=scene.says(TENGO, top.best),
            names=scene.either(view.awaited),
        )
    if scene.deciding:
        names = scene.either(view.awaited)
        return line(scene, "table.asked.special", "strong", hand=scene.special_hand(), names=names)
    if scene.opening:
        return line(scene, "table.asked.open", "strong", names=scene.either(view.awaited))
    call = scene.called(top)
    caller, names = scene.name(top.seat), scene.either(view.awaited)
    if top.game == FLOR_PARTNERS:
        return line(scene, "table.asked.partners", "strong", caller=caller, call=call, names=names)
    if top.game == FLOR_GAME and not top.step:
        return line(scene, "table.asked.flor", "strong", caller=caller, call=call, names=names)
    return line(scene, "table.asked.call", "strong", caller=caller, call=call, names=names)


def stakes(scene: Scene) -> Iterator[Line]:
    """What the hand is worth, what the pending call would change, and who may raise."""
    view, position, top = scene.view, scene.position, scene.top
    if position is None or not scene.playing:
        return
    if scene.deciding:
        assert top is not None
        yield line(
            scene,
            "table.stake.special",
            yes=scene.caption(JOGA),
            no=scene.caption(CORRE),
            wanted=top.wanted,
            refused=top.refused,
            names=scene.side(top.side),
        )
        return
    if scene.queda:
        assert top is not None
        yield line(scene, "table.stake.queda", **_answers(scene, top), refused=top.refused)
    elif top is not None and top.game == BLIND_GAME:
        yield line(scene, "table.stake.blind", refused=top.refused)
    elif top is not None and top.game != DECLARATION:
        yield from _stake(scene, top)
        for beneath in position.stack[:-1]:
            if beneath.game == TRUCO_GAME and not scene.passed(beneath):
                call = scene.called(beneath)
                yield line(
                    scene, "table.beneath", call=call, names=scene.either_side(1 - beneath.side)
                )
    if position.special != ORDINARY:
        yield from special(scene)
        return
    steps = scene.table.rules.truco.steps
    if position.level and steps[position.level - 1].match:
        yield line(scene, "table.worth.queda")
    elif top is None or top.game != TRUCO_GAME:  # what is refused then is what it is worth
        yield line(scene, "table.worth", n=view.worth)
    highest = position.limits[position.word] if position.limits else len(steps)
    answering = any(one.game == TRUCO_GAME for one in position.stack)
    if position.word != NOBODY and position.level < highest and not answering:
        word = scene.either(
            seat for seat in position.contest if scene.table.sides[seat] == position.word
        )
        yield line(scene, "table.word", names=word)


def _stake(scene: Scene, top: Pending) -> Iterator[Line]:
    """What the pending call pays accepted and declined, as far as it can be."""
    wanted, refused = scene.wanted(), top.refused
    flor = scene.table.rules.flor
    if top.game == FLOR_PARTNERS or scene.opening:
        return
    if top.game == FLOR_GAME and flor is not None:
        call = flor.calls[top.step]
        if not call.accept:
            yield line(scene, "table.stake.declined", refused=scene.points(refused))
            return
        if not call.decline:
            yield line(scene, "table.stake.wanted", wanted=scene.points(top.wanted))
            return
    answers = _answers(scene, top)
    if wanted is not None and wanted[0] == wanted[1]:
        yield line(scene, "table.stake", **answers, wanted=wanted[0], refused=refused)
        return
    if wanted is not None:  # TR-ENV-14, TR-ENV-17: it depends on who wins it
        yield line(
            scene,
            "table.stake.each",
            **answers,
            a=wanted[0],
            first=scene.contestants(0),
            b=wanted[1],
            second=scene.contestants(1),
            refused=refused,
        )
        return
    id = "table.stake.falta" if top.game == ENVIDO_GAME else "table.stake.resto"
    yield line(scene, id, **answers, refused=refused)


def _answers(scene: Scene, top: Pending) -> dict[str, str]:
    """How one accepts and declines it, as the buttons say it."""
    flor = scene.table.rules.flor
    if top.game == FLOR_GAME and flor is not None:
        call = flor.calls[top.step]
        return {"yes": scene.caption(call.accept), "no": scene.caption(call.decline)}
    return {"yes": scene.caption(QUIERO), "no": scene.caption(NO_QUIERO)}


def special(scene: Scene) -> Iterator[Line]:
    """A hand near the end: what it is worth, and what nobody may say in it."""
    rules, position = scene.table.rules.special, scene.position
    assert rules is not None
    assert position is not None
    if position.special == FERRO:
        yield line(scene, "table.ferro")
        if scene.blind:
            yield line(scene, "table.ferro.blind")
    else:
        hand, points = scene.special_hand(), scene.points(scene.view.worth)
        yield line(scene, "table.special", hand=hand, points=points)
    if rules.call == "lose_hand":
        yield line(scene, "table.special.lose_hand", "quiet")
    elif rules.call == "lose_game":
        yield line(scene, "table.special.lose_game", "quiet")


def vira(scene: Scene) -> Iterator[Line]:
    """The card that was turned, and what it makes of the others."""
    if not scene.playing or scene.view.turned == UNKNOWN:
        return
    card = scene.card(scene.view.turned)
    if scene.pieces:
        deck = scene.table.spelling
        yield line(
            scene,
            f"table.{scene.turned_name}",
            card=card,
            pieces=scene.words.list(scene.words.the_rank(one, deck) for one in scene.pieces),
            suit=scene.words.suit(scene.view.turned, deck),
        )
    else:
        yield line(scene, "table.vira", card=card, ranks=scene.manilhas_text())


def between(scene: Scene) -> Line | None:
    """What a table says that waits for no seat."""
    position = scene.position
    if scene.cutting:
        return line(scene, "table.asked.cut", "strong", name=scene.name(scene.info.cutter))
    if position is None:
        return line(scene, "table.next", "strong")
    if position.phase == CLAIMS:
        return line(scene, "table.claims", "strong")
    return None


def next_hand(scene: Scene) -> Iterator[Line]:
    """What comes after a finished hand has been told."""
    if not scene.cutting:
        yield line(scene, "table.next")


def teams(scene: Scene) -> Iterator[Line]:
    """Who plays against whom where that changes with every hand (TR-GAL-02); else how the teams
    came about, while the first hand is played (TR-DEA-01)."""
    if len(scene.view.accounts) > 2 and scene.position is not None:
        yield line(scene, "table.teams.hand", a=scene.side(0), b=scene.side(1))
    if scene.info.formed and scene.view.number <= 1 and len(scene.view.accounts) == 2:
        id = "table.teams.kings" if scene.info.formed == "by_kings" else "table.teams.random"
        yield line(scene, id, a=scene.holders(0), b=scene.holders(1))


def absent(scene: Scene) -> Iterator[Line]:
    """Whose seats robots keep, and who wins if nobody comes back to them."""
    left = scene.left
    if left:
        winners = scene.winners_by_staying
        yield line(scene, "table.left", n=len(left), names=scene.names(left), winners=winners)
    for seat in scene.info.seats:
        if seat.away and seat.seat not in (*left, *scene.deserted):
            yield line(scene, "table.robot", "quiet", name=seat.name)


def ready(scene: Scene) -> Iterator[Line]:
    """Who wants to wait no longer, and whose press is missing for that."""
    pressed = [seat.seat for seat in scene.info.people if seat.person in scene.info.ready]
    if pressed and scene.unready:
        missing = scene.names(scene.unready)
        yield line(
            scene, "table.ready", n=len(pressed), names=scene.names(pressed), missing=missing
        )


def proposal(scene: Scene) -> Line | None:
    """Somebody wants to stop; who has not agreed yet."""
    info = scene.info
    if not info.agreed:
        return None
    proposer = info.seat_of(info.agreed[0])
    missing = [seat.seat for seat in info.people if seat.person not in info.agreed]
    if proposer is None or not missing:
        return None
    return line(scene, "table.proposed", "strong", name=proposer.name, names=scene.names(missing))


def summary(
    scene: Scene, events: Iterable[AnyEvent] = (), weight: str = "strong"
) -> Iterator[Line]:
    """Who has won the finished hand with what, the game that it ended, and the cards that had to
    be seen. ``events`` are the hand's; the result of a match, which tells its games itself, gives
    none."""
    view = scene.view
    if view.position is None:
        return
    yield from won(scene, weight)
    for event in events:
        if isinstance(event, GameEnded):
            yield line(scene, "log.game", "strong", names=scene.holders(event.account))
            yield from games(scene)
    for seat in range(view.players):
        shown = scene.proved(seat)
        if shown:
            cards = scene.cards(shown)
            yield line(scene, "summary.shown", "quiet", name=scene.name(seat), cards=cards)


HAND: Final = ("summary.won", "summary.split", "summary.nothing")
"""What a hand has brought to one side, to both, to none ..."""
DUEL: Final = ("summary.duel.won", "summary.duel.split", "summary.duel.nothing")
"""... and one of its duels."""


def won(scene: Scene, weight: str) -> Iterator[Line]:
    """ "Mano 1 para Resorte: envido 2 + truco 3 = 5": what a hand has brought, once; duel by duel
    where it has several."""
    view = scene.view
    if not scene.is_duel:
        yield _won(scene, HAND, view.number, scene.side, view.entries, weight)
        return
    yield line(scene, "summary.title", weight, n=view.number)
    for duel, seats in enumerate(view.contests):
        who = {scene.table.sides[seat]: scene.name(seat) for seat in seats}
        entries = [entry for entry in view.entries if entry.duel == duel]
        quiet = weight if weight == "quiet" else "normal"
        yield _won(scene, DUEL, duel + 1, who.__getitem__, entries, quiet)


def _won(
    scene: Scene,
    ids: tuple[str, str, str],
    n: int,
    who: Callable[[int], str],
    entries: Sequence[Entry],
    weight: str,
) -> Line:
    one, both, none = ids
    sides = sorted({entry.side for entry in entries})
    sums = [_sum(scene, [entry for entry in entries if entry.side == side]) for side in sides]
    if not sides:
        return line(scene, none, weight, n=n)
    if len(sides) == 1:
        (entry, *more), names = entries, who(sides[0])
        plain = not more and scene.unnamed(entry)
        told = scene.points(entry.points) if plain else sums[0]
        return line(scene, one, weight, n=n, names=names, sum=told)
    parts = (
        scene.words.text("summary.part", names=who(side), sum=told)
        for side, told in zip(sides, sums, strict=True)
    )
    return line(scene, both, weight, n=n, parts="; ".join(parts))


def _sum(scene: Scene, entries: Sequence[Entry]) -> str:
    """ "envido 2 + truco 3 = 5"."""
    terms = [
        scene.words.text("summary.term", game=scene.reason(entry), n=entry.points)
        for entry in sorted(entries, key=lambda one: one.kind)
    ]
    told = " + ".join(terms)
    return told if len(terms) == 1 else f"{told} = {sum(one.points for one in entries)}"


def games(scene: Scene) -> Iterator[Line]:
    """How the games stand, where a match has several (AR-MAT-03)."""
    if scene.view.games_to_win > 1:
        yield line(scene, "result.games", games=scene.score_pair(scene.view.games))


def ledger(scene: Scene) -> Iterator[Line]:
    """The points of this hand, and those that are not safe yet."""
    view = scene.view
    for entry in sorted(view.entries, key=lambda one: (one.duel, one.kind)):
        game = scene.won_by(KIND_NAMES[entry.kind], entry.article)
        points, names = scene.points(entry.points), scene.side(entry.side)
        said = {"game": game, "points": points, "names": names}
        if scene.is_duel:
            yield line(scene, "claims.duel", n=entry.duel + 1, **said)
        else:
            yield line(scene, "claims.entry", **said)
    for held in view.held:
        yield line(
            scene,
            "log.scored.held",
            game=scene.words.text(f"kind.{KIND_NAMES[held.kind]}"),
            points=scene.points(held.points),
            names=scene.side(held.side),
        )
