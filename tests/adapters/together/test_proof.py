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


def seen_by(house: House, player: Player) -> list[str]:
    """Every message that this person has been sent alone, or may read, oldest first."""
    match player:
        case OnDiscord(client=client):
            elsewhere = [] if client.here is client.chat else client.sees(client.chat)
            return [message.text for message in (*elsewhere, *client.sees())]
        case OnTelegram():
            return [message.text for message in player.client.sees(player.client.private)]
        case OnPage():
            return [str(message) for message in player.page.heard]
        case _:
            raise AssertionError(player)


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
        for player in people:
            seen = [text for text in seen_by(house, player) if commitment[:8] in text]
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
        for player in people:
            person = await house.service.users.person_of(player.user)
            live = await house.service.proofs.live(match, person)
            assert live is not None
            assert live.receipt is not None
            assert live.receipt.agrees
            told = await verified(house, player, partida=match)
            assert commitment in told, player.user
            assert info.root in told
            assert all(own.salt in told for own in live.receipt.cards)
            assert len(live.receipt.cards) == 3
            assert files_of(house, player, match) == 0, "nothing before its time"
        for player in people:
            await player.line("terminar")
        await pass_by(10)
        assert (await house.info(match)).status is Status.OVER
        for player in people:
            told = await verified(house, player, partida=match)
            assert told.count("✓") == len(CheckedPart), player.user
            assert commitment in told
            assert files_of(house, player, match) == 1, player.user
        right = words_for("pt_BR").text("proof.right")
        assert right in await verified(house, people[2], partida=match)


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
            assert sum(commitment in text for text in seen_by(house, host)) == 1


async def test_everybody_is_told_their_own_receipt() -> None:
    """Where they have their cards, seen by nobody else; and nothing stands in a channel."""
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        people = await four(house)
        match = await house.seated(*people)
        await house.begun(match, *people)
        await pass_by(10)
        receipts = {}
        for player in people:
            person = await house.service.users.person_of(player.user)
            live = await house.service.proofs.live(match, person)
            assert live is not None
            receipt = live.receipt
            assert receipt is not None
            told = await verified(house, player)
            assert receipt.root in told, player.user
            assert all(f"{own.place} · {own.salt} · {own.card}" in told for own in receipt.cards)
            receipts[player.user] = {own.salt for own in receipt.cards}
        for player in people:
            read = "\n".join(seen_by(house, player))
            others = {salt for user, own in receipts.items() if user != player.user for salt in own}
            assert not [salt for salt in others if salt in read], player.user
        ana, beto = people[:2]
        group = "\n".join(message.text for message in beto.client.sees(beto.chat))
        channel = "\n".join(message.text for message in ana.client.sees() if not message.ephemeral)
        everything = {salt for own in receipts.values() for salt in own}
        assert not [salt for salt in everything if salt in group + channel]
