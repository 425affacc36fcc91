"""Films of stored matches: which there are, for whom, and with whose names."""

import pytest

from bot.catalogue import page_for, read_key
from bot.film.films import ANYBODY, Films, Viewer
from bot.match.vault import Vault
from bot.messages import Accepted, ProposeEnd, SetOptions
from bot.model import Status
from bot.screens.pages import PRIVACY, PageKey
from bot.store import Store
from bot.words import words_for
from engine.fairness.verify import verify
from tests.bot.helpers import ANA, BETO, COMMUNITY, HERE, STRANGER, Table
from tests.bot.store.test_records import won
from tests.narrow import present

SOMEONE = words_for("es").text("someone")
HERE_PLAYED = Viewer(STRANGER, COMMUNITY)


async def private(table: Table) -> None:
    """A match against a robot at a private table, which Ana ends."""
    await table.open(ANA)
    options = (("private", "si"),)
    request = table.request()
    await table.send(SetOptions(request=request, person=ANA, match=table.match, options=options))
    assert isinstance(await table.start(ANA), Accepted)
    assert isinstance(await table.ask(ProposeEnd, ANA), Accepted)


def films(table: Table) -> Films:
    return table.service.films


async def test_a_match_that_is_over_has_a_film(table: Table) -> None:
    await won(table)
    film = present(await films(table).film(table.match, "es", ANYBODY))
    assert film.names == ("Ana", "Beto")
    last = film.frame(len(film) - 1, "es").screen
    assert last.scores[0].points >= 12
    assert last.lines[0].id == "result.won"


async def test_a_running_match_has_none_not_even_for_its_people(table: Table) -> None:
    await table.seated(ANA, BETO)
    assert (await table.info()).status is Status.PLAYING
    for viewer in (ANYBODY, Viewer(ANA, COMMUNITY), HERE_PLAYED):
        assert await films(table).film(table.match, "es", viewer) is None
        assert await films(table).record(table.match, "es", viewer) is None


async def test_neither_has_a_lobby_nor_an_unknown_code(table: Table) -> None:
    await table.open(ANA)
    assert await films(table).film(table.match, "es", Viewer(ANA, COMMUNITY)) is None
    assert await films(table).film("zzzzzzzz", "es", Viewer(ANA, COMMUNITY)) is None


async def test_a_match_that_ended_before_its_first_deal_has_none(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(table)

    async def nothing(match: str, locale: str = "") -> str:
        return "record 1\nvariant argentino\nplayers 2\n"

    monkeypatch.setattr(table.service.matches, "record", nothing)
    assert await films(table).film(table.match, "es", ANYBODY) is None
    assert await films(table).preview(table.match, "es", ANYBODY, "") is None


@pytest.mark.parametrize(
    ("viewer", "sees"),
    [
        (ANYBODY, False),
        (Viewer(STRANGER), False),
        (Viewer(STRANGER, "other:community"), False),
        (Viewer(ANA), True),
        (HERE_PLAYED, True),
    ],
)
async def test_a_private_table_is_shown_to_its_own(
    table: Table, viewer: Viewer, sees: bool
) -> None:
    await private(table)
    assert (await table.info()).private
    assert (await films(table).film(table.match, "es", viewer) is not None) == sees
    assert (await films(table).record(table.match, "es", viewer) is not None) == sees


async def test_a_name_is_hidden_as_its_person_wants(table: Table) -> None:
    await won(table)
    await films(table).hide(BETO, hidden=True)
    film = await films(table).film(table.match, "es", ANYBODY)
    text = await films(table).record(table.match, "es", ANYBODY)
    assert film is not None
    assert text is not None
    assert film.names == ("Ana", SOMEONE)
    assert "Beto" not in text
    await films(table).hide(BETO, hidden=False)
    film = present(await films(table).film(table.match, "es", ANYBODY))
    assert film.names == ("Ana", "Beto")


async def test_a_proof_holds_without_the_name(store: Store) -> None:
    table = Table(store, vault=Vault(b"k" * 32))
    await private(table)
    await films(table).hide(ANA, hidden=True)
    text = present(await films(table).record(table.match, "es", Viewer(ANA)))
    assert "Ana" not in text
    verdict = verify(text)
    assert verdict.proved
    assert verdict.holds


async def test_the_privacy_page_hides_and_shows_one_s_name(table: Table) -> None:
    page = await page_for(table.service, PageKey(PRIVACY), ANA, "es", HERE)
    for hidden in (True, False):
        turn, *_ = page.turns
        page = await page_for(table.service, read_key(turn.key), ANA, "es", HERE)
        assert await films(table).hides(ANA) is hidden
    assert not await films(table).hides(BETO)


async def test_a_page_that_everybody_reads_hides_nobody(table: Table) -> None:
    page = await page_for(table.service, PageKey(PRIVACY), None, "es", HERE)
    assert page.turns == ()
