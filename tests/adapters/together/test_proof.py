"""``/verificar`` and the commitment, pressed through by people on all three platforms."""

from random import Random

import pytest

from bot.match.proofs import CheckedPart
from bot.match.vault import Vault
from bot.messages import MatchId
from bot.model import MatchInfo, Status
from bot.words import words_for
from tests.adapters.discord.lookalike import rules
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player, opened
from tests.adapters.together.test_match import four
from tests.virtual import pass_by

KEY = b"k" * 32


def files_of(house: House, player: Player, code: MatchId) -> int:
    """How often this person was given the match's record, or the button for it."""
    name = f"truco-{code}.truco"
    match player:
        case OnDiscord(client=client):
            return [
                file.name for message in client.everything() for file in message.pictures
            ].count(name)
        case OnTelegram(client=client):
            sent = house.api.of("sendDocument")
            mine = [request for request in sent if int(request.values["chat_id"]) == client.id]
            return sum(name in request.names.values() for request in mine)
        case OnPage(page=page):
            panels = [message["page"] for message in page.heard if message["t"] == "panel"]
            return sum(panel["record"] == code for panel in panels)
        case _:
            raise AssertionError(player)


async def verified(player: Player, **options: str) -> str:
    """What ``/verificar`` tells this person."""
    before = len(player.reads())
    await player.line("verificar", **options)
    await pass_by(5)
    return "\n".join(player.reads()[before:])


async def test_everybody_checks_the_deal_on_their_own_platform() -> None:
    """The receipt is told to its person, and nothing of it in a channel or group."""
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        people = await four(house)
        match = await house.seated(*people)
        await pass_by(10)
        commitment = (await house.info(match)).commitment
        for player in people:
            seen = [text for text in player.reads() if commitment[:8] in text]
            # A page's browser is told the seal, and shows it to nobody.
            read = [text for text in seen if "'t': 'seal'" not in text]
            assert read == [], "nobody sees anything of it until they ask"
        for player in people:
            await player.line("verificar", frase=f"Suerte {player.user[-6:]}")
            await pass_by(3)
        for player in people:
            person = await house.service.users.person_of(player.user)
            assert await house.service.matches.words(match, person) == f"Suerte {player.user[-6:]}"
        await house.begun(match, *people)
        await pass_by(10)
        info = await house.info(match)
        salts: dict[str, set[str]] = {}
        for player in people:
            person = await house.service.users.person_of(player.user)
            live = await house.service.proofs.live(match, person)
            assert live is not None
            receipt = live.receipt
            assert receipt is not None
            assert (receipt.agrees, receipt.root, len(receipt.cards)) == (True, info.root, 3)
            told = await verified(player, partida=match)
            assert commitment in told, player.user
            assert info.root in told
            assert all(f"{own.place} · {own.salt} · {own.card}" in told for own in receipt.cards)
            assert files_of(house, player, match) == 0, "nothing before its time"
            salts[player.user] = {own.salt for own in receipt.cards}
        ana, beto, *_ = people
        public = [message.text for message in ana.client.sees() if not message.ephemeral]
        public += [message.text for message in beto.client.sees(beto.chat)]
        for player in people:
            every = "\n".join((*player.reads(), *public))
            others = set().union(*(own for user, own in salts.items() if user != player.user))
            assert not [salt for salt in others if salt in every], player.user
        for player in people:
            await player.line("terminar")
        await pass_by(10)
        assert (await house.info(match)).status is Status.OVER
        for player in people:
            told = await verified(player, partida=match)
            assert told.count("✓") == len(CheckedPart), player.user
            assert commitment in told
            assert files_of(house, player, match) == 1, player.user
        right = words_for("pt_BR").text("proof.right")
        assert right in await verified(people[2], partida=match)


@pytest.fixture
def showing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table shows its seal in a message of its own, as one with stakes does."""
    monkeypatch.setattr(MatchInfo, "shows_seal", True)


@pytest.mark.usefixtures("showing")
async def test_a_channel_and_a_group_have_the_commitment_before_the_table_and_for_good() -> None:
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        ana, beto = house.on_discord("Ana"), await house.on_telegram("Beto")
        beto.chat = house.telegram.world.group("Los pibes", beto.client)
        for host in (ana, beto):
            await host.line("jugar", jugadores="2")
            await pass_by(10)
        on_discord, on_telegram = [
            (await house.info(await house.lobby_of(person.user))).commitment
            for person in (ana, beto)
        ]
        first, lobby = [message for message in ana.client.sees() if not message.ephemeral][:2]
        assert on_discord in first.text
        assert first.message.flags & rules.SUPPRESS_NOTIFICATIONS
        assert any(id.endswith("JOIN") for id in lobby.custom_ids)
        seal, table = beto.client.sees(beto.chat)[-2:]
        assert on_telegram in seal.text
        assert table.button("JOIN")
        before = first.text, seal.text
        for host in (ana, beto):
            await host.button(r"\.START$")
            await pass_by(10)
            await host.line("terminar")
            await pass_by(10)
        assert (first.text, seal.text) == before
        assert (first.message.edited, seal.versions, seal.deleted) == (None, [], False)


@pytest.mark.usefixtures("showing")
async def test_who_plays_in_their_own_chat_has_the_commitment_once() -> None:
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        ana, beto = house.in_direct_chat("Ana"), await house.on_telegram("Beto")
        for host in (ana, beto):
            await host.line("jugar", jugadores="2")
            await pass_by(10)
            commitment = (await house.info(await house.lobby_of(host.user))).commitment
            assert sum(commitment in text for text in host.reads()) == 1
