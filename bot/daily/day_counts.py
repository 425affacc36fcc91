"""The counts of a finished day that this host tells other houses, from its store."""

from bot.daily.day_files import FEWEST_PEOPLE, DayCounts, grouped, table_hash
from bot.leagues.entries import HouseKey
from bot.match import daily
from bot.match.fair_deals import contributions_of
from bot.match.vault import DIA_1
from bot.messages import MatchId
from bot.store import Store
from bot.store.queries import commitment_register, daily_hands, match_queries
from engine.fairness.beacon import Pulse
from engine.variants import VARIANTS


class NotYet(Exception):
    """The counts of the day may not be told yet."""


async def signed_counts(
    store: Store, key: HouseKey, day: int, now: float, told: frozenset[str] = frozenset()
) -> dict[str, bytes]:
    """The lines of a day, by game. There is a line for each game that enough people have played
    with the shared cards. ``now``: UTC seconds since the epoch. ``told``: the games that this house
    has already told; it tells each only once. Raises :class:`NotYet`."""
    if now < daily.day_of(day, "").ends + daily.GRACE:
        raise NotYet(f"day {day} is not over")
    made = {}
    for game in [game for game in VARIANTS if game not in told]:
        table = daily.shared_id(day, game)
        kept = await store.read(commitment_register.secret_of, table)
        pulse = await _pulse(store, table)
        if pulse is None or kept is None or kept.entry.secret is None:
            continue
        counts = await store.read(daily_hands.counts, table)
        if sum(counts.values()) < FEWEST_PEOPLE:
            continue
        edges, people = grouped(counts)
        one = DayCounts(
            at=int(now),
            day=day,
            edges=edges,
            game=game,
            house=key.public,
            people=people,
            secret=kept.entry.secret.hex(),
            signature=pulse.signature.hex(),
            table=table_hash(day, game, kept.entry.secret, pulse),
        )
        made[game] = key.signed_line(DIA_1, one.text)
    return made


async def _pulse(store: Store, table: MatchId) -> Pulse | None:
    """The beacon's round in the deals of this table; ``None``: no table, or no round came."""
    stored = await store.read(match_queries.load, table)
    if stored is None or not stored.row.info.added:
        return None
    return contributions_of(stored.row.info).pulse
