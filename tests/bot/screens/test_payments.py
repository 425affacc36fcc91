"""The page of what calls pay: as text and as a picture, at a table and away from one."""

import pytest

from bot.catalogue import ShowPage, Typed, interpret, parse
from bot.catalogue.pages import read_key
from bot.screens.help.help_pages import build_page
from bot.screens.help.payments import paying_table, payments_board, payments_lines
from bot.screens.pages import PAYMENTS, RULES, PageKey
from bot.words import LOCALES, words_for
from engine.seen.payments import payments
from engine.seen.view import PUBLIC, view
from engine.variants import VARIANTS, table_for
from tests.bot.catalogue.test_catalogue import asker
from tests.bot.helpers import texts
from tests.bot.ids import id_words
from tests.bot.scenes import dealt_anyhow, info_for
from tests.narrow import of_kind, present


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", VARIANTS)
def test_a_game_has_its_page(game: str, locale: str) -> None:
    key = PageKey(RULES, topic=f"{PAYMENTS}-{game}")
    assert read_key(str(key)) == key
    page = build_page(key, locale)
    assert page.title == words_for(locale, game).text(
        "payments.title", game=words_for(locale, game).text(f"variant.{game}")
    )
    picture = present(page.picture)
    told = [*picture.alt.split("\n")[1:], *picture.beside.split("\n")]
    assert sorted(texts(told)) == sorted(texts(page.text.split("\n"))), "each line once"
    rows = payments(paying_table(game))
    board = payments_board(paying_table(game), (0, 0), locale)
    assert len(board.rows) == len(rows)
    for row in board.rows:
        assert row.name in page.text
        assert row.numbers[0].strip("–") in page.text


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        (
            "argentino",
            {
                "<payments.silent>": ("1", "–"),
                "truco + retruco": ("3", "2"),
                "envido + real envido": ("5", "2"),
                "<payments.alone>": ("3", "–"),
                "flor": ("4", "3"),
                "flor + contraflor": ("6", "4"),
            },
        ),
        ("venezolano", {"envido + 5 piedras": ("7", "2"), "flor + flor": ("3", "–")}),
    ],
)
def test_a_row_names_its_calls(
    game: str, rows: dict[str, tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.help.payments.words_for", id_words)
    board = payments_board(paying_table(game), (0, 0), "es")
    told = [(row.name, row.numbers) for row in board.rows]
    for row in rows.items():
        assert told.count(row) == 1, row


def test_a_table_has_its_own_payments_and_score() -> None:
    table = table_for("argentino", 4, {"falta": "leader_shortfall"})
    state = dealt_anyhow(table, 3, (9, 4))
    page = build_page(
        PageKey(RULES, topic=PAYMENTS), "es", info_for(table), (), view(state, PUBLIC)
    )
    rows, notes = payments_lines(table, (9, 4), "es")
    assert page.text == "\n".join([*rows, "", *notes]).strip()
    assert "21*" in page.text
    assert "26" not in page.text


def test_the_rules_lead_to_what_is_paid() -> None:
    for topic in ("", "uruguayo"):
        leaf = build_page(PageKey(RULES, topic=topic), "es").topics[-1]
        game = topic or next(iter(VARIANTS))
        assert read_key(leaf.key).topic == f"{PAYMENTS}-{game}"


def test_it_is_asked_for_by_name() -> None:
    for line in ("/reglas pagos", "/regras tema:pagamentos", "/rules payments"):
        read = of_kind(Typed, parse(line))
        assert interpret(read, asker()) == ShowPage(RULES, (("tema", PAYMENTS),))
