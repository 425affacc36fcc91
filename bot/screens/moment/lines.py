"""Lines that the table and the hand share: what is asked, what is at stake."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.model import MatchInfo, TablePhrase
from bot.screen import Line
from bot.screens.moment.context import ScreenContext
from bot.screens.moment.dates import date_text
from bot.words import Words
from engine.actions import CORRE, JOGA, NO_QUIERO, QUIERO, TENGO
from engine.cards import UNKNOWN
from engine.numbers import NO_SIDE, NOBODY
from engine.state import state

_LISTED: Final = 4
"""The most onlookers that are named; the others are counted."""
NAME_A_SIDE: Final = {
    "table.word": ("table.word.own", "table.word.team"),
    "table.beneath": ("table.beneath.own", "table.beneath.team"),
    "table.left": ("table.left.own", "table.left.team"),
    "hand.end.confirm": ("hand.end.confirm.own", "hand.end.confirm.team"),
}
"""The messages that name a side: for a reader who is the whole side, and for one who shares it."""


def worded(words: Words, id: str, weight: str = "normal", /, **parameters: object) -> Line:
    return Line(id, words.text(id, **parameters), weight)


def in_words(title: str, said: Iterable[Line]) -> str:
    """A text-only screen as one text, for people who cannot see it."""
    return " ".join((f"{title}.", *(told_line.text for told_line in said)))


def asked(context: ScreenContext) -> Line | None:
    """The line with the question and the people who have to answer; ``None``: nobody has to."""
    view, position, top = context.view, context.position, context.top
    if context.deserted:
        names = context.either(context.deserted)
        return context.line("table.deserted", "strong", names=names)
    if position is None or not context.playing:
        return None
    if context.unseen != NOBODY:
        return context.line("table.asked.blind", "strong", name=context.name(context.unseen))
    if context.discarding != NOBODY:
        return context.line("table.asked.discard", "strong", name=context.name(context.discarding))
    if top is None:
        return context.line("table.asked.play", "strong", name=context.name(position.turn))
    if top.game == state.DECLARATION:
        if top.seat == NOBODY:
            return context.line("table.asked.tantos", "strong", names=context.either(view.awaited))
        return context.line(
            "table.asked.beat",
            "strong",
            caller=context.name(top.seat),
            call=context.says(TENGO, top.best),
            names=context.either(view.awaited),
        )
    if context.deciding:
        names = context.either(view.awaited)
        return context.line(
            "table.asked.special", "strong", hand=context.special_hand(), names=names
        )
    if context.opening:
        return context.line("table.asked.open", "strong", names=context.either(view.awaited))
    call = context.called(top)
    caller, names = context.name(top.seat), context.either(view.awaited)
    if top.game == state.FLOR_PARTNERS:
        return context.line("table.asked.partners", "strong", caller=caller, call=call, names=names)
    if top.game == state.FLOR_GAME and not top.step:
        return context.line("table.asked.flor", "strong", caller=caller, call=call, names=names)
    return context.line("table.asked.call", "strong", caller=caller, call=call, names=names)


def stakes(context: ScreenContext) -> Iterator[Line]:
    """The points of the hand, the change by the pending call, and the people who may raise."""
    view, position, top = context.view, context.position, context.top
    if position is None or not context.playing:
        return
    if context.deciding:
        assert top is not None
        yield context.line(
            "table.stake.special",
            yes=context.caption(JOGA),
            no=context.caption(CORRE),
            wanted=top.wanted,
            refused=top.refused,
            names=context.side(top.side),
        )
        return
    if top is not None:
        yield from _pending(context, position, top)
    if position.special != state.ORDINARY:
        yield from special(context)
        return
    steps = context.table.rules.truco.steps
    if position.level and steps[position.level - 1].match:
        yield context.line("table.worth.queda")
    elif context.for_game:
        yield context.line("table.worth.game")
    elif top is None or top.game != state.TRUCO_GAME:  # a refused truco pays the value of the hand
        yield context.line("table.worth", n=view.worth)
    highest = position.limits[position.word] if position.limits else len(steps)
    answering = any(pending.game == state.TRUCO_GAME for pending in position.stack)
    if position.word != NO_SIDE and position.level < highest and not answering:
        seats = context.contest_of(position.word)
        yield context.line(spoken_to(context, "table.word", seats), names=context.either(seats))


def spoken_to(context: ScreenContext, id: str, seats: Sequence[int]) -> str:
    """The form of a line that names these seats of a side for the reader."""
    own, team = NAME_A_SIDE[id]
    if context.is_reader(seats):
        return own
    return team if context.view.seat in seats else id


def _pending(
    context: ScreenContext, position: state.Position, top: state.Pending
) -> Iterator[Line]:
    """The changes by pending calls: the last one, and any truco that waits for its answer."""
    if context.queda:
        yield context.line("table.stake.queda", **_answers(context, top), refused=top.refused)
    elif context.asks_for_game:
        yield context.line("table.stake.game", **_answers(context, top), refused=top.refused)
    elif top.game == state.BLIND_GAME:
        yield context.line("table.stake.blind", refused=top.refused)
    elif top.game != state.DECLARATION:
        yield from _stake(context, top)
        for beneath in position.stack[:-1]:
            if beneath.game == state.TRUCO_GAME and not context.passed(beneath):
                call, seats = context.called(beneath), context.contest_of(1 - beneath.side)
                id = spoken_to(context, "table.beneath", seats)
                yield context.line(id, call=call, names=context.either(seats))


def _stake(context: ScreenContext, top: state.Pending) -> Iterator[Line]:
    """The points of the pending call, accepted and refused, as far as they are known."""
    wanted, refused = context.wanted(), top.refused
    flor = context.table.rules.flor
    if top.game == state.FLOR_PARTNERS or context.opening:
        return
    if top.game == state.FLOR_GAME and flor is not None:
        call = flor.calls[top.step]
        if not call.accept:
            yield context.line("table.stake.declined", refused=context.points(refused))
            return
        if not call.decline:
            yield context.line("table.stake.wanted", wanted=context.points(top.wanted))
            return
    answers = _answers(context, top)
    if wanted is not None and wanted[0] == wanted[1]:
        id = "table.stake.falta" if context.is_falta else "table.stake"
        yield context.line(id, **answers, wanted=wanted[0], refused=refused)
        return
    if wanted is not None:  # AR-FAL-01, TR-ENV-14, TR-ENV-17: the points depend on the winner
        yield context.line(
            "table.stake.falta.each" if context.is_falta else "table.stake.each",
            **answers,
            a=wanted[0],
            first=context.contestants(0),
            b=wanted[1],
            second=context.contestants(1),
            refused=refused,
        )
        return
    yield context.line("table.stake.resto", **answers, refused=refused)


def _answers(context: ScreenContext, top: state.Pending) -> dict[str, str]:
    """The words that accept and refuse the call, as on their buttons."""
    flor = context.table.rules.flor
    if top.game == state.FLOR_GAME and flor is not None:
        call = flor.calls[top.step]
        return {"yes": context.caption(call.accept), "no": context.caption(call.decline)}
    return {"yes": context.caption(QUIERO), "no": context.caption(NO_QUIERO)}


def special(context: ScreenContext) -> Iterator[Line]:
    """A special hand: its points, and the words that are forbidden in it."""
    rules, position = context.table.rules.special, context.position
    assert rules is not None
    assert position is not None
    if position.special == state.FERRO:
        yield context.line("table.ferro")
        if context.blind:
            yield context.line("table.ferro.blind")
    else:
        hand, points = context.special_hand(), context.points(context.view.worth)
        yield context.line("table.special", hand=hand, points=points)
    if rules.call == "lose_hand":
        yield context.line("table.special.lose_hand", "quiet")
    elif rules.call == "lose_game":
        yield context.line("table.special.lose_game", "quiet")


def vira(context: ScreenContext) -> Iterator[Line]:
    """The turned card, and the cards that it makes strong."""
    if not context.playing or context.view.turned == UNKNOWN:
        return
    card = context.card(context.view.turned)
    if context.pieces:
        deck = context.table.spelling
        yield context.line(
            f"table.{context.turned_name}",
            card=card,
            pieces=context.words.list(
                context.words.the_rank(piece, deck) for piece in context.pieces
            ),
            suit=context.words.suit(context.view.turned, deck),
        )
    else:
        yield context.line("table.vira", card=card, ranks=context.manilhas_text())


def phrases(info: MatchInfo, words: Words) -> Iterator[Line]:
    """The phrases that people have said to the table since the last deal."""
    for phrase in info.phrases:
        said, name = words.text(f"phrase.{phrase.phrase}"), _speaker(info, phrase, words)
        yield worded(words, "table.phrase", "quiet", name=name, phrase=said)


def _speaker(info: MatchInfo, said: TablePhrase, words: Words) -> str:
    onlooker = info.onlooker(said.onlooker)
    if onlooker is None:
        return info.seats[said.seat].name
    return words.text("onlookers.one", name=onlooker.name)


def onlookers(info: MatchInfo, words: Words) -> Iterator[Line]:
    """The onlookers: the first of them by name, the others by their number."""
    names = [onlooker.name for onlooker in info.onlookers[:_LISTED]]
    if more := len(info.onlookers) - len(names):
        names.append(words.text("onlookers.more", n=more))
    if names:
        number, told = len(info.onlookers), words.list(names)
        yield Line("table.onlookers", words.text("table.onlookers", n=number, names=told), "quiet")


def between(context: ScreenContext) -> Line | None:
    """The line of a table that waits for no seat."""
    position = context.position
    if context.cutting:
        return context.line("table.asked.cut", "strong", name=context.name(context.info.cutter))
    if position is None:
        return context.line("table.next", "strong")
    if position.phase == state.CLAIMS:
        return context.line("table.claims", "strong")
    return None


def teams(context: ScreenContext) -> Iterator[Line]:
    """The sides, if they change with every hand (TR-GAL-02). If they do not: during the first hand,
    how the teams were formed, and the kings that were drawn for it (TR-DEA-01)."""
    if len(context.view.accounts) > 2 and context.position is not None:
        yield context.line("table.teams.hand", a=context.side(0), b=context.side(1))
    if context.info.formed and context.view.number <= 1 and len(context.view.accounts) == 2:
        id = "table.teams.kings" if context.info.formed == "by_kings" else "table.teams.random"
        yield context.line(id, a=context.holders(0), b=context.holders(1))
    if context.info.kings and context.view.number <= 1:
        drawn = (
            context.text("table.kings.one", card=context.card(card), name=context.name(seat))
            for seat, card in context.info.kings
        )
        yield context.line("table.kings", "quiet", kings=context.words.list(drawn))


def rested(context: ScreenContext) -> Iterator[Line]:
    """The bot was away while the running time was being counted."""
    if context.info.rested and context.deadline is not None:
        yield context.line("clock.rested", "quiet")


def absent(context: ScreenContext) -> Iterator[Line]:
    """The people other than the reader whose seats robots keep, and the winners if none of these
    comes back. Also the robots from outside that do not answer."""
    left = context.left
    if left:
        winners = context.winners_by_staying
        id = spoken_to(context, "table.left", winners)
        parameters = {"names": context.names(left), "winners": context.names(winners)}
        yield context.line(id, n=len(left), **parameters)
    for seat in context.info.seats:
        if seat.foreign:
            if seat.missed:
                yield context.line("table.foreign", "quiet", name=seat.name)
        elif context.info.is_removed(seat):
            yield context.line("table.removed", "quiet", name=seat.name)
        elif seat.away and seat.seat not in (*left, *context.deserted, context.view.seat):
            yield context.line("table.robot", "quiet", name=seat.name)


def _ready(context: ScreenContext) -> Iterator[Line]:
    """After a hand: the people who have pressed to go on, and those who have not yet."""
    missing, info = context.unready, context.info
    pressed = [seat.seat for seat in info.people if seat.person in info.ready] if missing else []
    if pressed:
        id = "table.ready.own" if context.is_reader(missing) else "table.ready"
        names = {"names": context.names(pressed), "missing": context.names(missing)}
        yield context.line(id, n=len(pressed), **names)


def matters(context: ScreenContext) -> Iterator[Line]:
    """The lines about what people have proposed, voted or failed to do, whatever the cards are."""
    yield from _proposal(context)
    yield from _vote(context)
    yield from _late(context)
    yield from _missed(context)
    yield from _resting(context)
    yield from _ready(context)


def _missed(context: ScreenContext) -> Iterator[Line]:
    """The people for whom the game played, because their time ran out, and who have not played
    since. Otherwise a robot's call would look like their own."""
    for seat in context.info.people:
        if seat.missed and not seat.away:
            own = context.is_reader((seat.seat,))
            yield context.line("table.missed.own" if own else "table.missed", name=seat.name)


