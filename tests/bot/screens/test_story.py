"""Why a hand ended so: the story of 60 hands in three languages, against what somebody has read."""

import random
from pathlib import Path
from typing import Final

import pytest

from bot.screens.history.story import Told, story
from bot.screens.moment.context import ScreenContext
from bot.words import LOCALES, words_for
from bot.words.articles import articles
from engine.events import AnyEvent, HandEnded, Scored
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from tests.bot.scenes import dealt, info_for, played
from tests.bot.screens.test_spoken import TABLES, steps
from tests.kept import check_kept

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "stories"
HANDS: Final = 9
"""The hands of each game: 63 in all."""


def told(state: State, events: list[AnyEvent], locale: str) -> list[Told]:
    """The story of a hand as everybody reads it."""
    table = state.table
    seen = view(state, PUBLIC)
    context = ScreenContext(info_for(table), seen, words_for(locale, table.rules.variant))
    return list(story(context, events))


def hands(table: Table, many: int) -> list[tuple[State, list[AnyEvent]]]:
    """Finished hands at random with their events, of several those with most to tell."""
    found = list[tuple[State, list[AnyEvent]]]()
    for state, events in steps(table, random.Random(40)):
        if any(isinstance(event, HandEnded) for event in events):
            found.append((state, events))
        if len(found) == 4 * many:
            break
    found.sort(key=lambda hand: -len({type(event) for event in hand[1]} | kinds(hand[1])))
    return found[:many]


def kinds(events: list[AnyEvent]) -> set[object]:
    """What points were won for."""
    return {event.kind for event in events if isinstance(event, Scored)}


@pytest.mark.parametrize("game", VARIANTS)
def test_stories_as_they_were_read(game: str) -> None:
    text = ""
    first, second = (table_for(game, players, options) for players, options in TABLES[game])
    for state, events in (*hands(first, HANDS - 3), *hands(second, 3)):
        for locale in LOCALES:
            lines = told(state, events, locale)
            said = (
                f"{line.text} ({', '.join(line.articles)})".replace(" ()", "") for line in lines
            )
            text += f"{locale}: " + "\n    ".join(said) + "\n"
        text += "\n"
    check_kept(GOLDEN / f"{game}.txt", text)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_point_has_its_article(game: str) -> None:
    """Each sentence that gives points names articles that exist."""
    for players, options in TABLES[game]:
        for state, events in hands(table_for(game, players, options), 12):
            for line in told(state, events, "en"):
                assert set(line.articles) <= set(articles())
                assert line.articles or " point" not in line.text or ":" not in line.text, line


TWO: Final = table_for("argentino", 2)


def test_a_refused_envido_and_a_refused_retruco() -> None:
    """The example of the rules: each refusal with what it pays, and the article."""
    said = ("0 envido", "1 noquiero", "0 truco", "1 retruco", "0 noquiero")
    state, events = played(dealt(TWO, 1, "7e 6e 4o", "7c 5c 1o"), *said)
    found = told(state, list(events), "es")
    assert [line.articles for line in found if line.articles] == [("AR-ENV-06",), ("AR-TRU-06",)]
    words = words_for("es", "argentino")
    ana, beto = (info_for(TWO).seats[seat].name for seat in (0, 1))
    assert found[1].text == words.text(
        "story.refused",
        name=beto,
        call=words.text("call.the", call="envido"),
        points=words.text("points", n=1),
        names=ana,
    )
    assert found[3].text == words.text(
        "story.refused.raise",
        name=ana,
        call=words.text("call.the", call="retruco"),
        points=words.text("points", n=2),
        names=beto,
    )


@pytest.mark.parametrize(
    ("first", "second", "steps", "article"),
    [
        ("7e 6e 4o", "7c 5c 4c", ("0 play 7e", "1 play 7c", "0 play 6e", "1 play 5c"), "01"),
        ("7e 4e 4o", "7c 5c 4c", ("0 play 7e", "1 play 7c", "0 play 4e", "1 play 4c"), "03"),
        ("7b 7e 4o", "7c 5c 4c", ("0 play 7b", "1 play 7c", "0 play 7e", "1 play 5c"), "04"),
    ],
)
def test_the_tricks_that_decide_have_their_article(
    first: str, second: str, steps: tuple[str, ...], article: str
) -> None:
    state, events = played(dealt(TWO, 1, first, second), *steps)
    found = [line.articles for line in told(state, list(events), "es") if line.articles]
    assert found == [(f"AR-HAN-{article}", "AR-TRU-01")]
