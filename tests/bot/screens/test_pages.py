"""Help and rules by pages: everything is on one of them, and each has room on every platform."""

import re
from functools import cache, partial
from typing import Final

import pytest

from adapters.discord.message import walk
from adapters.discord.pages import page as discord_page
from adapters.telegram.pages import text_page as telegram_page
from bot.catalogue import COMMANDS, ShowPage, Typed, interpret, parse, read_key
from bot.chat_commands import Cannot
from bot.model import Status
from bot.pages.rules import PAGE as RULES_PAGE
from bot.screens import rules_card
from bot.screens.help.help_pages import build_page
from bot.screens.pages import HELP, HERE, PAYMENTS, ROOM, RULES, SHEET, START, BadKey, Page, PageKey
from bot.screens.rules.rules import order_text
from bot.tokens import LIMIT
from bot.words import LOCALES, words_for
from bot.words.articles import TOPICS, article_for, articles, articles_about, told_articles
from engine.variants import VARIANTS, table_for
from tests.adapters.discord.test_layout import taken
from tests.bot.helpers import ANA, BETO, CARLA, Table, asker_here, commanded
from tests.bot.scenes import MATCH, dealt_anyhow, info_for, played
from tests.narrow import of_kind

page_with_commands: Final = partial(build_page, commands=COMMANDS)


def turned(first: Page, locale: str, **about: object) -> list[Page]:
    """A page and those after it."""
    found = [first]
    while True:
        after = [
            leaf for leaf in found[-1].turns if leaf.label == words_for(locale).text("page.after")
        ]
        if not after:
            return found
        found.append(page_with_commands(read_key(after[0].key), locale, **about))  # type: ignore[arg-type]


@cache
def every_page(locale: str) -> list[Page]:
    found = []
    for leaf in build_page(PageKey(HELP), locale).topics:
        found += turned(page_with_commands(read_key(leaf.key), locale), locale)
    for name, variant in VARIANTS.items():
        info = info_for(table_for(name, variant.players[-1]))
        for topic in ("", "opciones", "mano", "cartas", "senas"):
            key = PageKey(RULES, info.match, topic)
            found += turned(build_page(key, locale, info), locale, info=info)
    return found


async def test_after_its_end_the_rules_are_those_of_the_match(table: Table) -> None:
    """People ask why the last hand ended as it did."""
    assert RULES_PAGE.answer is not None
    asks = commanded(table, ANA, "Ana", {"tema": "mano"})
    assert await RULES_PAGE.answer(asks) == PageKey(RULES, "", "mano")
    await table.seated(ANA, BETO)
    assert await RULES_PAGE.answer(asks) == PageKey(RULES, "", "mano"), "as in the page's hall"
    await table.agree(ANA, BETO)
    assert (await table.info()).status is Status.OVER
    assert await RULES_PAGE.answer(asks) == PageKey(RULES, table.match, "mano")
    asks = commanded(table, CARLA, "Carla", {"tema": "mano"})
    assert await RULES_PAGE.answer(asks) == PageKey(RULES, "", "mano"), "it was not theirs"


def has_room(page: Page, locale: str) -> None:
    """On every platform."""
    assert page.title
    assert 0 < len(page.text) <= ROOM
    message = discord_page(page, locale)
    taken(message)
    said = "".join(part.get("content", "") for part in walk(message.components))
    assert re.sub(r"[\\*]", "", said).endswith(page.text[-40:])
    assert len(telegram_page(page).html) <= 4096
    assert all(len(leaf.key.encode()) <= LIMIT for leaf in (*page.topics, *page.turns))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_has_room_everywhere(locale: str) -> None:
    pages = every_page(locale)
    assert len(pages) > 40
    for page in pages:
        has_room(page, locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_lost_between_pages(locale: str) -> None:
    words = words_for(locale)
    said = "\n".join(page.text for page in every_page(locale))
    for command in COMMANDS:
        assert f"/{command.names.of(locale)}: {words.text(command.description)}" in said
    info = info_for(table_for("uruguayo", 6))
    for line in rules_card(info, locale).replace(SHEET, "").split("\n")[1:]:
        assert line in said


@pytest.mark.parametrize("locale", LOCALES)
def test_help_speaks_of_this_table_first(locale: str) -> None:
    info = info_for(table_for("venezolano", 4), status=Status.LOBBY)
    page = build_page(PageKey(HELP, info.match), locale, info)
    here = [leaf for leaf in page.topics if leaf.here]
    assert [read_key(leaf.key).topic for leaf in here] == [HERE]
    assert [read_key(leaf.key).topic for leaf in page.topics][:3] == [HERE, START, "venezolano"]
    assert len(page.topics) == len(VARIANTS) + 3
    alone = build_page(PageKey(HELP), locale)
    assert words_for(locale).text("help.start") in alone.text


@pytest.mark.parametrize("locale", LOCALES)
def test_without_a_table_a_part_of_the_rules_is_shown_alone(locale: str) -> None:
    words = words_for(locale, "argentino")
    cards = build_page(PageKey(RULES, topic="cartas"), locale)
    assert words.text("rules.cards.title") in cards.text
    assert order_text(table_for("argentino", 2), words) in cards.text
    assert words.text("option.target") not in cards.text
    senas = build_page(PageKey(RULES, topic="senas"), locale)
    assert words.text("sena.SE-AR-01") in senas.text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("players", "options", "why"),
    [(2, {}, "say.no_partner"), (4, {"senas": "off"}, "reason.SENAS_OFF")],
)
def test_a_table_without_senas_says_why(
    players: int, options: dict[str, str], why: str, locale: str
) -> None:
    table = table_for("argentino", players, options)
    page = build_page(PageKey(RULES, MATCH, "senas"), locale, info_for(table))
    assert words_for(locale).text(why) in page.text


