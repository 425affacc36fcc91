"""Who listens is told, one after another, before the publisher goes on."""

import asyncio

import pytest

from bot.happenings import Happening, Happenings, MatchChanged, UserErased, UserParted


async def test_all_who_listen_are_told_in_their_order() -> None:
    happenings, told = Happenings(), list[str]()

    async def slow(parted: UserParted) -> None:
        told.append(f"begins {parted.person}")
        await asyncio.sleep(0)
        told.append("ends")

    async def quick(_: UserParted) -> None:
        told.append("second")

    happenings.listen(UserParted, slow)
    happenings.listen(UserParted, quick)
    await happenings.publish(UserErased("ana"))
    assert told == [], "it is of another kind"
    await happenings.publish(UserParted("ana"))
    assert told == ["begins ana", "ends", "second"]


async def test_what_one_raises_the_publisher_raises() -> None:
    happenings, told = Happenings(), list[Happening]()

    async def fails(_: MatchChanged) -> None:
        raise ValueError("a bug")

    async def hears(changed: MatchChanged) -> None:
        told.append(changed)

    happenings.listen(MatchChanged, fails)
    happenings.listen(MatchChanged, hears)
    with pytest.raises(ValueError, match="a bug"):
        await happenings.publish(MatchChanged("m"))
    assert told == []
