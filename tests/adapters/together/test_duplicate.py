"""A duplicate match of two people on each side, pressed through on all three platforms."""

from random import Random

from bot.match.vault import Vault
from bot.messages import MatchId
from tests.adapters.together.house import House, opened
from tests.adapters.together.test_proof import KEY
from tests.virtual import pass_by


async def ids_for(house: House, match: MatchId, user: str) -> list[str]:
    """The messages of this person's screen."""
    person = await house.service.users.person_of(user)
    screen = await house.service.screens.screen(match, person, "es")
    assert screen is not None
    return [line.id for line in screen.lines]


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
