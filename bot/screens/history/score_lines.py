"""Lines about points: how a hand was won, how many points it brought, the games of a match."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bot.screen import Line
from bot.screens.moment.context import ScreenContext
from engine.events import AnyEvent, GameEnded
from engine.numbers import NO_ACCOUNT, Account
from engine.state.state import KIND_NAMES, Entry


def summary(
    context: ScreenContext, events: Iterable[AnyEvent] = (), weight: str = "strong"
) -> Iterator[Line]:
    """How the finished hand was won, the game that it ended, and the cards that had to be shown.
    ``events`` are those of the hand. The result of a match gives none, because it shows games."""
    view = context.view
    if view.position is None:
        return
    yield from won(context, weight)
    ended = [event for event in events if isinstance(event, GameEnded)]
    home = ended[0].account if ended else view.winner
    yield from _uncounted(context, home)
    for event in ended:
        yield context.line("log.game", "strong", names=context.holders(event.account))
        yield from games(context)
    for seat in range(view.players):
        if shown := context.proved(seat):
            cards = context.cards(shown)
            yield context.line("summary.shown", "quiet", name=context.name(seat), cards=cards)


def _uncounted(context: ScreenContext, home: Account) -> Iterator[Line]:
    """The line about points of the losers that were counted after points of the winners, so no
    longer mattered (AR-MAT-05, VE-MAT-02). ``home``: the account that reached the target."""
    view, match = context.view, context.table.rules.match
    if home == NO_ACCOUNT or context.is_duel or context.table.deals or match.end == "more_points":
        return
    ours = [entry.kind for entry in view.entries if home in context.table.accounts[entry.side]]
    theirs = [
        entry.kind for entry in view.entries if home not in context.table.accounts[entry.side]
    ]
    if ours and theirs and min(ours) < max(theirs):
        counted = sorted(view.entries, key=lambda entry: entry.kind)
        told = context.words.list(dict.fromkeys(context.reason(entry) for entry in counted))
        yield context.line("summary.order", "quiet", games=told, n=view.target)


HAND: Final = ("summary.won", "summary.split")
"""The messages about the points of a hand: for one side, for both."""
DUEL: Final = ("summary.duel.won", "summary.duel.split")
"""The messages about the points of a duel: for one side, for both."""


def won(context: ScreenContext, weight: str) -> Iterator[Line]:
    """ "Mano 1 para Resorte: envido 2 + truco 3 = 5": the points of a hand in one line. If the hand
    has several duels, there is a line for each duel that gave points."""
    view = context.view
    if not context.is_duel:
        yield _won(context, HAND, view.number, context.side, view.entries, weight)
        return
    yield context.line("summary.title", weight, n=view.number)
    for duel, seats in enumerate(view.contests):
        who: dict[int, str] = {context.table.sides[seat]: context.name(seat) for seat in seats}
        entries = [entry for entry in view.entries if entry.duel == duel]
        quiet = weight if weight == "quiet" else "normal"
        if entries:
            yield _won(context, DUEL, duel + 1, who.__getitem__, entries, quiet)


def _won(
    context: ScreenContext,
    ids: tuple[str, str],
    n: int,
    who: Callable[[int], str],
    entries: Sequence[Entry],
    weight: str,
) -> Line:
    one, both = ids
    sides = sorted({entry.side for entry in entries})
    sums = [_sum(context, [entry for entry in entries if entry.side == side]) for side in sides]
    if not sides:
        return context.line("summary.nothing", weight, n=n)
    if len(sides) == 1:
        (entry, *more), names = entries, who(sides[0])
        plain = not more and context.unnamed(entry)
        told = context.points(entry.points) if plain else sums[0]
        return context.line(one, weight, n=n, names=names, sum=told)
    parts = (
        context.text("summary.part", names=who(side), sum=told)
        for side, told in zip(sides, sums, strict=True)
    )
    return context.line(both, weight, n=n, parts="; ".join(parts))


def _sum(context: ScreenContext, entries: Sequence[Entry]) -> str:
    """ "envido 2 + truco 3 = 5"."""
    terms = [
        context.text("summary.term", game=_term(context, entry), n=entry.points)
        for entry in sorted(entries, key=lambda counted: counted.kind)
    ]
    told = " + ".join(terms)
    return told if len(terms) == 1 else f"{told} = {sum(entry.points for entry in entries)}"


def _term(context: ScreenContext, entry: Entry) -> str:
    """The name of these points in a sum. Points without an accepted truco have the name of the
    cards and not that of the hand, because the line begins with the number of the hand."""
    return context.text("summary.hand") if context.unnamed(entry) else context.reason(entry)


def games(context: ScreenContext) -> Iterator[Line]:
    """The games won by each side, if a match has several (AR-MAT-03)."""
    if context.view.games_to_win > 1:
        yield context.line("result.games", games=context.score_pair(context.view.games))


def ledger(context: ScreenContext) -> Iterator[Line]:
    """The points of this hand, and those that are not safe yet."""
    view = context.view
    for entry in sorted(view.entries, key=lambda counted: (counted.duel, counted.kind)):
        reason = context.reason(entry)
        game = reason[:1].upper() + reason[1:]
        points, names = context.points(entry.points), context.side(entry.side)
        said = {"game": game, "points": points, "names": names}
        if context.is_duel:
            yield context.line("claims.duel", n=entry.duel + 1, **said)
        else:
            yield context.line("claims.entry", **said)
    for held in view.held:
        yield context.line(
            "log.scored.held",
            game=context.text(f"kind.{KIND_NAMES[held.kind]}"),
            points=context.points(held.points),
            names=context.side(held.side),
        )
