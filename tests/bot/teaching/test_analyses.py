"""``/analizar``: whose match, what is told of it, to whom alone, and how far it is."""

import asyncio
import re
import threading
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from bot.catalogue import page_for, read_key
from bot.model import MatchInfo, Status
from bot.pages.analysis import judged_steps
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import ANALYSIS, BY_HAND, FILM, PROOF, Page, PageKey
from bot.screens.teaching import analysis
from bot.screens.teaching.analysis import analysis_page, hand_page, measuring_page
from bot.screens.teaching.step_names import named_step
from bot.store import Store
from bot.teaching import analyses, task_queue
from bot.teaching.analyses import Analysis, SoFar
from bot.teaching.task_queue import Making, Nothing, Progress, QueuedTask, TaskQueue
from bot.words import LOCALES, words_for
from engine.actions import Action, AnyAction, Deal
from engine.apply import apply, deal_from, new_match
from engine.cards import UNKNOWN
from engine.guard.legal import awaited, needs
from engine.record.notation import header_of, write_header, write_step
from engine.robots.players import randomly
from engine.seen.view import SeatView, view
from engine.state.state import Play
from engine.teacher import (
    GoesOn,
    Luck,
    Match,
    Measured,
    Moment,
    Opinion,
    Stopped,
    Verdict,
    opinion_of,
    reason_of,
    verdicts,
)
from engine.variants import VARIANTS, table_for
from tests.bot.helpers import ANA, BETO, HERE, STRANGER, Table
from tests.bot.ids import id_words
from tests.bot.scenes import NAMES, info_for
from tests.bot.store.test_records import won
from tests.examples import some
from tests.narrow import of_kind