ARTICLE = re.compile(r"\b[A-Z]{2}-[A-Z]{3}-\d\d\b|\bSI-\d\d\b")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("topic", ["", "opciones", "mano", "cartas", "senas"])
def test_articles_have_a_page_of_their_own(variant: str, locale: str, topic: str) -> None:
    """Rules are read first; the numbers are there for who looks one up."""
    table = table_for(variant, 2, {"blind_calls": "off"} if variant == "tradicional-18" else {})
    _, events = played(dealt_anyhow(table, 1), "0 truco", "1 noquiero")
    first = build_page(PageKey(RULES, MATCH, topic), locale, info_for(table), events=events)
    pages = turned(first, locale, info=info_for(table), events=events)
    assert not ARTICLE.search(pages[0].text)
    told = [page for page in pages if ARTICLE.search(page.text)]
    assert bool(told) == (topic in ("", "opciones", "mano"))
    heading = words_for(locale).text("rules.articles.title")
    assert all(page.text.startswith(heading) for page in told[:1])
    assert told == pages[len(pages) - len(told) :]


@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_of_a_game_without_a_table(variant: str) -> None:
    page = build_page(PageKey(RULES, topic=variant), "es")
    title = rules_card(None, "es", variant=variant).split("\n")[0]
    assert page.title == f"{title} (1/2)"
    games, to_payments = page.topics[:-1], page.topics[-1]
    assert [leaf.here for leaf in games] == [game == variant for game in VARIANTS]
    assert read_key(to_payments.key).topic == f"{PAYMENTS}-{variant}"


def test_a_longer_text_is_turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.pages.ROOM", 200)
    info = info_for(table_for("uruguayo", 6))
    first = build_page(PageKey(RULES, info.match), "en", info)
    pages = turned(first, "en", info=info)
    assert len(pages) > 5
    assert all(len(page.text) <= 200 for page in pages)
    assert [len(page.turns) for page in pages] == [1, *[2] * (len(pages) - 2), 1]
    assert f"(2/{len(pages)})" in pages[1].title
    before = build_page(read_key(pages[1].turns[0].key), "en", info)
    assert before == first
    words = " ".join(" ".join(page.text.split()) for page in pages)
    card = rules_card(info, "en").partition("\n")[2].replace(SHEET, "")
    assert words.split() == card.split(), "every word, in order, once"
    beyond = build_page(PageKey(RULES, info.match, part=99), "en", info)
    assert beyond == pages[-1]


@pytest.mark.parametrize(
    "key",
    [
        "",
        "p1.",
        "p1.ayuda",
        "p1.ayuda...x",
        "p1.otra...0",
        "p1.ayuda..senas.0",
        "p1.reglas.a b..0",
        "p1.ayuda.ñ..0",
        f"p1.ayuda.{'a' * 47}..0",
        f"p1.ayuda...{'9' * 5000}",
    ],
)
def test_other_keys_are_none(key: str) -> None:
    with pytest.raises(BadKey):
        read_key(key)


# --- one article ---------------------------------------------------------------------------------


NO_ARTICLE = f"AR-ENV-{77}"


def asked(line: str, locale: str = "es") -> ShowPage | Cannot:
    """What a typed line about the rules means, without a table."""
    read = parse(line, locale, "argentino")
    if isinstance(read, Cannot):
        return read
    assert isinstance(read, Typed)
    meant = interpret(read, asker_here(locale=locale))
    assert isinstance(meant, ShowPage | Cannot)
    return meant


