"""The files by which hosts tell how a shared day went: what counts, and what is refused why."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.daily.day_files import (
    FEWEST,
    NARROWEST,
    BadCounts,
    DayCounts,
    Everywhere,
    check_deals,
    everywhere,
    grouped,
    once,
    read_counts,
    table_hash,
)
from bot.daily.day_folder import DayFolder
from bot.leagues.entries import HouseKey
from bot.leagues.terms import LIGA_1
from bot.match import daily
from bot.match.vault import DIA_1
from engine.fairness.beacon import Chain, Pulse
from tests.bot.leagues.season import CHAIN, is_signed, pulse
from tests.narrow import present

DAY = 330
ENDS = daily.day_of(DAY, "").ends
NOW = ENDS + 3600.0
NORTE, SUR, ESTE = (HouseKey(bytes([byte]) * 32) for byte in (1, 2, 3))
HOUSES = {NORTE.public: "Norte", SUR.public: "Sur", ESTE.public: "Este"}
SECRET = b"s" * 32
PULSE = pulse(CHAIN.round_after(daily.day_of(DAY, "").begins))
COUNTS = DayCounts(
    at=int(ENDS + daily.GRACE),
    day=DAY,
    edges=(-2, 4),
    game="argentino",
    house=NORTE.public,
    people=(10, 20, 7),
    secret=SECRET.hex(),
    signature=PULSE.signature.hex(),
    table=table_hash(DAY, "argentino", SECRET, PULSE),
)

CARDS = (COUNTS.game, COUNTS.table)


def line(counts: DayCounts = COUNTS, key: HouseKey = NORTE, **changed: object) -> bytes:
    return key.signed_line(DIA_1, replace(counts, house=key.public, **changed).text)


def refusal(said: bytes, now: float = NOW, chain: Chain = CHAIN) -> str:
    """The article by which a line is refused; empty: it counts."""
    try:
        check_deals(read_counts(said, HOUSES, now), chain, is_signed)
    except BadCounts as bad:
        return bad.article
    return ""


def test_what_a_house_has_signed_counts() -> None:
    assert refusal(line()) == ""
    assert read_counts(line(), HOUSES, NOW) == COUNTS


CHEATS: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "a changed count": ("DI-02", lambda: line().replace(b"20,7", b"20,8")),
    "another's name": ("DI-02", lambda: SUR.signed_line(DIA_1, COUNTS.text)),
    "a key that nobody knows": ("DI-02", lambda: line(key=HouseKey(b"x" * 32))),
    "a line of a league": ("DI-02", lambda: NORTE.signed_line(LIGA_1, COUNTS.text)),
    "blanks": ("DI-01", lambda: NORTE.signed_line(DIA_1, COUNTS.text.replace(b":", b": ", 1))),
    "no line": ("DI-01", lambda: b"truco"),
    "another game": ("DI-01", lambda: line(game="mus")),
    "before the end of the day": ("DI-05", lambda: line(at=int(ENDS) + 59)),
    "a moment that has not come": ("DI-05", lambda: line(at=int(NOW + daily.DAY) + 1)),
    "few people": ("DI-07", lambda: line(edges=(), people=(9,))),
    "a group of four": ("DI-01", lambda: line(people=(10, 4, 20))),
    "a group of one score": ("DI-07", lambda: line(edges=(3, 4))),
    "edges out of order": ("DI-07", lambda: line(edges=(4, -2))),
    "one group too many": ("DI-07", lambda: line(people=(10, 10, 10, 10))),
    "another secret": ("DI-03", lambda: line(secret=b"t".hex() * 32)),
    "other cards": ("DI-03", lambda: line(table="0" * 64)),
    "a round of another day": (
        "DI-03",
        lambda: line(signature=pulse(PULSE.round + 1).signature.hex()),
    ),
    "no round": ("DI-04", lambda: line(signature="")),
    "cards chosen by a round that nobody signed": ("DI-04", lambda: line(own_round())),
}


def own_round() -> DayCounts:
    """Cards of a house's own choice, with all that it can make itself."""
    own = Pulse(CHAIN.hash, PULSE.round, b"o" * 48)
    table = table_hash(DAY, "argentino", SECRET, own)
    return replace(COUNTS, signature=own.signature.hex(), table=table)