WORDS = words_for("es")
LONG = 60.0


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the teacher measures is tested elsewhere; here it is asked, waited for and told."""
    monkeypatch.setattr(verdicts, "GLANCE", verdicts.FEW)
    monkeypatch.setattr(verdicts, "PART", 10)
    monkeypatch.setattr(verdicts, "DEALS", 10)
    monkeypatch.setattr(verdicts, "LUCK_DEALS", 2)


async def asked(table: Table, person: str, match: str = "") -> Page:
    return await page_for(table.service, PageKey(ANALYSIS, match), person, "es", HERE)


async def test_whoever_played_gets_the_analysis_of_their_own_seat(table: Table) -> None:
    await won(table)
    for person, seat in ((ANA, 0), (BETO, 1)):
        found = of_kind(Analysis, await table.service.analyses.of(table.match, person, LONG))
        assert len(found.verdicts) == 1
        assert all(mistake.verdict.moment.seen.seat == seat for mistake in found.dearest)


async def test_without_a_code_it_is_the_last_match(table: Table) -> None:
    await won(table)
    await table.service.analyses.of(table.match, BETO, LONG)
    page = await asked(table, BETO)
    assert page.title == WORDS.text("analysis.title", match=table.match)
    assert page == await asked(table, BETO, table.match), "whoever asks twice gets the same"


@pytest.mark.parametrize("person", [STRANGER, ANA])
async def test_neither_strangers_nor_a_running_match_get_one(table: Table, person: str) -> None:
    if person == STRANGER:
        await won(table)
    else:
        await table.seated(ANA, BETO)
    for match in (table.match, "", "zzzzzzzz"):
        found = await table.service.analyses.of(match, person, LONG)
        assert found == Nothing("analysis.none")
        page = await asked(table, person, match)
        assert page == Page(WORDS.text("analysis.title.none"), WORDS.text("analysis.none"))


async def test_a_page_that_everybody_may_read_tells_nothing_of_it(table: Table) -> None:
    await won(table)
    page = await page_for(table.service, PageKey(ANALYSIS, table.match), None, "es", HERE)
    assert table.match not in page.title


async def test_beside_the_film_its_reader_is_told_of_each_of_their_choices(table: Table) -> None:
    """Once there is an analysis; and whoever else sees the film reads nothing of it."""
    await won(table)

    async def film(person: str | None) -> dict[int, list[str]]:
        first = await page_for(table.service, PageKey(FILM, table.match), person, "es", HERE)
        steps = range(int(first.title.rstrip(")").rsplit(" ", 1)[1].rsplit("/")[-1]))
        pages = [
            await page_for(table.service, PageKey(FILM, table.match, "", step), person, "es", HERE)
            for step in steps
        ]
        return {step: page.text.split("\n") for step, page in enumerate(pages)}

    before = {person: await film(person) for person in (ANA, BETO, STRANGER, None)}
    made = of_kind(Analysis, await table.service.analyses.of(table.match, BETO, LONG))
    (place,) = (verdict.moment.place for verdict in made.verdicts)
    for person in (ANA, STRANGER, None):
        assert await film(person) == before[person]
    told = {
        step: lines for step, lines in (await film(BETO)).items() if lines != before[BETO][step]
    }
    assert list(told) == [place]
    steps = await judged_steps(table.service, table.match, BETO, "es")
    assert told[place][1] == WORDS.text("film.judged", told=steps[place])


async def test_the_film_leads_whoever_played_to_the_analysis(table: Table) -> None:
    await won(table)
    for person, leads in ((ANA, True), (BETO, True), (STRANGER, False), (None, False)):
        page = await page_for(table.service, PageKey(FILM, table.match), person, "es", HERE)
        keys = [read_key(leaf.key) for leaf in page.turns]
        assert (PageKey(ANALYSIS, table.match) in keys) == leads, person
        assert PageKey(PROOF, table.match) in keys, "of its deals"


async def test_each_hand_has_a_page_with_every_choice(table: Table) -> None:
    await won(table)
    await table.service.analyses.of(table.match, BETO, LONG)
    key = PageKey(ANALYSIS, table.match, BY_HAND, 1)
    page = await page_for(table.service, key, BETO, "es", HERE)
    steps = await judged_steps(table.service, table.match, BETO, "es")
    assert [line for line in page.text.split("\n") if line[:1].isdigit()] == [
        WORDS.text("analysis.numbered", n=n, told=told)
        for n, told in enumerate(steps.values(), start=1)
    ]
    assert steps
    stranger = await page_for(table.service, key, STRANGER, "es", HERE)
    assert stranger.text == WORDS.text("analysis.none")


async def test_longer_work_says_how_far_it_is_and_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(table)
    free = asyncio.Event()
    made = table.service.analyses._judged

    async def slowly(*given: object) -> object:
        await free.wait()
        return await made(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(table.service.analyses, "_judged", slowly)
    monkeypatch.setattr("bot.pages.analysis._PATIENCE", 0.0)
    page = await asked(table, BETO)
    assert page.text == WORDS.text("analysis.waiting", hand=0, hands=0)
    (again,) = page.turns
    assert read_key(again.key) == PageKey(ANALYSIS, table.match)
    # One at a time: whoever asks for another match is told of the one under way.
    other = await table.service.analyses.of("zzzzzzzz", BETO, 0.0)
    assert other == Progress(table.match, 0, 0)
    later = await asked(table, BETO, "zzzzzzzz")
    assert later.text.split("\n") == [page.text, WORDS.text("analysis.other")]
    free.set()
    assert isinstance(await table.service.analyses.of(table.match, BETO, LONG), Analysis)


async def test_what_was_found_so_far_can_be_read(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What seems dearest is measured first; of what was measured the dearest is told first."""
    await won(table)
    loop, reached, free = asyncio.get_running_loop(), asyncio.Event(), threading.Event()
    played, seen = analyses._played, iter((0.1, 0.3, 0.2))
    costs = {0.3: 0.05, 0.2: 0.2, 0.1: 0.0}
    weighed: list[float] = []

    def thrice(text: str, number: int) -> tuple[Match, tuple[Moment, ...]]:
        match, choices = played(text, number)
        return match, choices * 3

    def seems(moment: Moment, seed: int) -> Opinion:
        return replace(opinion_of(moment, seed), seems=next(seen))

    def slowly(opinion: Opinion, seed: int, goes_on: GoesOn) -> Verdict:
        weighed.append(opinion.seems)
        if len(weighed) == 3:
            loop.call_soon_threadsafe(reached.set)
            free.wait()
        cost = Measured(costs[opinion.seems], 0.01)
        return replace(opinion.found, points=cost, chance=cost)

    monkeypatch.setattr(analyses, "_played", thrice)
    monkeypatch.setattr(analyses, "opinion_of", seems)
    monkeypatch.setattr(analyses, "weighed", slowly)
    monkeypatch.setattr("bot.pages.analysis._PATIENCE", 0.0)
    await asked(table, BETO)
    await reached.wait()
    try:
        found = await table.service.analyses.of(table.match, BETO, 0.0)
        page = await asked(table, BETO, table.match)
    finally:
        free.set()
    assert weighed == [0.3, 0.2, 0.1]
    assert isinstance(found, Progress)
    assert isinstance(found.so_far, SoFar)
    assert found.so_far.left == 1
    assert [mistake.verdict.chance.mean for mistake in found.so_far.dearest] == [0.2, 0.05]
    first, second = page.text.split("\n")[:2]
    assert first == WORDS.text("analysis.left", n=1)
    assert second == WORDS.text("analysis.so_far")
    again, *films = [read_key(turn.key) for turn in page.turns]
    assert again == PageKey(ANALYSIS, table.match)
    assert [film.what for film in films] == [FILM, FILM]
    made = of_kind(Analysis, await table.service.analyses.of(table.match, BETO, LONG))
    assert [verdict.chance.mean for verdict in made.verdicts] == [0.0, 0.05, 0.2], (
        "as they were played"
    )
    assert len(made.mistakes) == 2
    assert all(mistake.luck is not None for mistake in made.dearest)