def _proposal(context: ScreenContext) -> Iterator[Line]:
    """A person wants to stop; the line names the people who have not agreed yet."""
    info = context.info
    if not info.agreed:
        return
    proposer = info.seat_of(info.agreed[0])
    missing = [seat for seat in info.voters if info.seats[seat].person not in info.agreed]
    if proposer is None or not missing:
        return
    if context.is_reader((proposer.seat,)):
        id = "table.proposed.mine"
    else:
        id = "table.proposed.own" if context.is_reader(missing) else "table.proposed"
    yield context.line(id, "strong", name=proposer.name, names=context.names(missing))


def _resting(context: ScreenContext) -> Iterator[Line]:
    """At a slow table: the people whose clocks rest, and until when."""
    for seat in context.info.people if context.info.is_slow else ():
        if seat.rests:
            until = date_text(seat.rests, context.words)
            id = "table.rests.own" if context.is_reader((seat.seat,)) else "table.rests"
            yield context.line(id, "quiet", name=seat.name, until=until)


def _late(context: ScreenContext) -> Iterator[Line]:
    """At a slow table: the people whose time has run out, and what their adversaries may claim."""
    if context.info.late:
        yield Line(_late_id(context), late_text(context), "strong")


def late_text(context: ScreenContext) -> str:
    """A sentence with the people whose time has run out, and what may be claimed."""
    return context.text(_late_id(context), names=context.names(context.info.late))


def _late_id(context: ScreenContext) -> str:
    if context.is_reader(context.info.late):
        return "table.late.match.own" if context.info.losing else "table.late.hand.own"
    return "table.late.match" if context.info.losing else "table.late.hand"


def _vote(context: ScreenContext) -> Iterator[Line]:
    """A person wants to remove an absent one; the line names the people who have not agreed yet."""
    info = context.info
    if info.vote is None:
        return
    missing = [seat for seat in info.voters if seat not in info.vote.agreed]
    if context.is_reader((info.vote.seat,)):
        id = "table.vote.absent"
    elif context.is_reader(info.vote.agreed[:1]):
        id = "table.vote.mine"
    else:
        id = "table.vote.own" if context.is_reader(missing) else "table.vote"
    yield context.line(
        id,
        "strong",
        name=context.name(info.vote.agreed[0]),
        absent=context.name(info.vote.seat),
        names=context.names(missing),
    )
