"""What others learn of a room of a league before both rooms are over: nothing, by whatever page."""

from pathlib import Path
from random import Random

import pytest
from structlog.testing import capture_logs

from bot import tokens
from bot.catalogue import page_for
from bot.film.films import Viewer
from bot.match.vault import Vault
from bot.messages import AnyReply, Join, LookOn, MatchId, PersonId, Refused
from bot.model import Status
from bot.pages.page_spec import Community
from bot.reasons import ServiceReason
from bot.screens.pages import ANALYSIS, CARD, FILM, INVITATION, PageKey
from bot.store import Store
from bot.tokens import decode
from bot.words import words_for
from engine.fairness.deal import AZAR_2
from tests.bot.daily.test_daily_secrets import NOBODYS, keys, told
from tests.bot.league_world import CLOSED, CLUBS, OPEN, Host, one_house, pairing_begun
from tests.fairness.needles import KEY, Watched, found
from tests.narrow import present

ANA, ADA = "discord:ana", "discord:ada"
BRUNO, BELA = "telegram:bruno", "telegram:bela"
EVA = "discord:eva"


async def tables(host: Host) -> list[MatchId]:
    """Both rooms, opened or not, and the table that holds their secret."""
    now = await host.now()
    (fixture,) = now.fixtures
    return [now.sealed(fixture), *(now.table(fixture, room) for room in (OPEN, CLOSED))]


async def nothing_told(host: Host, match: MatchId, *readers: PersonId | None) -> None:
    """They read of this table what they read of none."""
    for reader in readers:
        for where in (Community(CLUBS[0], ""), Community(CLUBS[1], ""), Community("", "")):
            for key, none in zip(keys(match), keys(NOBODYS), strict=True):
                page = await page_for(host.service, key, reader, "es", where)
                other = await page_for(host.service, none, reader, "es", where)
                assert told(page, match) == told(other, NOBODYS), (key, reader, where)
        assert await host.service.screens.screen(match, reader, "es") is None


async def test_the_other_room_learns_nothing_before_both_are_over(host: Host) -> None:
    """Neither while a room is played nor after its end, nor strangers, nor everybody."""
    first = await pairing_begun(host)
    for table in await tables(host):
        await nothing_told(host, table, ADA, BELA, EVA, None)
    await host.finish(first, 1)
    assert (await host.info()).status is Status.OVER
    for table in await tables(host):
        await nothing_told(host, table, ADA, BELA, EVA, None)
    assert await host.service.matches.record(first) is None
    own = str(await host.service.own_data.of(ANA))
    assert first in own
    assert "deal 0" not in own
    films, viewer = host.service.films, Viewer(ANA, CLUBS[0])
    for shown in (films.film, films.record, films.moving):
        assert await shown(first, "es", viewer) is None
    assert await films.preview(first, "es", viewer, "") is None
    assert await films.finest(first) is None
    pages = ((FILM, "film.room"), (ANALYSIS, "analysis.room"), (CARD, "record.none"))
    where = Community(CLUBS[0], "")
    for what, id in pages:
        page = await page_for(host.service, PageKey(what, first), ANA, "es", where)
        assert words_for("es").text(id) in page.text
    assert not await opens_cards(host, first, ANA)
    second = await host.begun(CLOSED, ADA, BELA)
    await host.play(second, Random(2))
    assert await host.service.matches.record(first) is None, "the book does not say so yet"
    assert not await opens_cards(host, second, ADA)
    await host.look()
    for match, person in ((first, ANA), (second, ADA)):
        assert await host.service.matches.record(match) is not None
        assert await opens_cards(host, match, person) == {tokens.ANALYSE, tokens.FILM, tokens.CARD}


async def opens_cards(host: Host, match: MatchId, person: PersonId) -> set[str]:
    """What the person's result offers that shows the cards of all; and it says that the other room
    still plays, or it offers that."""
    screen = present(await host.service.screens.screen(match, person, "es"))
    offered = {decode(button.token).action for button in screen.buttons}
    shows = offered & {tokens.ANALYSE, tokens.FILM, tokens.CARD}
    assert ("room.over" in [line.id for line in screen.lines]) == (not shows)
    return shows


async def test_nothing_that_the_deals_follow_from_is_told_before_both_rooms_are_over(
    store: Store, tmp_path: Path
) -> None:
    watched = Watched()
    host = one_house(store, tmp_path)
    host.vault = Vault(KEY, random=watched._bytes)
    with capture_logs() as logs:
        host.restart()
        first = await pairing_begun(host)
        await host.finish(first, 1)
        sealed, *rooms = await tables(host)
        secret = host.folder.desk().plan((await host.now()).fixtures[0], None).secret
        assert AZAR_2.commitment_of(sealed, secret).hex() == (await host.info()).commitment
        heard: list[object] = [*logs, host.platform.shown, host.platform.published]
        service = host.service
        for person in (ANA, ADA, BELA, EVA):
            heard.append(await service.own_data.of(person))
            for table in (sealed, *rooms):
                heard.append(await service.matches.record(table))
                heard.append(await service.matches.info(table))
                heard.append(await service.screens.screen(table, person, "es"))
                heard.append(await service.proofs.live(table, person))
        heard.append(await service.proofs.register())
        assert found({"secret": secret, "vault": KEY}, "\n".join(map(str, heard))) == []


@pytest.mark.parametrize("who", [ADA, BELA, EVA])
async def test_strangers_are_told_that_there_is_no_such_table(host: Host, who: PersonId) -> None:
    """The codes follow from the pairing, so they can be worked out."""
    await pairing_begun(host)
    for match in await tables(host):
        for reply in await tries(host, who, match):
            assert reply == Refused(ServiceReason.NO_SUCH_MATCH, match)


async def tries(host: Host, who: PersonId, match: MatchId) -> list[AnyReply]:
    join = Join(request=host.request(), person=who, match=match, name="Eva")
    look = LookOn(request=host.request(), person=who, match=match, name="Eva")
    return [await host.send(command) for command in (join, look)]


async def test_nobody_is_invited_to_a_room(host: Host) -> None:
    match = await pairing_begun(host)
    where = Community(CLUBS[0], "")
    page = await page_for(host.service, PageKey(INVITATION, match), ANA, "es", where)
    assert words_for("es").text("reason.LEAGUE_ROOM") in page.text
