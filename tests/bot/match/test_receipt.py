"""The receipt of one's own cards: a part of ``/verificar`` for them alone, as long as the hand is
played."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.match.proofs import Receipt
from bot.messages import Accepted, Cut, PersonId
from bot.store import Store
from bot.words import LOCALES, words_for
from engine.cards import UNKNOWN
from engine.fairness.deal import AZAR_2
from engine.fairness.deck import FairDeck
from engine.numbers import NOBODY
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, STRANGER, Table
from tests.bot.match.proofs import page, sealed
from tests.kept import check_kept
from tests.narrow import present

GOLDEN = Path(__file__).parents[1] / "golden" / "receipts"


@pytest.fixture
def table(store: Store) -> Table:
    """A service with a vault."""
    return sealed(store)


async def receipt(table: Table, person: PersonId) -> Receipt:
    found = present(await table.service.proofs.live(table.match, person))
    assert found.receipt is not None
    return found.receipt


async def assert_right(table: Table, person: PersonId) -> Receipt:
    """The receipt is what the protocol says of this person's cards."""
    found, view, info = await receipt(table, person), await table.view(person), await table.info()
    write = table_for(info.variant, info.players, dict(info.options)).spelling.write
    assert [opening.card for opening in found.cards] == [write(card) for card in view.dealt]
    assert found.agrees
    return found


async def assert_none(table: Table, person: PersonId | None) -> None:
    """There is no receipt, and the page has none."""
    found = await table.service.proofs.live(table.match, person)
    assert found is None or found.receipt is None
    assert words_for("es").text("receipt.keep") not in (await page(table, person)).text


async def test_each_has_their_own(table: Table) -> None:
    await table.seated(ANA, BETO, players=4)
    mine = {}
    for person in (ANA, BETO):
        found = await assert_right(table, person)
        text = (await page(table, person)).text
        assert found.root in text
        assert all(f"{card.place} · {card.salt} · {card.card}" in text for card in found.cards)
        mine[person] = {card.salt for card in found.cards}
    assert not [salt for salt in mine[ANA] if salt in (await page(table, BETO)).text]
    for other in (STRANGER, CARLA, None):
        await assert_none(table, other)


async def cut_by_whose_turn_it_is(table: Table) -> None:
    info = await table.info()
    person = info.seats[info.cutter].person
    assert isinstance(await table.ask(Cut, person, where="medio"), Accepted)


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
    told = (await page(table, ANA)).text
    assert before.root in told
    assert info.root not in told
    await cut_by_whose_turn_it_is(table)
    after = await assert_right(table, ANA)
    assert after.root == info.root


async def test_whoever_may_not_see_their_cards_has_none(table: Table) -> None:
    """The pie of tradicional-18 who has not chosen yet."""
    await table.seated(ANA, BETO, variant="tradicional-18")
    await cut_by_whose_turn_it_is(table)
    (pie,) = [person for person in (ANA, BETO) if UNKNOWN in (await table.view(person)).dealt]
    await assert_none(table, pie)
    await table.do(pie, "ver")
    await assert_right(table, pie)


async def test_with_velo_it_is_what_one_has(table: Table) -> None:
    await table.open()
    await table.join(BETO)
    await table.choose(ANA, velo="si")
    await table.start()
    assert (await table.info()).velo
    await assert_right(table, ANA)


async def test_where_nothing_is_proved_there_is_none(store: Store) -> None:
    table = Table(store)
    await table.seated(ANA, BETO)
    await assert_none(table, ANA)


async def test_there_is_none_in_a_lobby_or_after_the_end(table: Table) -> None:
    await table.open()
    await assert_none(table, ANA)
    await table.join(BETO)
    await table.start()
    await table.agree(ANA, BETO)
    await assert_none(table, ANA)
    table.match = "zzzz2222"
    await assert_none(table, ANA)


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


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_words_are_those_that_were_looked_at(table: Table, locale: str) -> None:
    await table.seated(ANA, BETO)
    shown = await page(table, ANA, locale)
    text = f"# {shown.title}\n{shown.text}\n"
    check_kept(GOLDEN / f"{locale}.txt", text)