async def test_whoever_asks_three_times_at_once_has_one_under_way(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All three look before the first has begun, as over a store that takes its time."""
    await won(table)
    looked_up = table.service.analyses._matches.info
    all_looked = asyncio.Barrier(3)
    begun: list[object] = []
    made = table.service.analyses._judged

    async def together(match: str) -> object:
        await all_looked.wait()
        return await looked_up(match)

    async def counted(*given: object) -> object:
        begun.append(given)
        return await made(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(table.service.analyses._matches, "info", together)
    monkeypatch.setattr(table.service.analyses, "_judged", counted)
    asks = [table.service.analyses.of(table.match, BETO, LONG) for _ in range(3)]
    found = await asyncio.gather(*asks)
    assert all(isinstance(analysis, Analysis) for analysis in found)
    assert len(begun) == 1


async def test_whoever_comes_to_a_full_queue_is_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(task_queue, "AT_ONCE", 1)
    queue, done = TaskQueue(lambda: False), asyncio.Event()

    async def made(_: QueuedTask) -> Nothing:
        await done.wait()
        return Nothing("made")

    async def begin() -> Making[Nothing]:
        return made

    assert await queue.answer(ANA, "a", begin, 0.0) == Progress("a", 0, 0)
    assert await queue.answer(BETO, "b", begin, 0.0) == Nothing("analysis.busy")
    done.set()
    assert await queue.answer(ANA, "a", begin, LONG) == Nothing("made")


async def test_a_thread_whose_analysis_is_given_up_stops(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(table)
    loop, running, stopped = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    def endless(opinion: Opinion, seed: int, goes_on: GoesOn) -> Verdict:
        loop.call_soon_threadsafe(running.set)
        while goes_on():
            pass
        loop.call_soon_threadsafe(stopped.set)
        raise Stopped

    monkeypatch.setattr(analyses, "weighed", endless)
    assert isinstance(await table.service.analyses.of(table.match, BETO, 0.0), Progress)
    await running.wait()
    await table.service.analyses._tasks.end()
    await stopped.wait()


async def test_a_choice_waits_while_others_are_served(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(table)
    waited: list[bool] = []
    answers = iter((True, True, False, True, False))

    def busy() -> bool:
        waited.append(next(answers))
        return waited[-1]

    monkeypatch.setattr(table.service.analyses._tasks, "_is_busy", busy)
    monkeypatch.setattr(task_queue, "_PAUSE", 0.0)
    assert isinstance(await table.service.analyses.of(table.match, BETO, LONG), Analysis)
    assert waited == [True, True, False, True, False], "before its opinion and its measuring"


@pytest.mark.errors("analysis_failed")
async def test_what_cannot_be_analysed_is_said_and_does_not_stay(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(table)
    with monkeypatch.context() as patched:
        patched.setattr(analyses, "opinion_of", lambda *_: 1 / 0)
        found = await table.service.analyses.of(table.match, BETO, LONG)
        assert found == Nothing("analysis.failed")
    assert isinstance(await table.service.analyses.of(table.match, BETO, LONG), Analysis)


def moments_of(variant: str, players: int) -> list[Moment]:
    """What seats see in hands that nobody plays on purpose."""
    table, rng = table_for(variant, players), Random(7)
    found: list[Moment] = []
    for _ in range(3):
        deck = list(table.deck)
        rng.shuffle(deck)
        deal = deal_from(table, 0, tuple(deck))
        start = new_match(table)
        state = apply(start, deal).state
        while needs(state) == "seat":
            seen = view(state, awaited(state)[0])
            chosen = randomly.choose(seen, rng)
            if UNKNOWN not in seen.dealt:
                found.append(Moment(0, seen, chosen, start, Deal(0, ()), ()))
            state = apply(state, chosen).state
    return found


@pytest.mark.parametrize(("locale", "variant"), some([*product(LOCALES, VARIANTS)]))
def test_every_choice_of_every_game_has_its_lines(variant: str, locale: str) -> None:
    """Whatever was better, in every language, with a button to the film."""
    cost, luck = Measured(0.8, 0.3), Luck(-0.5, 0.2)
    for players in VARIANTS[variant].players[:2]:
        for moment in moments_of(variant, players):
            for better in offered(moment.seen):
                verdict = Verdict(moment, better, 0.9, 0.0, cost, Measured(0.05, 0.02), 1.0)
                told = (verdict, reason_of(verdict), luck)
                info = info_for(table_for(variant, players))
                so_far = (told, (*told[:2], None))
                again = PageKey(ANALYSIS, info.match)
                for page in (
                    analysis_page(info, 10, 1, cost, (told,), locale),
                    measuring_page(info, 2, so_far, again, locale),
                    hand_page(info, ((verdict, luck),), 1, locale),
                ):
                    assert "{" not in page.text
                    assert "?" not in page.text
                    assert FILM in {read_key(leaf.key).what for leaf in page.turns}


@pytest.mark.parametrize("variant", some([*VARIANTS]))
def test_a_choice_is_told_with_its_own_steps_cards_and_numbers(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read as ids: a word that stood in another's place would be seen."""
    monkeypatch.setattr(analysis, "words_for", id_words)
    words = id_words("es", variant)
    table = table_for(variant, VARIANTS[variant].players[0])
    info = info_for(table)
    for moment in moments_of(variant, table.players)[::3]:
        seen = moment.seen
        context = ScreenContext(info, seen, words)
        cards = [context.the_named_card(card) for card in seen.cards]
        laid = [
            f"<card.laid_by card={hidden_or(context, play)} name={NAMES[play.seat]}>"
            for play in seen.plays
            if play.trick == len(seen.tricks)
        ]
        for better in offered(seen):
            cost, chance = Measured(1.5, 0.25), Measured(0.625, 0.125)
            verdict = Verdict(moment, better, 0.75, 0.0, cost, chance, 1.0)
            lines = hand_page(info, ((verdict, Luck(-2.5, 0.75)),), 1, "es").text.split("\n")
            score = context.score_pair(context.score)
            assert lines[0] == f"<analysis.hand hand={seen.number} score={score}>"
            chosen, best = (named_step(context, step) for step in (moment.chosen, better))
            told = f"<analysis.choice chosen={chosen} best={best} often=75\xa0%> "
            told += "<analysis.lost points=1,5 margin=0,2 chance=62,5 around=12,5>"
            told += " <analysis.luck.bad luck=2,5 margin=0,8>"
            if better == moment.chosen:
                told = f"<analysis.same chosen={chosen} often=75\xa0%>"
            assert lines[2] == f"<analysis.numbered n=1 told={told}>"
            assert (f"<analysis.held cards={words.list(cards)}>" in lines[3]) == bool(cards)
            assert (f"<analysis.table cards={'; '.join(laid)}>" in "".join(lines[3:])) == bool(laid)


def hidden_or(context: ScreenContext, play: Play) -> str:
    """A card on the table, as the seat that looks knows it."""
    return "<card.hidden>" if play.covered else context.the_named_card(play.card)


SEATS = [(variant, players) for variant, game in VARIANTS.items() for players in game.players]


def record_of_a_hand(variant: str, players: int) -> str:
    """A record of people who do anything, up to the end of its first hand."""
    table, rng = table_for(variant, players), Random(11)
    deck = list(table.deck)
    rng.shuffle(deck)
    step: AnyAction = deal_from(table, 0, tuple(deck))
    state = apply(new_match(table), step).state
    lines = [*write_header(header_of(table, NAMES[:players])), "", *write_step(table, step)]
    while needs(state) == "seat":
        step = randomly.choose(view(state, awaited(state)[0]), rng)
        lines += write_step(table, step)
        state = apply(state, step).state
    return "\n".join(lines)


@pytest.mark.parametrize(("variant", "players"), some(SEATS))
async def test_it_is_there_for_every_game_and_number_of_seats(
    variant: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice of somebody who does anything, without its cost, which is measured alike."""
    service = Table(Store.in_memory()).service
    info = info_for(table_for(variant, players), status=Status.OVER)
    text = record_of_a_hand(variant, players)

    async def known(_: str) -> MatchInfo:
        return info

    async def record(*_: object) -> str:
        return text

    monkeypatch.setattr(service.matches, "info", known)
    monkeypatch.setattr(service.matches, "record", record)
    monkeypatch.setattr(analyses, "weighed", lambda opinion, *_: opinion.found)
    told = 0
    for seat in info.seats:
        found = of_kind(Analysis, await service.analyses.of(info.match, seat.person, LONG))
        assert {verdict.moment.seen.seat for verdict in found.verdicts} <= {seat.seat}
        assert all(0 < verdict.often <= 1 for verdict in found.verdicts)
        told += len(found.verdicts)
        if found.verdicts:
            key = PageKey(ANALYSIS, info.match, BY_HAND, 1)
            page = await page_for(service, key, seat.person, "pt_BR", HERE)
            lines = [line for line in page.text.split("\n") if re.match(r"[0-9]+\. ", line)]
            assert len(lines) == len(found.verdicts)
    assert told


def offered(seen: SeatView) -> list[Action]:
    return [
        legal if isinstance(legal, Action) else Action(legal.seat, legal.verb, legal.low)
        for legal in seen.offered
    ]
