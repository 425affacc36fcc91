"""The receipt of one's own cards: behind a button of the private hand, while the hand is played."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from adapters.discord.emoji import Emoji
from adapters.discord.layout import draw
from adapters.telegram.layout import hand_page
from bot import tokens
from bot.asking import OpenPage, read_press
from bot.catalogue import page_for, read_key
from bot.match.proofs import Receipt
from bot.match.vault import Vault
from bot.messages import Accepted, Cut, PersonId, ProposeEnd, SetOptions
from bot.screen import Screen
from bot.screens.pages import RECEIPT, BadKey, Page, PageKey
from bot.store import Store
from bot.words import LOCALES, words_for
from engine.cards import UNKNOWN
from engine.fairness.deal import AZAR_2
from engine.fairness.deck import FairDeck
from engine.numbers import NOBODY
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, HERE, STRANGER, Table
from tests.kept import check_kept

KEY = b"k" * 32
GOLDEN = Path(__file__).parent / "golden" / "receipts"


@pytest.fixture
def table(store: Store) -> Table:
    """A service with a vault."""
    return Table(store, vault=Vault(KEY, random=Random(1).randbytes))


async def screen(table: Table, person: PersonId | None, locale: str = "es") -> Screen:
    found = await table.service.screens.screen(table.match, person, locale)
    assert found is not None
    return found


def button_of(shown: Screen) -> list[str]:
    return [button.token for button in shown.buttons if button.group == "proof"]


async def page(table: Table, person: PersonId | None, locale: str = "es") -> Page:
    """The page behind the button."""
    pressed = read_press(tokens.encode(table.match, "", tokens.RECEIPT))
    assert isinstance(pressed, OpenPage)
    key = pressed.key
    assert key == PageKey(RECEIPT, table.match)
    return await page_for(table.service, key, person, locale, HERE)


async def receipt(table: Table, person: PersonId) -> Receipt:
    found = await table.service.proofs.receipt(table.match, person)
    assert found is not None
    return found


async def assert_right(table: Table, person: PersonId) -> Receipt:
    """The receipt is what the protocol says of this person's cards."""
    found, view, info = await receipt(table, person), await table.view(person), await table.info()
    write = table_for(info.variant, info.players, dict(info.options)).spelling.write
    assert [card.card for card in found.cards] == [write(card) for card in view.dealt]
    assert (found.agrees, found.hand) == (True, view.number)
    return found


async def assert_none(table: Table, person: PersonId | None) -> None:
    """There is no receipt, and the page says so."""
    assert (await page(table, person)).title == words_for("es").text("receipt.none.title")


async def test_each_has_their_own(table: Table) -> None:
    await table.seated(ANA, BETO, players=4)
    token = tokens.encode(table.match, "", tokens.RECEIPT)
    mine = {}
    for person in (ANA, BETO):
        assert button_of(await screen(table, person)) == [token]
        found = await assert_right(table, person)
        text = (await page(table, person)).text
        assert found.root in text
        assert all(f"{card.place} · {card.salt} · {card.card}" in text for card in found.cards)
        mine[person] = {card.salt for card in found.cards}
    assert not [salt for salt in mine[ANA] if salt in (await page(table, BETO)).text]
    assert button_of(await screen(table, None)) == []
    for other in (STRANGER, CARLA, None):
        await assert_none(table, other)


async def cut_by_whose_turn_it_is(table: Table) -> None:
    info = await table.info()
    person = info.seats[info.cutter].person
    cut = Cut(request=table.request(), person=person, match=table.match, where="medio")
    assert isinstance(await table.send(cut), Accepted)


async def test_it_stands_until_the_next_deal_also_while_that_is_being_cut(table: Table) -> None:
    """The root is that of the hand, not of the pack that waits for its cut."""
    await table.seated(ANA, BETO, variant="tradicional-18", blind_calls="off")
    assert (await table.info()).root
    await assert_none(table, ANA)
    await cut_by_whose_turn_it_is(table)
    before = await assert_right(table, ANA)
    mano = (await table.info()).seats[(await table.view(None)).awaited[0]].person
    await table.do(mano, "mazo")
    while (info := await table.info()).cutter == NOBODY:
        await table.next_deadline()
    assert await assert_right(table, ANA) == before
    assert before.root != info.root
    assert button_of(await screen(table, ANA))
    await cut_by_whose_turn_it_is(table)
    after = await assert_right(table, ANA)
    assert (after.hand, after.root) == (before.hand + 1, info.root)


async def test_whoever_may_not_see_their_cards_has_none(table: Table) -> None:
    """The pie of tradicional-18 who has not chosen yet."""
    await table.seated(ANA, BETO, variant="tradicional-18")
    await cut_by_whose_turn_it_is(table)
    (pie,) = [person for person in (ANA, BETO) if UNKNOWN in (await table.view(person)).dealt]
    assert button_of(await screen(table, pie)) == []
    await assert_none(table, pie)
    await table.do(pie, "ver")
    await assert_right(table, pie)
    assert button_of(await screen(table, pie))


async def test_with_velo_it_is_what_one_has(table: Table) -> None:
    await table.open()
    await table.join(BETO)
    veiled = (("velo", "si"),)
    await table.send(
        SetOptions(request=table.request(), person=ANA, match=table.match, options=veiled)
    )
    await table.start()
    assert (await table.info()).velo
    await assert_right(table, ANA)


async def test_where_nothing_is_proved_there_is_none(store: Store) -> None:
    table = Table(store)
    await table.seated(ANA, BETO)
    assert button_of(await screen(table, ANA)) == []
    await assert_none(table, ANA)


async def test_a_late_press_is_answered(table: Table) -> None:
    """When the match is over, ``/verificar`` has everything."""
    await table.open()
    await assert_none(table, ANA)
    await table.join(BETO)
    await table.start()
    for person in (ANA, BETO):
        await table.send(ProposeEnd(request=table.request(), person=person, match=table.match))
    assert button_of(await screen(table, ANA)) == []
    await assert_none(table, ANA)
    table.match = "zzzz2222"
    await assert_none(table, ANA)


def test_no_page_turns_into_it() -> None:
    """A forged key for a message that others read."""
    with pytest.raises(BadKey):
        read_key(str(PageKey(RECEIPT, "abcd2345")))


async def test_a_deck_that_is_not_the_sealed_one_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.seated(ANA, BETO)
    fair = AZAR_2.fair_deck

    def other(*wanted: object) -> FairDeck:
        made = fair(*wanted)  # type: ignore[arg-type]
        return replace(made, cards=(*made.cards[1:], made.cards[0]))

    monkeypatch.setattr(AZAR_2, "fair_deck", other)
    assert not (await receipt(table, ANA)).agrees
    assert words_for("es").text("proof.own.wrong") in (await page(table, ANA)).text


async def test_messengers_have_a_button_for_it(table: Table) -> None:
    await table.seated(ANA, BETO)
    shown = await screen(table, ANA)
    (token,) = button_of(shown)
    assert [key.data for row in hand_page(shown).keys for key in row].count(token) == 1
    assert str(draw(shown, Emoji()).components).count(token) == 1


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_words_are_those_that_were_looked_at(table: Table, locale: str) -> None:
    await table.seated(ANA, BETO)
    pages = [await page(table, one, locale) for one in (ANA, None)]
    text = "\n\n".join(f"# {one.title}\n{one.text}" for one in pages) + "\n"
    check_kept(GOLDEN / f"{locale}.txt", text)