@pytest.mark.parametrize("name", CHEATS)
def test_cheating_is_refused_with_its_reason(name: str) -> None:
    article, cheat = CHEATS[name]
    assert refusal(cheat()) == article


def test_nobody_is_believed_before_the_day_is_over_by_their_own_clock() -> None:
    assert refusal(line(), now=ENDS - 1) == "DI-05"
    assert refusal(line(), now=ENDS) == ""


def test_of_two_different_tales_of_a_house_neither_counts() -> None:
    other = replace(COUNTS, people=(30, 20, 7))
    game = replace(COUNTS, game="paulista")
    sur = replace(COUNTS, house=SUR.public)
    counts, doubles = once([COUNTS, sur, COUNTS, other, game])
    assert set(counts) == {sur, game}
    assert set(doubles) == {COUNTS, other}
    assert once([COUNTS, COUNTS]) == ((COUNTS,), ())


def test_one_share_follows_from_three_files(tmp_path: Path) -> None:
    folders = [DayFolder(tmp_path / name) for name in ("one", "other")]
    sur = line(key=SUR, edges=(0,), people=(15, 15))
    este = line(key=ESTE, edges=(), people=(13,))
    elsewhere = line(key=ESTE, game="paulista")
    for folder, lines in zip(folders, ([line(), sur, este], [este, elsewhere, sur]), strict=True):
        for key, name in HOUSES.items():
            folder.accept(key, name)
        folder.add(DAY, lines)
    folders[1].add(DAY, folders[0].lines(DAY))
    for folder in folders:
        found = {points: folder.everywhere(DAY, CARDS, points, NOW) for points in (-3, 2, 9)}
        assert found == {
            -3: Everywhere(0, 80, 3),
            2: Everywhere(100 * 25 // 80, 80, 3),
            9: Everywhere(100 * 45 // 80, 80, 3),
        }
    assert folders[0].everywhere(DAY, ("argentino", "0" * 64), 2, NOW) is None, (
        "nobody else had these cards"
    )
    assert folders[0].everywhere(DAY, CARDS, 2, ENDS - 1) is None


def test_a_house_that_is_not_believed_does_not_count(tmp_path: Path) -> None:
    folder = DayFolder(tmp_path)
    folder.accept(NORTE.public, "Norte")
    folder.add(DAY, [line(), line(key=SUR), b"nothing"])
    assert folder.counts(DAY, NOW) == (COUNTS,)
    folder.add(DAY, [line(people=(10, 20, 8))])
    assert folder.counts(DAY, NOW) == ()
    assert len(folder.doubles(DAY, NOW)) == 2


@given(
    st.dictionaries(st.integers(-60, 60), st.integers(1, 9), min_size=1).filter(
        lambda counts: sum(counts.values()) >= 2 * FEWEST
    )
)
def test_no_group_tells_of_a_single_person(counts: dict[int, int]) -> None:
    edges, people = grouped(counts)
    assert sum(people) == sum(counts.values())
    assert min(people) >= FEWEST
    assert all(high - low >= NARROWEST for low, high in pairwise(edges))
    made = replace(COUNTS, edges=edges, people=people)
    assert read_counts(line(made), HOUSES, NOW) == made
    for points in range(-61, 62):
        found = present(everywhere([made], points))
        less = sum(number for score, number in counts.items() if score < points)
        assert found.percent <= 100 * less / sum(people), "nobody is flattered"


def test_every_group_is_as_small_as_it_may_be() -> None:
    assert grouped({-6: 5, -1: 5, 0: 1, 1: 4, 9: 3}) == ((-5, 0), (5, 5, 8))
    assert grouped({0: 10}) == ((), (10,))
    assert grouped({0: 5, 1: 5, 2: 5, 3: 5, 4: 5}) == ((1, 4), (5, 15, 5)), "three scores wide"
