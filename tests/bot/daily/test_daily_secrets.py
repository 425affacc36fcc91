"""What others learn of a hand of the day while its day lasts: nothing, by whatever page."""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from bot.catalogue import page_for
from bot.match import daily
from bot.match.vault import Vault
from bot.messages import MatchId, Refused
from bot.model import Status
from bot.pages.page_spec import Community
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import (
    ANALYSIS,
    FILM,
    HELP,
    HERE,
    HINT,
    INVITATION,
    PROOF,
    RULES,
    Page,
    PageKey,
)
from bot.screens.rules.rules import TOPICS
from bot.store import Store
from engine.variants import table_for
from tests.bot.daily.test_daily import Day
from tests.bot.helpers import ANA, BETO, COMMUNITY
from tests.fairness.needles import KEY, Watched, found

NOBODYS: MatchId = "zzzzzzzz"
HERE_TOO = Community(COMMUNITY, "Truco")
"""The community in which the person has asked for it."""


def keys(match: MatchId) -> Iterator[PageKey]:
    """Every page that may be about a table."""
    yield from (PageKey(what, match) for what in (ANALYSIS, FILM, HINT, INVITATION, PROOF))
    yield from (PageKey(what, match) for what in (HELP, RULES))
    yield from (PageKey(RULES, match, topic) for topic in TOPICS)
    yield PageKey(HELP, match, HERE)
    yield from (PageKey(FILM, match, eye, step) for eye in ("a", "0", "1") for step in (0, 9))


def told(page: Page, match: MatchId) -> str:
    """Everything of a page, whatever table it was asked for."""
    return repr(page).replace(match, NOBODYS)


async def nothing_told(day: Day, match: MatchId) -> None:
    """Strangers and everybody read of this table what they read of none."""
    for reader in (BETO, None):
        for where in (HERE_TOO, Community(daily.PLACE, ""), Community("", "")):
            for key, none in zip(keys(match), keys(NOBODYS), strict=True):
                page = await page_for(day.service, key, reader, "es", where)
                other = await page_for(day.service, none, reader, "es", where)
                assert told(page, match) == told(other, NOBODYS), (key, reader, where)


async def test_nobody_else_learns_whose_it_is() -> None:
    """Neither from a refusal: the code follows from who plays, so it can be worked out."""
    day = Day(Store.in_memory())
    match = await day.begun(ANA)
    sealed = (await day.info(match)).sealed_as
    for table in (match, sealed, daily.hand_id(sealed, ""), daily.hand_id(sealed, BETO)):
        for reply in (await day.join_there(table, BETO), await day.look_on(table, BETO)):
            assert reply == Refused(ServiceReason.NO_SUCH_MATCH, table), "as of none"
    page = await page_for(day.service, PageKey(INVITATION, match), ANA, "es", HERE_TOO)
    assert page.text == reply_text(Refused(ServiceReason.DAILY, match), "es")


async def test_every_page_is_that_of_no_table() -> None:
    day = Day(Store.in_memory())
    match = await day.begun(ANA)
    sealed = (await day.info(match)).sealed_as
    for _ in range(6):
        if not await day.step(match, ANA):
            await day.tick()
    assert (await day.info(match)).status is Status.PLAYING
    tables = (match, sealed, daily.sealed_id(331, "argentino"), daily.hand_id(sealed, ""))
    for table in tables:
        await nothing_told(day, table)
    rules, none = PageKey(RULES, match), PageKey(RULES)
    hers = await page_for(day.service, rules, ANA, "es", HERE_TOO)
    assert hers != await page_for(day.service, none, ANA, "es", HERE_TOO), "it is her table"
    await day.finish(match, ANA)
    for table in tables:
        await nothing_told(day, table)


@pytest.mark.parametrize("variant", ["argentino", "paulista"])
async def test_nothing_that_the_deals_follow_from_is_told_while_the_day_lasts(variant: str) -> None:
    watched = Watched()
    day = Day(Store.in_memory())
    day.vault = Vault(KEY, random=watched._bytes)
    with capture_logs() as logs:
        day.restart()
        match = await day.begun(ANA, variant)
        info = await day.finish(match, ANA)
        await day.tick(3600.0)
        hidden = dict[str, bytes]()
        for number in (330, 331):
            sealed = await day.info(daily.sealed_id(number, variant))
            rules = table_for(variant, 2, dict(sealed.options))
            secrets = watched.hidden(sealed, rules, daily.HANDS)
            hidden |= {f"{number} {name}": secret for name, secret in secrets.items()}
        service = day.service
        platform = day.platform
        heard: list[object] = [*logs, platform.shown, platform.notices, platform.published]
        for person in (ANA, BETO):
            heard.append(await service.own_data.of(person))
            for table in (match, info.sealed_as, daily.hand_id(info.sealed_as, "")):
                heard.append(await service.matches.record(table))
                heard.append(await service.matches.info(table))
                heard.append(await service.matches.view(table, person))
                heard.append(await service.screens.screen(table, person, "es"))
                heard.append(await service.proofs.live(table, person))
        heard.append(await service.proofs.register())
        assert found(hidden, "\n".join(map(str, heard))) == []
        assert f"{330} secret" in found(hidden, str(watched.secrets[0].hex()))
