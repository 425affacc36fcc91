"""Hints at tables of practice: the robot's opinion of what the reader sees, and of nothing else."""

from random import Random

import pytest

from bot.asking import OpenPage, read_press
from bot.catalogue import page_for
from bot.messages import Accepted, PersonId, Start
from bot.pages.hint import hint_page
from bot.screens.pages import HINT, Page, PageKey
from bot.screens.table.buttons import HINTS
from bot.store import Store
from bot.table_options import NO
from bot.words import LOCALES, words_for
from engine.actions import Close
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.guard.legal import awaited, needs
from engine.robots import choose
from engine.seen.view import view
from engine.variants import VARIANTS, table_for
from tests.bot.helpers import ANA, BETO, HERE, Table
from tests.bot.scenes import dealt, info_for
from tests.examples import many
from tests.narrow import of_kind

WORDS = words_for("es")


async def opened() -> Table:
    table = Table(Store.in_memory())
    assert isinstance(await table.open(competitive=NO), Accepted)
    table.dice.lead(1)
    await table.ask(Start, ANA)
    return table


async def asked(table: Table, person: PersonId) -> Page:
    return await page_for(table.service, PageKey(HINT, table.match), person, "es", HERE)


async def test_a_practice_table_offers_it_and_answers_in_a_line() -> None:
    table = await opened()
    screen = await table.screen(ANA)
    (button,) = [button for button in screen.buttons if button.group == HINTS]
    assert of_kind(OpenPage, read_press(button.token)).key == PageKey(HINT, table.match)
    page = await asked(table, ANA)
    assert page.title == WORDS.text("hint.title")
    assert "\n" not in page.text
    assert page.text not in (WORDS.text("hint.wait"), WORDS.text("hint.competitive"))
    assert (await asked(table, ANA)).text == page.text, "the same moment, the same hint"
    assert (await asked(table, BETO)).text == WORDS.text("hint.wait"), "who has no seat"
    await table.do(ANA, "play " + screen.cards[0].code)
    assert (await asked(table, ANA)).text == WORDS.text("hint.wait")


ADA, BRUNO = "discord:1", "telegram:2"


@pytest.mark.parametrize(
    ("people", "gives"),
    [
        ((ADA,), True),
        ((ANA,), True),
        ((ANA, BETO), True),
        ((ADA, BRUNO), False),
        ((ADA, BETO), False),
    ],
    ids=["robots", "robots, page", "page", "accounts", "both"],
)
async def test_a_match_that_can_count_for_somebody_gives_none(
    table: Table, people: tuple[PersonId, ...], gives: bool
) -> None:
    await table.open(people[0])
    for person in people[1:]:
        await table.join(person)
    await table.start(people[0])
    screen = await table.screen(people[0])
    assert bool([button for button in screen.buttons if button.group == HINTS]) is gives
    refused = (await asked(table, people[0])).text == WORDS.text("hint.competitive")
    assert refused is not gives


def test_a_table_of_a_tournament_gives_none() -> None:
    table = table_for("argentino", 2)
    state = dealt(table, 1, "7e 6e 4o", "1e 1b 7o")
    info = info_for(table, competitive=False, part_of="abcd2345")
    assert hint_page(info, view(state, 0), WORDS).text == WORDS.text("hint.competitive")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_moment_of_every_game_has_its_line(variant: str) -> None:
    """In one language after another, whatever may be done."""
    dice, table = Random(7), table_for(variant, 2)
    info = info_for(table, competitive=False)
    state = new_match(table)
    for number in range(many(120)):
        step = needs(state)
        if step == "over":
            break
        if step == "seat":
            seat = dice.choice(awaited(state))
            seen = view(state, seat)
            locale = LOCALES[number % len(LOCALES)]
            assert hint_page(info, seen, words_for(locale, variant)).text
            state, _ = apply(state, choose(seen, dice, 0))
        elif step == "close":
            state, _ = apply(state, Close())
        else:
            deck = list(table.deck)
            dice.shuffle(deck)
            dealer = max(next_dealer(state), 0)
            state, _ = apply(state, deal_from(table, dealer, tuple(deck), next_mode(state)))


def test_the_cards_of_others_change_nothing() -> None:
    table = table_for("argentino", 2)
    info = info_for(table, competitive=False)
    texts = {
        hint_page(info, view(dealt(table, 1, "7e 6e 4o", theirs), 0), WORDS).text
        for theirs in ("1e 1b 7o", "4c 4b 5c", "12e 12b 3o")
    }
    assert len(texts) == 1
