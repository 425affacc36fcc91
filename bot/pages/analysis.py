"""``/analizar``: the teacher's analysis of the person's own match, or of their habits."""

from typing import Final

from msgspec.structs import replace

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option
from bot.messages import MatchId, PersonId
from bot.pages.page_spec import Commanded, PageSpec, Reading, topics
from bot.screens.pages import ANALYSIS, BY_HAND, HABITS, Page, PageKey, analysis_key
from bot.screens.teaching import analysis
from bot.screens.teaching.habits import habits_page
from bot.service import Service
from bot.teaching.analyses import Analysis, SoFar
from bot.teaching.habits import WANTED
from bot.teaching.task_queue import Nothing, Progress
from bot.words import Words, regional, words_for

_PATIENCE: Final = 0.8
"""Seconds. If an analysis takes longer, the page shows its progress instead."""
_MOST_HANDS: Final = 999


async def _answer(commanded: Commanded) -> PageKey:
    return analysis_key(commanded.values)


async def _build(reading: Reading) -> Page:
    service, key, person, locale = reading.service, reading.key, reading.reader, reading.locale
    if key.topic == HABITS:
        return await _habits(service, person, locale)
    return await _analysis(service, key, person, locale)


async def judged_steps(
    service: Service, match: MatchId, person: PersonId | None, locale: str
) -> dict[int, str]:
    """The teacher's line on each choice of this person, by its step in the film. Empty: the person
    did not play there, or there is no analysis yet."""
    found = await service.analyses.ready(match, person) if person else None
    if found is None:
        return {}
    local = regional(locale, found.info.variant)
    return {
        verdict.moment.place: analysis.judged_line(found.info, verdict, luck, local)
        for verdict, luck in _judged(found)
    }


def _judged(found: Analysis) -> list[analysis.Judged]:
    luck = {mistake.verdict.moment.place: mistake.luck for mistake in found.mistakes}
    return [(verdict, luck.get(verdict.moment.place)) for verdict in found.verdicts]


async def _analysis(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
    """The analysis of the person's own match, or its progress; without a code, of the last."""
    wanted = key.match or await service.analyses.last(person)
    key = replace(key, match=wanted)
    found = await service.analyses.of(wanted, person, _PATIENCE)
    words = words_for(locale)
    if isinstance(found, Nothing):
        return analysis.no_analysis_page(found.why, words)
    if isinstance(found, Progress):
        if found.wanted == wanted and isinstance(found.so_far, SoFar):
            return _measuring(found.so_far, key, locale)
        return _progress(found, key, words)
    local = regional(locale, found.info.variant)
    if key.topic == BY_HAND and found.verdicts:
        return analysis.hand_page(found.info, _judged(found), key.part, local)
    told = tuple((mistake.verdict, mistake.reason, mistake.luck) for mistake in found.dearest)
    counts = len(found.verdicts), len(found.mistakes)
    return analysis.analysis_page(found.info, *counts, found.cost, told, local)


def _measuring(so_far: SoFar, key: PageKey, locale: str) -> Page:
    told = tuple((mistake.verdict, mistake.reason, mistake.luck) for mistake in so_far.dearest)
    return analysis.measuring_page(
        so_far.info, so_far.left, told, key, regional(locale, so_far.info.variant)
    )


async def _habits(service: Service, person: PersonId, locale: str) -> Page:
    """The person's habits, or the progress of the count."""
    found = await service.habits.of(person, _PATIENCE)
    words = words_for(locale)
    if isinstance(found, Nothing):
        return analysis.no_analysis_page(found.why, words)
    if isinstance(found, Progress):
        return _progress(found, PageKey(ANALYSIS, topic=HABITS), words)
    games = tuple((game.variant, game.matches, game.found) for game in found.games)
    return habits_page(games, found.variant, found.advice, locale)


def _progress(found: Progress, wanted: PageKey, words: Words) -> Page:
    """The page with the progress of the running task. ``wanted``: the page that was asked for."""
    is_other = found.wanted != (WANTED if wanted.topic == HABITS else wanted.match)
    key = wanted
    if is_other:
        of_habits = found.wanted == WANTED
        key = PageKey(ANALYSIS, topic=HABITS) if of_habits else PageKey(ANALYSIS, found.wanted)
    return analysis.progress_page(key, found.at, found.of, is_other=is_other, words=words)


PAGE: Final = PageSpec(
    name=ANALYSIS,
    command=chat_command(
        "analizar/analisar/analyse",
        choice_option(
            "que/que/what", "choice.que", "partida/partida/match, habitos/habitos/habits"
        ),
        chat_option("partida/partida/match", OptionKind.TEXT),
        chat_option("mano/mao/hand", OptionKind.NUMBER, low=1, high=_MOST_HANDS),
        in_match=False,
    ),
    answer=_answer,
    build=_build,
    keys=topics(HABITS, BY_HAND),
    personal=True,
)
