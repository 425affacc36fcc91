"""A film in a messenger: a page for each step, turned by its buttons."""

import pytest

from bot.catalogue import page_for, read_key
from bot.film.card import film_key, film_page
from bot.film.frames import OPEN, Film, film_of
from bot.screens.moment.spoken import spoken
from bot.screens.moment.tally import standing
from bot.screens.pages import FILM, BadKey, Page, PageKey, read_eye, write_eye
from bot.tokens import LIMIT
from bot.words import words_for
from tests.bot.helpers import ANA, HERE, STRANGER, Table
from tests.bot.ids import id_words
from tests.bot.pictures.test_film import NAMED
from tests.bot.pictures.test_films import private
from tests.bot.store.test_records import won

MATCH = "abcd2345"
WORDS = words_for("es")


def film() -> Film:
    return film_of(NAMED, MATCH)


def page(key: PageKey) -> Page:
    return film_page(film(), key, "es", (), {}, played=False)


def places(shown: Page) -> list[int]:
    keys = [read_key(leaf.key) for leaf in shown.turns]
    return [key.part for key in keys if key.what == FILM]


def test_a_whole_film_is_read_by_its_buttons() -> None:
    key, seen = film_key(MATCH), [0]
    while forth := [leaf for leaf in page(key).turns if leaf.label == WORDS.text("film.forth")]:
        key = read_key(forth[0].key)
        seen.append(key.part)
    assert seen == list(range(len(film())))


def test_buttons_lead_a_step_and_a_hand_both_ways() -> None:
    last, second = len(film()) - 1, film().first_of(1)
    assert places(page(PageKey(FILM, MATCH))) == [1, second]
    assert places(page(PageKey(FILM, MATCH, part=2))) == [0, 1, 3, second]
    assert places(page(PageKey(FILM, MATCH, part=second))) == [0, second - 1, second + 1, last]
    assert places(page(PageKey(FILM, MATCH, part=last))) == [second, last - 1]


def test_no_two_buttons_of_a_page_are_the_same() -> None:
    """Discord refuses a message in which two are."""
    for eye in (OPEN, 0, 1):
        for part in range(len(film())):
            one = page(PageKey(FILM, MATCH, write_eye(eye), part))
            keys = [leaf.key for leaf in (*one.turns, *one.topics)]
            assert len(set(keys)) == len(keys)
            assert all(len(key.encode()) <= LIMIT for key in keys)


def test_an_eye_sees_its_own_cards_alone() -> None:
    step = 3  # after the first card
    (ana, beto) = (WORDS.text("film.held", name=name, cards="").strip() for name in ("Ana", "Beto"))
    open_hands = page(PageKey(FILM, MATCH, "a", step)).text
    assert ana in open_hands
    assert beto in open_hands
    hers = page(PageKey(FILM, MATCH, "0", step)).text
    assert ana in hers
    assert beto not in hers
    assert "tres de espadas" not in hers


def test_a_page_tells_its_step_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.film.card.words_for", id_words)
    key, links = PageKey(FILM, MATCH, "0", 4), ("https://a", "https://b")
    shown = film_page(film(), key, "es", links, {3: "before", 4: "truco"}, played=True)
    screen = film().frame(4, "es", 0).screen
    told = " ".join(line.text for line in screen.log)
    laid = (card.label for card in screen.tricks[0].cards)
    assert (shown.title, shown.headings) == (
        f"<film.title title={screen.title} n=5 total=10>",
        (told,),
    )
    assert [line.id for line in screen.log] == ["log.laid", "trick.won"]
    assert shown.text.splitlines() == [
        told,
        "<film.judged told=truco>",
        standing(screen.scores, WORDS),
        *(line.text for line in screen.lines),
        "<trick.going trick=<trick.1> cards=<card.laid_by card={} name=Ana>; "
        "<card.laid_by card={} name=Beto>>".format(*laid),
        f"<table.says said={spoken(screen.seats, id_words('es'))}>",
        f"<film.held name=Ana cards={', '.join(card.label for card in screen.cards)}>",
        *links,
    ]
    assert [leaf.label for leaf in shown.turns] == [
        *("<film.hand.before>", "<film.back>", "<film.forth>", "<film.hand.after>"),
        *("<film.analyse>", "<film.verify>"),
    ]
    assert [read_key(leaf.key).topic for leaf in shown.turns[:4]] == ["0a", "0b", "0c", "0d"]


def test_the_turned_card_is_told_once_on_a_page() -> None:
    record = "record 1\nvariant paulista\nplayers 2\n\nhand dealer 1 turned 6d\n"
    played = "0 play 3c\n1 play Kc\n0 play 2c\n"
    turned = film_of(f"{record}deal 0 3c 2c 4c\ndeal 1 Kc Qc Jc\n{played}", MATCH)
    for part in range(len(turned)):
        key = PageKey(FILM, MATCH, "0", part)
        shown = film_page(turned, key, "es", (), {}, played=False)
        lines = shown.text.splitlines()
        assert len([line for line in lines[1:] if line.startswith("Vira: ")]) == 1


def test_a_step_or_a_seat_that_is_not_there() -> None:
    """A button of another film, or a forged one: the last step, all hands open."""
    assert page(PageKey(FILM, MATCH, "2", 10**9)) == page(
        PageKey(FILM, MATCH, "a", len(film()) - 1)
    )


@pytest.mark.parametrize("topic", ["b", "8", "aa!", "00", "-1", "ae"])
def test_an_eye_is_read_strictly(topic: str) -> None:
    with pytest.raises(BadKey):
        read_key(f"p1.{FILM}.{MATCH}.{topic}.0")


def test_eyes_are_read_as_they_are_written() -> None:
    for eye in (OPEN, *range(8)):
        for way in ("", "a", "d"):
            assert read_eye(write_eye(eye, way)) == eye


async def test_a_page_of_a_stored_match(table: Table) -> None:
    await won(table)
    found = await page_for(table.service, film_key(table.match), STRANGER, "es", HERE)
    assert found.turns
    assert [leaf.here for leaf in found.topics] == [True, False, False]


async def test_a_running_match_and_an_unknown_one_have_no_page(table: Table) -> None:
    await table.seated(ANA)
    running = await page_for(table.service, film_key(table.match), ANA, "es", HERE)
    unknown = await page_for(table.service, film_key("zzzzzzzz"), ANA, "es", HERE)
    nothing = await page_for(table.service, film_key(""), ANA, "es", HERE)
    assert running == unknown == nothing
    assert running.turns == running.topics == ()


async def test_a_private_match_is_shown_where_it_was_played(table: Table) -> None:
    await private(table)
    key = film_key(table.match)
    elsewhere = type(HERE)("other:community", "Otra")
    assert (await page_for(table.service, key, STRANGER, "es", HERE)).turns
    assert not (await page_for(table.service, key, STRANGER, "es", elsewhere)).turns
    assert (await page_for(table.service, key, ANA, "es", elsewhere)).turns
