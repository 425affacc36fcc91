"""Before looking at one's cards, after a blind call, and the fourth card of who plays alone."""

from typing import Final

from engine.actions import DESCARTA, FT, NO_QUIERO, PART_VERBS, QUIERO, VER, Action, Legal
from engine.blind import refused_by
from engine.robots import points
from engine.robots.mind import Mind
from engine.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME

DARES: Final = 0.04
"""How often somebody who is not ahead calls without having seen a card."""
BEHIND: Final = 6
"""So many points behind, one dares three times as often."""

Part = tuple[float, int, int, int]
"""A part of a blind call accepted and refused: my chance, what it pays me, what them, what refusing
gives."""


def opens(mind: Mind) -> Action | None:
    """To look, or to call blind now and then."""
    ver, call = mind.offered(VER), mind.offered(FT)
    if not isinstance(ver, Action):
        return None
    mine, theirs = mind.scene.by_side
    dares = 0.0 if mine > theirs else DARES * (3 if theirs - mine >= BEHIND else 1)
    return call if isinstance(call, Action) and mind.rng.random() < dares else ver


def answers(mind: Mind) -> Action | None:
    """Each part by what it is worth with one's own cards: who called has not seen his."""
    scene = mind.scene
    top = scene.top
    assert top is not None, "nothing to answer"
    parts: dict[int, Part] = {
        part: _part(mind, part)
        for part in (FLOR_GAME, ENVIDO_GAME, TRUCO_GAME)
        if part in top.counts
    }
    options: list[tuple[float, Legal]] = [
        (_worth(mind, parts, refused_by(verb, top.counts)), said)
        for verb in (QUIERO, NO_QUIERO, *PART_VERBS)
        if (said := mind.offered(verb)) is not None
    ]
    return mind.prefer(options) if options else None


def _worth(mind: Mind, parts: dict[int, Part], refused: tuple[int, ...]) -> float:
    """What an answer that refuses some parts is worth; flor before falta before truco."""
    scene = mind.scene
    # Every way it may come out so far: how likely it is, my points, theirs.
    ways = [(1.0, 0, 0)]
    for part, (chance, mine, theirs, given) in parts.items():
        if part in refused:
            ways = [(share, ours, lost + given) for share, ours, lost in ways]
            continue
        ways = [
            way
            for share, ours, lost in ways
            for way in (
                # TR-COM-09: what has ended the game is not added to.
                [(share, ours, lost)]
                if scene.stakes.wins_all(ours) or scene.stakes.loses_all(lost)
                else [
                    (share * chance, ours + mine, lost),
                    (share * (1 - chance), ours, lost + theirs),
                ]
            )
        ]
    return sum(share * scene.stakes.after(ours, lost) for share, ours, lost in ways)


def _part(mind: Mind, part: int) -> Part:
    scene = mind.scene
    top = scene.top
    assert top is not None, "nothing to answer"
    if part == TRUCO_GAME:
        worth = scene.table.worth
        return mind.chance, worth[1], worth[1], worth[0]
    if part == ENVIDO_GAME:
        chance = sum(one.weight * one.win for one in points.compare_envido(mind))
        return chance, scene.falta(True), scene.falta(False), 1
    flor, blind = scene.rules.flor, scene.rules.blind
    assert flor is not None, "a flor at a table without flor"
    assert blind is not None, "a blind call at a table without them"
    bet = next(call for call in flor.calls if call.verb == blind.calls[top.step].flor)
    chance = sum(one.weight * one.win for one in points.compare_flor(mind))
    won, lost = (scene.flor_pays(bet.wanted, top.side, mine) for mine in (True, False))
    return chance, won, lost, scene.flor_pays(bet.refused, top.side, False)


def discards(mind: Mind) -> Action | None:
    """The lowest of four cards goes, unless three of the others' suit would be lost with it."""
    scene, view = mind.scene, mind.view
    found = [one for one in scene.offered.get(DESCARTA, ()) if isinstance(one, Action)]
    if not found:
        return None

    def kept(one: Action) -> tuple[bool, int]:
        rest = tuple(card for card in view.cards if card != one.arg)
        flor = scene.rules.flor is not None and bool(scene.table.has_flor(rest, view.turned))
        return flor, sum(scene.heights[card] for card in rest)

    return max(found, key=kept)
