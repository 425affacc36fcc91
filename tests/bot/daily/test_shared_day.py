"""The hand of the day of hosts that share it: the same cards without a word, and none of them
early."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.daily.day_counts import NotYet, signed_counts
from bot.daily.day_files import table_hash
from bot.daily.day_folder import DayFolder
from bot.leagues.entries import HouseKey
from bot.match import daily
from bot.match.vault import Vault
from bot.messages import PersonId
from bot.model import MatchInfo
from bot.store import Store
from bot.store.changes import Committed
from bot.store.results.model import DailyResult, DailyStanding
from engine.fairness.contributions import LATE
from engine.fairness.verify import verify
from engine.variants import VARIANTS
from tests.adapters.beacon.chain import CHAIN, signed
from tests.bot.beacons import OwnBeacon
from tests.bot.daily.test_daily import KEY, MIDNIGHT, Day
from tests.bot.daily.test_daily_rows import change
from tests.bot.helpers import ANA, BETO, COMMUNITY
from tests.narrow import present

WORD = b"w" * 32
NUMBER = 330
SHARED, OWN = daily.tables_of(NUMBER, "argentino")
NOON = MIDNIGHT + 12 * 3600.0
OVER = MIDNIGHT + daily.DAY + daily.GRACE + 1


class SharedDay(Day):
    """A host that shares the day, with its own chance, key and beacon."""

    def __init__(
        self,
        *,
        seed: int = 1,
        at: float = NOON,
        word: bytes | None = WORD,
        beacon: OwnBeacon | None = None,
        folder: Path | None = None,
        store: Store | None = None,
    ) -> None:
        super().__init__(store or Store.in_memory(), seed=seed, at=at)
        self.config = replace(self.config, day_folder=str(folder or ""))
        self.vault = Vault(KEY, random=Random(seed).randbytes, day_word=word)
        self.beacon = beacon
        self.restart()

    async def day_of(self, person: PersonId, variant: str = "argentino") -> MatchInfo:
        return await self.info(await self.begun(person, variant))

    async def cards(self, person: PersonId = ANA, variant: str = "argentino") -> object:
        match = await self.begun(person, variant)
        seen = await self.view(person, match)
        return seen.dealt, seen.turned

    async def standing(self, info: MatchInfo) -> DailyStanding:
        return present(await self.service.daily_standings.of(info))

    async def end_of_day(self) -> None:
        self.time.pass_by(daily.DAY)
        await self.tick()
        await self.tick(daily.GRACE)

    async def close(self) -> None:
        await self.store.close()


async def test_hosts_that_never_spoke_deal_the_same_cards() -> None:
    here = SharedDay(seed=1, beacon=OwnBeacon())
    there = SharedDay(seed=2, at=MIDNIGHT + 1, beacon=OwnBeacon())
    for variant in VARIANTS:
        one, other = await here.day_of(ANA, variant), await there.day_of(BETO, variant)
        assert daily.is_shared(one)
        assert one.table_hash == other.table_hash
        assert await here.cards(ANA, variant) == await there.cards(BETO, variant)


@pytest.mark.parametrize("word", [b"", b"v" * 32, None])
async def test_other_words_deal_other_cards(word: bytes | None) -> None:
    here = SharedDay(beacon=OwnBeacon())
    there = SharedDay(seed=2, word=word, beacon=OwnBeacon())
    one, other = await here.day_of(ANA), await there.day_of(ANA)
    assert one.table_hash != other.table_hash
    assert daily.is_shared(other) == (word is not None)


async def test_its_cards_follow_from_the_word_and_the_round_that_came_with_the_day() -> None:
    host = SharedDay(beacon=OwnBeacon())
    info = await host.day_of(ANA)
    pulse = signed(CHAIN.round_after(MIDNIGHT))
    assert CHAIN.comes(pulse.round) >= MIDNIGHT, "nobody has it before the day"
    secret = present(present(host.vault).day_secret(NUMBER, "argentino"))
    assert info.table_hash == table_hash(NUMBER, "argentino", secret, pulse)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_table_of_a_file_is_that_of_each_game(variant: str) -> None:
    pulse = signed(1000)
    assert len({table_hash(day, variant, WORD, pulse) for day in (1, 2)}) == 2


async def test_the_seals_of_tomorrow_are_there_before_it_begins() -> None:
    host = SharedDay(beacon=OwnBeacon())
    await host.begun(ANA)
    for table in daily.tables_of(NUMBER + 1, "argentino"):
        info = await host.info(table)
        assert info.commitment
        assert not info.added, "and nothing of its cards is fixed"


async def test_a_host_without_a_beacon_deals_its_own_day() -> None:
    host = SharedDay(beacon=None)
    info = await host.day_of(ANA)
    assert not daily.is_shared(info)
    assert info.sealed_as == OWN
    over = await host.finish(info.match, ANA)
    assert (await host.standing(over)).lacks_beacon, "and says so"
    assert await host.service.matches.info(SHARED) is None


async def test_where_the_beacon_fails_the_whole_day_is_the_hosts_own() -> None:
    beacon = OwnBeacon()
    beacon.reason = LATE
    host = SharedDay(beacon=beacon)
    assert (await host.day_of(ANA)).sealed_as == OWN
    beacon.reason = ""
    assert (await host.day_of(BETO)).sealed_as == OWN, "everybody here has the same cards"
    await played(host, [3] * 10)
    await host.end_of_day()
    assert not await signed_counts(host.store, HouseKey(b"h" * 32), NUMBER, OVER)


async def test_a_day_that_has_begun_is_changed_by_no_setting() -> None:
    host = SharedDay(word=None, beacon=OwnBeacon())
    assert (await host.day_of(ANA)).sealed_as == OWN
    host.vault = Vault(KEY, day_word=WORD)
    host.restart()
    assert (await host.day_of(BETO)).sealed_as == OWN

    host = SharedDay(beacon=OwnBeacon())
    assert (await host.day_of(ANA)).sealed_as == SHARED
    host.vault = Vault(KEY)
    host.restart()
    assert (await host.day_of(BETO)).sealed_as == SHARED


async def test_the_day_is_that_of_its_zone_at_every_host() -> None:
    before = SharedDay(at=MIDNIGHT - 1, beacon=OwnBeacon())
    after = SharedDay(at=MIDNIGHT, beacon=OwnBeacon())
    one, other = await before.day_of(ANA), await after.day_of(ANA)
    assert one.daily is not None
    assert other.daily is not None
    assert (one.daily.number, other.daily.number) == (NUMBER - 1, NUMBER)
    assert one.daily.ends == other.daily.begins == MIDNIGHT
    assert one.table_hash != other.table_hash
    before.time.pass_by(1)
    assert (await before.day_of(BETO)).table_hash == other.table_hash


async def test_its_record_is_right_by_every_verifier() -> None:
    host = SharedDay(beacon=OwnBeacon())
    info = await host.day_of(ANA)
    await host.finish(info.match, ANA)
    await host.end_of_day()
    record = present(await host.service.matches.record(info.match))
    proof = verify(record)
    assert proof.holds
    assert proof.match == SHARED
    assert proof.added.pulse == signed(CHAIN.round_after(MIDNIGHT))


async def test_nothing_is_told_before_the_day_is_over(tmp_path: Path) -> None:
    host = SharedDay(beacon=OwnBeacon(), folder=tmp_path)
    await host.begun(ANA)
    await played(host, [3] * 20)
    key = HouseKey(b"h" * 32)
    for now in (NOON, MIDNIGHT + daily.DAY, OVER - 2):
        with pytest.raises(NotYet):
            await signed_counts(host.store, key, NUMBER, now)
    assert not await signed_counts(host.store, key, NUMBER, OVER), "its secret is not out yet"
    await host.end_of_day()
    told = await signed_counts(host.store, key, NUMBER, OVER)
    assert [*told] == ["argentino"]
    assert ANA.encode() not in told["argentino"]
    assert not await signed_counts(host.store, key, NUMBER, OVER, frozenset(told)), "once"


@pytest.mark.parametrize("people", [9, 10])
async def test_of_few_people_nothing_is_told(people: int) -> None:
    host = SharedDay(beacon=OwnBeacon())
    for game, scores in (("argentino", range(people)), ("mineiro", range(10))):
        await host.begun(ANA, game)
        await played(host, [*scores], game=game)
    await host.end_of_day()
    told = await signed_counts(host.store, HouseKey(b"h" * 32), NUMBER, OVER)
    assert [*told] == ["argentino"] * (people == 10) + ["mineiro"], "of each game by itself"


async def test_the_result_says_how_everybody_did_once_the_day_is_over(tmp_path: Path) -> None:
    hosts = [SharedDay(seed=seed, beacon=OwnBeacon(), folder=tmp_path) for seed in (1, 2, 3)]
    here, folder = hosts[0], DayFolder(tmp_path)
    info = await here.day_of(ANA)
    over = await here.finish(info.match, ANA)
    standing = await here.standing(over)
    assert standing.is_shared
    assert standing.everywhere is None
    for number, host in enumerate(hosts):
        await host.begun(BETO)
        await played(host, [*[standing.points - 4] * 10, *[standing.points + 4] * 10])
        await host.end_of_day()
        key = HouseKey(bytes([number]) * 32)
        folder.accept(key.public, f"House {number}")
        told = await signed_counts(host.store, key, NUMBER, OVER)
        folder.add(NUMBER, told.values())
    standing = await here.standing(over)
    assert standing.everywhere is not None
    percent, people, houses = standing.everywhere
    assert (people, houses) == (61, 3)
    assert percent == 100 * 30 // 61, "and everybody with fewer points counts"


async def played(
    host: SharedDay, scores: list[int], day: int = NUMBER, game: str = "argentino"
) -> None:
    """These people have played the shared day with these scores."""
    table = daily.shared_id(day, game)
    for number, points in enumerate(scores):
        result = DailyResult(
            table, f"p{number}", day, game, COMMUNITY, f"m{number}", "", 0.0, points, "0"
        )
        name = f"{host.dice.below(10**6):06}{number:02}"
        assert await host.store.commit([change(name, daily=result)]) == (Committed(),)
