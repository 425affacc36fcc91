"""The tables in one place: the reader's own, and those of the community that can be joined or are
played."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from bot.model import LIVE, SPECTATORS_NO, MatchInfo, Status
from bot.screens.lobby.announcement import sought
from bot.screens.moment.names import named
from bot.screens.pages import HOLIDAYS, TABLE_LIST, Leaf, Page, PageKey
from bot.screens.rules.options import options_line
from bot.tokens import saying
from bot.words import Words, words_for

MOST: Final = 5
"""The most tables of each kind that have buttons; the others are counted."""
_MINUTE: Final = 60.0
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


class OwnTable(Struct, frozen=True):
    """A table at which the reader sits."""

    info: MatchInfo
    seat: int
    asked: frozenset[int]
    """The seats of people for whom the table waits."""
    may_claim: bool = False
    """Whether the reader may claim the hand, because an adversary's time has run out."""

    @property
    def is_turn(self) -> bool:
        """Whether the table waits for the reader."""
        return self.seat in self.asked

    @property
    def is_away(self) -> bool:
        """Whether a robot plays for the reader."""
        return self.info.status is Status.PLAYING and self.info.seats[self.seat].away

    @property
    def order(self) -> tuple[int, float]:
        """The sort key of a table in the reader's list: the least time left comes first."""
        kind = 0 if self.is_turn or self.may_claim else 1 if self.is_away else 2
        return kind + (self.info.status is Status.LOBBY), self.info.deadline or 0.0


def is_own(info: MatchInfo) -> bool:
    """Whether a table belongs in its people's list. A hand of the day does not: nobody waits."""
    return info.status in LIVE and info.daily is None


def may_be_joined(info: MatchInfo) -> bool:
    """Whether anybody may sit down at the table now."""
    waits = info.status is Status.LOBBY and not (info.private or info.starting or info.part_of)
    return waits and sought(info) > 0


def is_played(info: MatchInfo) -> bool:
    """Whether the table has a running match that others may know of. Private matches, guided
    matches and hands of the day are kept from others."""
    alone = info.private or info.lesson is not None or info.daily is not None
    return info.status is Status.PLAYING and not alone


def tables_page(
    own: Iterable[OwnTable], others: Iterable[MatchInfo], locale: str, now: float
) -> Page:
    """The reader's own tables, those that wait for the reader first; then the other tables of the
    community, the newest first. Each table has a button. Two more buttons open a new table and
    refresh the list. ``now``: UTC seconds since the epoch."""
    words = words_for(locale)
    mine = sorted(own, key=lambda table: table.order)
    known = [named(info, words) for info in others]
    joined = [info for info in known if may_be_joined(info)]
    played = [info for info in known if is_played(info)]
    kinds = {
        "tables.mine": [_own(table, words, now) for table in mine],
        "tables.joined": [_told(info, words) for info in joined],
        "tables.played": [_told(info, words) for info in played],
    }
    parts = [line for id, told in kinds.items() for line in _part(id, told, words)]
    ways = [
        *(_come_back(table, words) for table in mine[:MOST]),
        *(_join(info, words) for info in joined[:MOST]),
        *(_watch(info, words) for info in played[:MOST] if info.spectators != SPECTATORS_NO),
        Leaf(saying("jugar"), words.text("tables.open")),
        Leaf(saying("rapida"), words.text("quick.button")),
        Leaf(str(PageKey(TABLE_LIST)), words.text("tables.again")),
        *_rest(mine, words),
    ]
    return Page(
        title=words.text("tables.title"),
        text="\n".join(parts) or words.text("tables.none"),
        headings=tuple(words.text(id) for id, told in kinds.items() if told),
        turns=tuple(ways),
    )


def _rest(mine: Sequence[OwnTable], words: Words) -> Iterator[Leaf]:
    """The button to the reader's holidays, if one of their tables is slow."""
    if any(table.info.is_slow for table in mine):
        yield Leaf(str(PageKey(HOLIDAYS)), words.text("holidays.title"))


def _part(id: str, told: Sequence[str], words: Words) -> Iterator[str]:
    """The tables of one kind below a heading."""
    if not told:
        return
    yield words.text(id)
    for line in told[:MOST]:
        yield f"• {line}"
    if (more := len(told) - MOST) > 0:
        yield words.text("tables.more", n=more)


def _own(table: OwnTable, words: Words, now: float) -> str:
    """The reader's table in a line: the people it waits for, the others, the time that is left."""
    info = named(table.info, words)
    if info.status is Status.LOBBY:
        return _told(info, words)
    asked = [info.seats[seat].name for seat in sorted(table.asked)]
    if table.is_turn:
        state = words.text("tables.mine.turn")
    elif table.is_away:
        state = words.text("tables.mine.away")
    elif asked:
        id = "tables.mine.late" if table.may_claim else "tables.mine.waits"
        state = words.text(id, names=words.list(asked))
    else:
        state = words.text("tables.played")
    parts = [state, _with(table, words), words.text(f"variant.{info.variant}")]
    if asked and info.deadline is not None:
        parts.append(_left(max(0.0, info.deadline - now), words))
    return " · ".join(parts)


def _with(table: OwnTable, words: Words) -> str:
    """The names of the others at the reader's table."""
    seats = named(table.info, words).seats
    others = [seat.name for seat in seats if seat.name and seat.seat != table.seat]
    return words.text("tables.with", names=words.list(others))


def _left(seconds: float, words: Words) -> str:
    """The time that is left, in the largest unit of which at least two are left, rounded down."""
    for id, length in (("tables.left.days", _DAY), ("tables.left.hours", _HOUR)):
        if seconds >= 2 * length:
            return words.text(id, n=int(seconds / length))
    return words.text("tables.left.minutes", n=max(1, int(seconds / _MINUTE)))


def _come_back(table: OwnTable, words: Words) -> Leaf:
    """The button that brings the reader's hand, or the lobby, as the newest message."""
    info = table.info
    if info.status is Status.LOBBY:
        game = words.text(f"variant.{info.variant}")
        return Leaf(saying("mesa", match=info.match), words.text("tables.back", game=game))
    id = "tables.play" if table.is_turn else "tables.hand"
    return Leaf(saying("mano", match=info.match), words.text(id, others=_with(table, words)))


def _told(info: MatchInfo, words: Words) -> str:
    game = words.text(f"variant.{info.variant}")
    if info.status is Status.PLAYING:
        return words.text("tables.match", names=_names(info, words), game=game)
    return words.text(
        "tables.lobby",
        game=f"{game[:1].upper()}{game[1:]}",
        options=options_line(info, words_for(words.locale, info.variant)),
        seeks=words.text("announcement.seeks", host=info.host_name, n=sought(info)),
    )


def _names(info: MatchInfo, words: Words) -> str:
    return words.list(seat.name for seat in info.seats if seat.name)


def _join(info: MatchInfo, words: Words) -> Leaf:
    label = words.text("tables.join", host=info.host_name)
    return Leaf(saying("unirse", ("codigo", info.match)), label)


def _watch(info: MatchInfo, words: Words) -> Leaf:
    label = words.text("tables.watch", host=info.host_name or info.seats[0].name)
    return Leaf(saying("mirar", ("mesa", info.match)), label)
