"""The pages of help about the club: how one comes to them, and every number in them.

What is expected is found by doing: levels are reached point by point, tournaments won pairing by
pairing. The help reads the constants instead.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

import pytest
from msgspec.structs import replace
from openskill.models import PlackettLuce

from bot.catalogue import Send, ShowPage, Typed, interpret, parse
from bot.catalogue.commands import COMMAND
from bot.catalogue.pages import read_key
from bot.community.profiles import level
from bot.messages import OpenTable
from bot.screens.help.club_help import CLUB, help_club
from bot.screens.help.help_pages import build_page
from bot.screens.pages import ALL_BADGES, HELP, START, Page, PageKey
from bot.store.people.chips import daily_present, first_present, level_present
from bot.store.results.badges import BADGES
from bot.store.results.earnings import earned
from bot.store.results.ratings import beginner, is_provisional, shown
from bot.table_options import STAKE
from bot.tournaments.standings import standings
from bot.tournaments.state import NOBODY, Entrant, Format, Pairing, Tournament, Unit
from bot.tournaments.steps import most_entrants
from bot.words import LOCALES, REGIONAL, words_for
from bot.words.catalogues import entries_of
from engine.cards import SPANISH
from tests.bot.catalogue.test_catalogue import asker
from tests.bot.ids import IdWords
from tests.bot.screens.test_help_numbers import LARGE
from tests.narrow import of_kind

LANGUAGES: Final = (*LOCALES, *REGIONAL)


def page_about(topic: str, locale: str) -> Page:
    return build_page(PageKey(HELP, topic=topic), locale)


def counts() -> Iterator[int]:
    yield from (20, 5)  # docs/tables.md: a winner gets 20 points, a loser 5
    yield from [max(met for met in range(1, 50) if earned(20, met) == 20)] * 2


def chips() -> Iterator[int]:
    for made in (first_present("p", 0.0), daily_present("p", "", 0.0), level_present("p", 2, 0.0)):
        yield made.amount
    stake = int(STAKE.values[2])
    yield from (stake, stake, stake)
    yield max(number for number in range(100_000) if STAKE.read(str(number)) is not None)
    bank = 2 * stake // 4  # docs/tables.md: a quarter is the bank's
    yield from (4, 2 * stake, 2 * stake - bank, bank)


def levels() -> Iterator[int]:
    reached = [level(points) for points in range(10_000)]
    yield len({reached_level.number for reached_level in reached})
    yield level_present("p", 2, 0.0).amount
    for points, reached_level in enumerate(reached):
        if not points or reached[points - 1].number != reached_level.number:
            yield from (reached_level.number, points)
            yield int(SPANISH.ranks[reached_level.card % 10])


def badges() -> Iterator[int]:
    yield len(BADGES)


def strength() -> Iterator[int]:
    new = beginner("", "argentino", "p")
    yield from shown(new)
    sigmas = [new.sigma * step / 10_000 for step in range(10_000)]
    sure = max(sigma for sigma in sigmas if not is_provisional(replace(new, sigma=sigma)))
    yield shown(replace(new, sigma=sure))[1]
    model, spread = PlackettLuce(), 2**0.5 * PlackettLuce().beta
    yield shown(replace(new, mu=new.mu + spread))[0] - shown(new)[0]
    better, other = model.rating(new.mu + spread, 1e-6), model.rating(new.mu, 1e-6)
    yield round(100 * model.predict_win([[better], [other]])[0])


def points(form: Format, *winners: int) -> int:
    """What the first of two units has after pairings with these winners."""
    units = tuple(Unit((Entrant(name, name),)) for name in "ab")
    pairings = (Pairing(n, 0, 0, 1, winner=winner) for n, winner in enumerate(winners))
    made = Tournament(form, entrants=(), units=units, pairings=tuple(pairings))
    return next(placing.points for placing in standings(made) if placing.unit == 0)


def opened(line: str) -> OpenTable:
    typed = of_kind(Typed, parse(line))
    sent = of_kind(Send, interpret(typed, asker()))
    return of_kind(OpenTable, sent.command)


def tournaments() -> Iterator[int]:
    yield most_entrants(Tournament(Format.SWISS))
    yield from (int(choice.value) for choice in COMMAND["torneo"].option("equipos").choices)
    yield most_entrants(Tournament(Format.ROUND_ROBIN))
    yield from (points(Format.ROUND_ROBIN, 0), points(Format.SWISS, 0))
    won = [points(Format.ARENA, *[0] * wins) for wins in range(6)]
    gained = [after - before for before, after in pairwise(won)]
    yield from (gained[0], gained[-1], gained.index(gained[-1]))
    yield COMMAND["torneo"].option("duracion").high
    yield opened("/torneo abrir formato:liga").days
    yield COMMAND["torneo"].option("dias").high
    yield from (points(Format.LEAGUE, 0), points(Format.LEAGUE, NOBODY))
    yield 4  # docs/tables.md: a quarter is the bank's


EXPECTED: Final[dict[str, Callable[[], Iterator[int]]]] = {
    "cuenta": counts,
    "fichas": chips,
    "niveles": levels,
    "insignias": badges,
    "fuerza": strength,
    "torneos": tournaments,
}


def numbers(text: str, locale: str) -> Counter[int]:
    """The numbers of a text; ranks that a language says in a word are numbers too."""
    for rank in SPANISH.ranks:
        text = re.sub(rf"(?<=· ){words_for(locale).text(f'rank.{rank}')}\b", rank, text)
    return Counter(int(number) for number in re.findall(r"\d+", text))


def test_every_line_that_is_written_stands_on_a_page() -> None:
    told = "".join(help_club(topic, IdWords("es")) for topic in CLUB)
    written = {id for id in entries_of("es", "") if id.startswith("help.club.")}
    assert written == {*re.findall(r"<(help\.club\.[\w.-]+)", told)} | {"help.club.format"}


def test_every_page_has_its_numbers_checked() -> None:
    assert tuple(EXPECTED) == CLUB


@pytest.mark.parametrize("topic", CLUB)
def test_every_number_is_what_the_code_does(topic: str) -> None:
    expected = Counter(EXPECTED[topic]())
    for locale in LANGUAGES:
        assert numbers(page_about(topic, locale).text, locale) == expected, locale


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("topic", CLUB)
def test_no_number_is_written_as_a_word(topic: str, locale: str) -> None:
    found = set(re.findall(rf"\b(?:{LARGE[locale[:2]]})\b", page_about(topic, locale).text))
    assert found <= ({"doze"} if topic == "insignias" else set[str]()) or topic == "niveles"


@pytest.mark.parametrize("locale", LOCALES)
def test_one_press_leads_from_help_to_each_page(locale: str) -> None:
    start = build_page(PageKey(HELP), locale)
    keys = {leaf.key: leaf.label for leaf in start.topics}
    for topic in CLUB:
        page = page_about(topic, locale)
        assert keys[str(PageKey(HELP, topic=topic))] == page.title
        assert read_key(str(PageKey(HELP, topic=topic))) == PageKey(HELP, topic=topic)
        assert {str(PageKey(HELP, topic=other)) for other in (START, *CLUB)} <= {
            leaf.key for leaf in page.topics
        }


def test_the_page_about_badges_leads_to_all_of_them() -> None:
    for topic in CLUB:
        keys = [leaf.key for leaf in page_about(topic, "es").topics]
        assert (str(PageKey(ALL_BADGES)) in keys) == (topic == "insignias")


@pytest.mark.parametrize("topic", CLUB)
def test_each_page_may_be_typed_in_every_language(topic: str) -> None:
    option = COMMAND["ayuda"].option("tema")
    choice = next(choice for choice in option.choices if choice.value == topic)
    for name in choice.names.all():
        for line in (f"/ayuda {name}", f"/ajuda {name.upper()}", f"/help topic:{name}"):
            typed = of_kind(Typed, parse(line))
            assert interpret(typed, asker()) == ShowPage("ayuda", (("tema", topic),)), line
