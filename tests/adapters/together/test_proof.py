"""``/verificar`` and the commitment, pressed through by people on all three platforms."""

from random import Random

from bot.match.proofs import Tick
from bot.match.vault import Vault
from bot.model import Status
from bot.words import words_for
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player, opened
from tests.adapters.together.test_match import four
from tests.virtual import pass_by

KEY = b"k" * 32


def seen_by(house: House, player: Player) -> list[str]:
    """Every message that this person has been sent alone, or may read, oldest first."""
    match player:
        case OnDiscord(client=client):
            elsewhere = [] if client.here is client.chat else client.sees(client.chat)
            return [one.text for one in (*elsewhere, *client.sees())]
        case OnTelegram():
            return [one.text for one in player.client.sees(player.client.private)]
        case OnPage():
            return [str(one) for one in player.page.heard]
        case _:
            raise AssertionError(player)


async def verified(house: House, player: Player, **options: str) -> str:
    """What ``/verificar`` tells this person."""
    before = len(seen_by(house, player))
    await player.line("verificar", **options)
    await pass_by(5)
    return "\n".join(seen_by(house, player)[before:])


async def test_everybody_checks_the_deal_on_their_own_platform() -> None:
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        people = await four(house)
        match = await house.seated(*people)
        await pass_by(10)
        commitment = (await house.info(match)).commitment
        for one in people:
            alone = [text for text in seen_by(house, one) if commitment in text]
            assert len(alone) == 1, one.user
        for one in people:
            await one.line("verificar", frase=f"Suerte {one.user[-6:]}")
            await pass_by(3)
        for one in people:
            person = await house.service.users.person_of(one.user)
            assert await house.service.matches.words(match, person) == f"Suerte {one.user[-6:]}"
        await people[0].button(r"\.START$")
        await pass_by(10)
        info = await house.info(match)
        for one in people:
            person = await house.service.users.person_of(one.user)
            live = await house.service.proofs.live(match, person)
            assert live is not None
            assert live.agrees
            told = await verified(house, one, partida=match)
            assert commitment in told, one.user
            assert info.root in told
            assert all(own.salt in told for own in live.own)
            assert len(live.own) == 3
        for one in people:
            await one.line("terminar")
        await pass_by(10)
        assert (await house.info(match)).status is Status.OVER
        for one in people:
            told = await verified(house, one, partida=match)
            assert told.count("✓") == len(Tick), one.user
            assert commitment in told
        right = words_for("pt_BR").text("proof.right")
        assert right in await verified(house, people[2], partida=match)
