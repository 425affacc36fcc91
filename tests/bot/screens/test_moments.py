"""What is shown and understood at many moments of many matches: a change in any of it shows.

The tables are those of ``tests/playthroughs/many.lines``, which have rare options, and the matches
are played at random. At some moments one seat, or the public, is asked for everything that follows
from what it sees: its screen in ids and parameters, as text and as a picture; what is told of this
moment elsewhere; what typed lines mean, and what is suggested. Each line of
``golden/kept/moments.txt`` is a table with a number for each of these.

``TRUCO_REWRITE=1`` writes the numbers anew. ``python -m tests.bot.screens.test_moments 17`` prints
what is behind line 17: compare it with what was there before the change.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

import pytest
from msgspec.structs import replace

from bot.catalogue import complete
from bot.catalogue.intent import Asker, Intent
from bot.catalogue.interpret import interpret
from bot.catalogue.typed import SAY, Typed, parse
from bot.match import lesson
from bot.model import Lesson, MatchInfo, OwnSign, SeenSign, SignsOf, Status
from bot.screen import Screen
from bot.screens import OwnMatters, as_text, build, for_onlooker, notice_text
from bot.screens.help.situation import help_here
from bot.screens.moment.context import ScreenContext
from bot.screens.rendering.pictured import picture_of
from bot.screens.rendering.short_log import news
from bot.screens.teaching.lesson import balloon, source_of_points
from bot.words import words_for
from engine.actions import NO_QUIERO, QUIERO, Deal
from engine.cards import UNKNOWN
from engine.events import AnyEvent, disclosed
from engine.guard.legal import needs
from engine.numbers import NOBODY
from engine.seen.senas import meanings
from engine.seen.view import PUBLIC, Heard, SeatView, view
from engine.state.state import State
from engine.state.table import Table
from tests.bot.playthroughs.told import screen_lines, told
from tests.bot.scenes import MATCH, NAMES, info_for
from tests.examples import some
from tests.kept import is_rewriting, write_kept
from tests.playthroughs.test_many import FLUSH, LINES, begun, is_rare, table_of
from tests.strategies import GAMES, Playout

FILE: Final = Path(__file__).parents[1] / "golden" / "kept" / "moments.txt"
STEPS: Final = 60
"""So many at each table; when a match is over, another one begins."""
LOOKS: Final = 8
"""After every eighth step somebody looks, and now and then where something rare is to be said."""
RARELY: Final = 0.15
MINUTE: Final = 1_800_000_060.0

KNOWN: Final = (
    OwnSign("silba", "nada", ("web:Ana", "web:Carla")),
    OwnSign("tose", "un as", ("web:Beto", "web:Dani")),
)
"""Own signs: those who sit opposite share one."""

TYPED: Final = (
    *("/carta", "/truco", "/envido", "/flor", "/quiero", "/paso", "/mazo", "/canto", "/reclamar"),
    *("/carta tapada", "/carta 1", "/envido real", "/envido 3", "/flor contraflor"),
    *("/quiero truco", "/paso envido", "/canto 27", "/canto buenas", "/reclamar persona:Beto"),
    *("/reclamar mostrar", "/sena", "/sena silba", "/sena companero:Carla"),
    *("/sena companero:nadie", "/mirar", "/mirar Dani", "/mirar nadie"),
    *("me voy", "paso", "quiero", "no quiero"),
)
SUGGESTED: Final = ("carta", "envido", "flor", "reclamar", "sena", "mirar", "sacar")
SAID: Final = ("piedras", "pidoflor", "mazo", "noquiero")
KINDS: Final = ("turn", "bet", "answer", "end")
MOST: Final = 4
LINES_OF_EACH: Final = 10
"""So many lines are typed at each moment."""
TOPICS: Final = (
    *(lesson.WON, lesson.LOST, lesson.TIED, lesson.OVER_ONCE, lesson.LEAD, lesson.FOLLOW),
    *(lesson.COUNT, lesson.DECLARE, lesson.ENVIDO_ASKED, lesson.TRUCO_ASKED, lesson.RAISED),
    lesson.CALL_TRUCO,
)
ASKED: Final = (lesson.TRUCO_ASKED, lesson.RAISED)
OF_ENVIDO: Final = (lesson.COUNT, lesson.DECLARE, lesson.ENVIDO_ASKED)


class Moment:
    """One reader in one state of a match."""

    def __init__(self, state: State, events: Sequence[AnyEvent], rng: Random) -> None:
        table = state.table
        self.table = table
        self.rng = rng
        self.late = rng.random() < 0.5
        self.seat = rng.choice((PUBLIC, *table.seats))
        over = needs(state) == "over"
        self.info: MatchInfo = info_for(
            table,
            status=Status.OVER if over else Status.PLAYING,
            deadline=None if over else MINUTE,
            competitive=rng.random() < 0.5,
        )
        heard = () if self.seat == PUBLIC else _heard(table, self.seat, rng)
        self.view: SeatView = view(state, self.seat, heard)
        self.events = [disclosed(event, self.seat) for event in events]
        foes = [seat for seat in table.seats if seat != self.seat]
        self.looks_at = rng.choice((NOBODY, *foes)) if self.seat != PUBLIC else NOBODY
        self.signs = (
            SignsOf(
                tuple(sign for sign in KNOWN if self.person in sign.people),
                (SeenSign(foes[-1], "guiña", rng.choice(("", "nada"))),) * rng.randrange(2),
            )
            if self.seat != PUBLIC and table.players > 2
            else SignsOf()
        )
        self.screen: Screen = build(
            self.info, self.view, "es", self.events, OwnMatters(self.looks_at, self.signs)
        )

    @property
    def person(self) -> str:
        return "" if self.seat == PUBLIC else f"web:{NAMES[self.seat]}"

    # --- what follows --------------------------------------------------------------------------

    def shown(self) -> Iterator[str]:
        """The screen, and the same for somebody who looks on."""
        yield from screen_lines(self.screen)
        if self.seat == PUBLIC:
            yield from screen_lines(for_onlooker(self.screen, self.info, late=self.late))

    def in_other_ways(self) -> Iterator[str]:
        """The screen as text, as a picture, as news; what is told of the moment elsewhere."""
        yield as_text(self.screen)
        yield told(picture_of(self.screen, "La peña"))
        yield from news(self.screen, MOST)
        yield help_here(
            self.info, self.view, self.person or None, words_for("es", self.info.variant)
        )
        yield from (notice_text(kind, self.info, self.view, "es") for kind in KINDS)

    def taught(self) -> Iterator[str]:
        """What a guided match would explain."""
        if self.seat == PUBLIC or self.table.players > 2 or UNKNOWN in self.view.dealt:
            return
        if not self.view.dealt:
            return
        stack = self.view.position and self.view.position.stack
        has_envido = bool(self.table.rules.envido.calls)
        if has_envido:
            yield source_of_points(self.table, self.view.dealt, self.view.turned)
        yield from lesson._topics(self.view)
        words = words_for("es", self.info.variant)
        for topic in TOPICS:
            if topic in (lesson.LEAD, lesson.CALL_TRUCO) and not self.view.cards:
                continue
            if topic in OF_ENVIDO and not has_envido:
                continue
            if topic in ASKED and not stack:
                continue
            for answer in ("", QUIERO, NO_QUIERO):
                learning = replace(self.info, lesson=Lesson(now=topic, answer=answer))
                told_lines = balloon(ScreenContext(learning, self.view, words))
                yield f"{topic} {answer} {[*map(told, told_lines)]}"

    def asker(self) -> Asker:
        seats = tuple(NAMES[: self.table.players])
        return Asker(
            request="r1",
            person=self.person or "web:Zoe",
            name="Zoe",
            community=self.info.community,
            place=self.info.place,
            locale="es",
            match=MATCH,
            view=self.view,
            signs=self.signs.known,
            seats=seats,
            removable=tuple(range(1, self.table.players, 2)),
            seated=self.seat != PUBLIC,
            variant=self.info.variant,
        )

    def meant(self) -> Iterator[str]:
        """What some lines mean, and what is suggested."""
        asker = self.asker()
        for line in self.rng.sample(TYPED, LINES_OF_EACH):
            read = parse(line, "es", asker.game)
            intent: Intent | None = interpret(read, asker) if isinstance(read, Typed) else read
            yield f"{line}: {told(intent)}"
        for verb in SAID:
            yield f"{verb}: {told(interpret(Typed(SAY, (('verbo', verb),)), asker))}"
        for command in self.rng.sample(SUGGESTED, 2):
            yield f"{command}? {told(complete(f'/{command} ', asker))}"


def _heard(table: Table, seat: int, rng: Random) -> tuple[Heard, ...]:
    senas = [meaning.id for meaning in meanings(table)]
    others = [other for other in table.seats if other != seat]
    return tuple(
        Heard(other, rng.choice(senas)) for other in others if senas and rng.random() < RARELY * 2
    )


def moments(line: str) -> Iterator[Moment]:
    """Those of a table of ``many.lines``."""
    table = table_of(line)
    rng = Random(f"{line.partition(' | ')[0]} moments")
    state, left = begun(table, rng), STEPS
    events = list[AnyEvent]()
    while left:
        playout = Playout(state, rng.randrange(2**32))
        if table.rules.flor is not None and rng.random() < FLUSH:
            playout.hands = "flush"
        for taken in playout.steps(left):
            left -= 1
            state = taken.after
            events = [*([] if isinstance(taken.action, Deal) else events), *taken.events]
            over = needs(state) == "over"
            if left % LOOKS == 0 or over or (is_rare(state) and rng.random() < RARELY):
                yield Moment(state, events, rng)
        if needs(state) == "over":
            state, events = begun(table, rng), []


WAYS: Final[tuple[Callable[[Moment], Iterator[str]], ...]] = (
    Moment.shown,
    Moment.in_other_ways,
    Moment.taught,
    Moment.meant,
)


def answered(line: str) -> str:
    """The line as it should be."""
    numbers = [0] * len(WAYS)
    for moment in moments(line):
        for place, way in enumerate(WAYS):
            numbers[place] = crc32("\n".join(way(moment)).encode(), numbers[place])
    return f"{line.partition(' | ')[0]} | {' '.join(f'{number:08x}' for number in numbers)}"


@pytest.mark.usefixtures("by_id")
@pytest.mark.parametrize("game", GAMES)
def test_moments(game: str) -> None:
    begin = f"{game} "
    every = [line for line in LINES if line.startswith(begin)]
    found = [answered(line) for line in some(every)]
    if is_rewriting():
        kept = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
        others = [line for line in kept if not line.startswith(begin)]
        write_kept(FILE, "".join(f"{line}\n" for line in sorted([*others, *found])))
    kept = [line for line in FILE.read_text("utf-8").splitlines() if line.startswith(begin)]
    assert len(kept) == len(every)
    assert [line for line in found if line not in kept] == []


if __name__ == "__main__":
    name = FILE.read_text("utf-8").splitlines()[int(sys.argv[1]) - 1].partition(" | ")[0]
    for moment in moments(name):
        for way in WAYS:
            sys.stdout.writelines(f"{line}\n" for line in way(moment))
