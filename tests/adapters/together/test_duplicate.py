"""A challenge to a duplicate match, from Telegram to Discord."""

from random import Random

from bot.match.vault import Vault
from tests.adapters.together.house import opened
from tests.adapters.together.test_proof import KEY
from tests.narrow import present
from tests.virtual import pass_by


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
        screen = present(await house.service.screens.screen(match, ana.user, "es"))
        assert "duplicate.first" in [line.id for line in screen.lines]