@pytest.mark.parametrize(
    "line",
    [
        "/reglas AR-ENV-07",
        "/rules ar-env-7",
        "/regras artigo:arenv07",
        "/reglas articulo:AR-ENV-07",
    ],
)
def test_an_article_is_asked_for_by_its_id(line: str) -> None:
    assert asked(line) == ShowPage("reglas", (("tema", "AR-ENV-07"),))


@pytest.mark.parametrize(
    ("locale", "language"), [("es", "es"), ("es_AR", "es"), ("pt_BR", "es"), ("en", "en")]
)
def test_an_article_is_quoted_in_the_readers_language(locale: str, language: str) -> None:
    page = build_page(PageKey(RULES, topic="AR-ENV-07"), locale)
    assert page.title == words_for(locale).text("rules.quoted", article="AR-ENV-07")
    text, found = article_for("AR-ENV-07", locale)
    assert found == language
    assert page.text.startswith(text)
    kept = "rules.quoted.english" if language == "en" else f"rules.quoted.{language}"
    assert page.text.endswith(words_for(locale).text(kept))
    assert [read_key(leaf.key).topic for leaf in page.topics] == ["AR-ENV-01"]


def test_nearly_every_article_is_told_in_its_players_language() -> None:
    assert article_for("PA-TRU-03", "pt_BR")[1] == "pt"
    told = [id for id in articles() if article_for(id, "es")[1] != "en"]
    assert len(told) >= 395
    assert {id[:2] for id in articles() if id not in told} <= {"SI"}


def test_every_article_has_room_on_one_page_everywhere() -> None:
    for id in articles():
        page = build_page(PageKey(RULES, topic=id), "pt_BR")
        assert not page.turns
        has_room(page, "pt_BR")


@pytest.mark.parametrize(
    "line", [f"/reglas {NO_ARTICLE}", f"/reglas articulo:{NO_ARTICLE.lower()}"]
)
def test_an_unknown_article_is_answered_with_the_nearest(line: str) -> None:
    cannot = of_kind(Cannot, asked(line))
    assert cannot.id == "say.no_article"
    parameters = dict(cannot.parameters)
    assert parameters["text"] == NO_ARTICLE
    assert "AR-ENV-07" in parameters["near"]


def test_a_word_that_is_no_article_is_one_of_the_topics_that_failed() -> None:
    for line, id in (("/reglas todo", "say.bad_value"), ("/reglas articulo:x", "say.no_article")):
        assert of_kind(Cannot, asked(line)).id == id


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_asked_most_has_its_page(variant: str, locale: str) -> None:
    """The articles about it, in the reader's language, each with its number."""
    letters = table_for(variant, 2).rules.article("hand")[:2]
    for topic in TOPICS:
        key = PageKey(RULES, topic=f"{topic}-{variant}")
        assert read_key(str(key)) == key
        pages = turned(build_page(key, locale), locale)
        text = "\n".join(page.text for page in pages)
        for id in articles_about(topic, letters):
            assert f"{id}: {article_for(id, locale)[0].splitlines()[0]}" in text


def test_a_told_article_is_a_sentence() -> None:
    for text in told_articles().values():
        assert text[0] in "«¿¡*" or text[0].isupper() or text[0].isdigit(), text
        assert not re.search(r"\b(o|y|e|ou|que|de|com|con)\.$", text), text


@pytest.mark.parametrize(
    ("line", "topic"),
    [
        ("/reglas envido", "envido"),
        ("/reglas falta", "falta"),
        ("/reglas parda", "parda"),
        ("/regras empate", "parda"),
        ("/reglas mazo", "mazo"),
        ("/reglas señas", "senas"),
        ("/reglas mano", "mano"),
    ],
)
def test_rules_are_asked_by_a_word(line: str, topic: str) -> None:
    read = of_kind(Typed, parse(line))
    assert dict(read.values) == {"tema": topic}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_card_is_asked_by_its_name(locale: str) -> None:
    read = of_kind(Typed, parse("/reglas siete de espadas", locale))
    assert dict(read.values) == {"carta": "7e"}
    page = build_page(PageKey(RULES, topic="carta_7e"), locale)
    words = words_for(locale, "argentino")
    assert words.text("rules.card.beaten", n=2) in page.text
    assert words.text("rules.card.envido", n=7) in page.text
    assert build_page(PageKey(RULES, topic="carta_Kh"), locale).title
