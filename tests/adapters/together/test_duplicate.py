"""A duplicate match of two people on each side, pressed through on all three platforms."""

from random import Random

import pytest

from bot.match.vault import Vault
from bot.messages import MatchId
from bot.model import Status
from bot.words import LOCALES, words_for
from tests.adapters.together.house import House, OnDiscord, opened
from tests.adapters.together.test_match import four
from tests.adapters.together.test_proof import KEY, verified
from tests.virtual import pass_by


async def ids_for(house: House, match: MatchId, user: str) -> list[str]:
    """The messages of this person's screen."""
    person = await house.service.users.person_of(user)
    screen = await house.service.screens.screen(match, person, "es")
    assert screen is not None
    return [line.id for line in screen.lines]


@pytest.mark.dear
async def test_everybody_plays_the_same_deals_twice() -> None:
    async with opened(vault=Vault(KEY, random=Random(5).randbytes)) as house:
        people = await four(house)
        match = await house.seated(*people, duplicado="6")
        assert dict((await house.info(match)).options) == {"duplicate": "6", "hand_cap": "11"}
        await house.begun(match, *people)
        rng, turned = Random(6), set[str]()
        seen: set[str] = set()
        while (info := await house.info(match)).status is Status.PLAYING:
            for person in people:
                ids = await ids_for(house, match, person.user)
                seen.update(ids)
                if "duplicate.turn" in ids:
                    assert len(info.by_hand) == 6
                    turned.add(person.user)
            await house.play(match, rng, steps=1)
        assert {"duplicate.first", "duplicate.second"} <= seen
        assert turned == {person.user for person in people}
        await pass_by(30)
        info = await house.info(match)
        assert len(info.by_hand) == 12
        first, second = (
            [sum(hand[side] for hand in half) for side in (0, 1)]
            for half in (info.by_hand[:6], info.by_hand[6:])
        )
        sides = [[seat.name for seat in info.seats if seat.seat % 2 == side] for side in (0, 1)]
        for person in people:
            ids = await ids_for(house, match, person.user)
            assert ids.count("duplicate.legs") == 1
            assert {"duplicate.luck", "duplicate.luck.none"} & set(ids)
            assert ids.count("duplicate.deals") == 1
            told = "\n".join(person.reads())
            if isinstance(person, OnDiscord) and person.client.here is person.client.chat:
                continue  # read below, where the table stands
            legs = [
                words.text(
                    "duplicate.legs",
                    **{
                        name: f"{words.list(sides[0])} {leg[0]} – {leg[1]} {words.list(sides[1])}"
                        for name, leg in (("first", first), ("second", second))
                    },
                )
                for words in map(words_for, LOCALES)
            ]
            assert any(text in told for text in legs), (person.user, told[-2000:])
        for person in people:
            told = await verified(person, partida=match)
            assert told.count("✓") == 6, person.user


async def test_a_challenge_to_a_duplicate_match() -> None:
    async with opened(vault=Vault(KEY, random=Random(5).randbytes)) as house:
        ana, beto = house.on_discord("Ana"), await house.on_telegram("Beto")
        before = await house.seated(ana, beto)
        await house.begun(before, ana, beto)
        for person in (ana, beto):
            await person.line("terminar")
        await beto.line("desafiar", persona="Ana", duplicado="si")
        await pass_by(5)
        (match,) = await house.service.matches.of_person(beto.user)
        info = await house.info(match)
        assert dict(info.options) == {"duplicate": "10", "hand_cap": "11"}
        assert [name for _, name in info.kept] == ["Ana"]
        await ana.line("unirse", codigo=match)
        await house.begun(match, beto, ana)
        assert "duplicate.first" in await ids_for(house, match, ana.user)
