"""What beats what, beside the hand: made from the rules of the table and the turned card, with the
reader's own cards marked and nobody else's."""

import pytest

from adapters.discord.emoji import Emoji
from adapters.discord.layout import draw
from adapters.discord.pages import order as discord_order
from adapters.telegram.layout import hand_page, order_alert
from adapters.telegram.message import ALERT
from bot.screen import Rung, Screen
from bot.screens import build
from bot.tokens import ORDER, encode
from bot.words import LOCALES
from engine.cards import RANKS, SUITS, UNKNOWN
from engine.rules.ranking import order_with
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from engine.variants import VARIANTS, table_for
from tests.bot.scenes import MATCH, dealt, dealt_anyhow, info_for, played

VIRA = table_for("paulista", 2)


def screen(state: State, seat: int = 0, locale: str = "es") -> Screen:
    return build(info_for(state.table), view(state, seat), locale)


def rung_of(code: str, rungs: tuple[Rung, ...]) -> int:
    return next(place for place, rung in enumerate(rungs) if code in rung.codes)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", VARIANTS)
def test_it_is_the_order_of_the_rules_with_ones_own_cards_marked(game: str, locale: str) -> None:
    state = dealt_anyhow(table_for(game, 2), 1)
    shown, seen = screen(state, 0, locale), view(state, 0)
    deck, order = state.table.spelling, order_with(state.table.rules.cards, seen.turned)
    assert [rung.codes for rung in shown.order] == [tuple(map(deck.write, rung)) for rung in order]
    marked = {code for rung in shown.order for code in rung.mine}
    assert marked == {deck.write(card) for card in seen.cards if card != UNKNOWN}
    assert all(rung.text for rung in shown.order)
    assert screen(state, PUBLIC, locale).order == ()
    alert = order_alert(shown)
    assert len(alert) <= ALERT
    assert not alert.endswith("…")
    assert alert.count("[") == len(marked)


def test_the_turned_card_makes_it_anew() -> None:
    """PA-CAR-02: after a five the sixes are above all others, clubs first."""
    rungs = screen(dealt(VIRA, 1, "6c 4s 3d", "7c 7h 7s", turned="5h")).order
    assert [rung.codes for rung in rungs[:4]] == [("6c",), ("6h",), ("6s",), ("6d",)]
    assert rungs[0].mine == ("6c",)
    assert len({code for rung in rungs for code in rung.codes}) == RANKS * SUITS - 1


def test_a_card_that_was_laid_is_mine_no_longer() -> None:
    state = dealt(table_for("argentino", 2), 1, "1e 4b 5c", "7e 6b 3c")
    assert rung_of("1e", screen(state).order) == 0
    assert screen(state).order[0].mine == ("1e",)
    state, _ = played(state, "0 play 1e")
    assert screen(state).order[0].mine == ()


def test_another_deal_of_the_others_changes_nothing() -> None:
    table = table_for("argentino", 2)
    one, two = (dealt(table, 1, "1e 4b 5c", others) for others in ("7e 6b 3c", "2e 10b 12c"))
    assert screen(one).order == screen(two).order


def test_messengers_have_a_button_for_it() -> None:
    state = dealt(table_for("argentino", 2), 1, "1e 4b 3c", "7e 6b 5c")
    shown, token = screen(state), encode(MATCH, "", ORDER)
    keys = [key.data for row in hand_page(shown).keys for key in row]
    assert keys.count(token) == 1
    assert token in str(draw(shown, Emoji()).components)
    told = str(discord_order(shown, Emoji()).components)
    assert [rung.text in told for rung in shown.order] == [True] * len(shown.order)
    assert {"[1 ⚔️]", "3 [3 🏆]", "2"} < set(order_alert(shown).partition("\n")[2].split(" › "))
