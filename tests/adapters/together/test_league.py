"""``/liga``: a club of Discord plays one of Telegram, both rooms in one bot, from the words that
people pass on to the table that is posted in both clubs."""

from pathlib import Path
from random import Random

from adapters.league_folder import LeagueFolder
from bot.match.vault import Vault
from bot.messages import Leave
from bot.model import Status
from bot.tokens import FILM
from tests.adapters.together.house import House, OnDiscord, OnTelegram, Player, opened
from tests.bot.leagues.season import is_signed, key, terms_of
from tests.virtual import EPOCH, pass_by, the_loop

TERMS = terms_of(2, 1, beacon=False, begins=int(EPOCH) - 60)


class Season:
    """A league whose two clubs are at one host."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.book: LeagueFolder

    def at(self) -> LeagueFolder:
        loop = the_loop()  # the book is read in a thread
        self.book = LeagueFolder(self._folder, key(0), loop.now, is_signed)
        self.book.enter(TERMS)
        return self.book


async def clubs(house: House) -> tuple[list[OnDiscord], list[OnTelegram]]:
    """Two people of each club; the first administers it."""
    ana = house.on_discord("Ana")
    house.discord.guild.managers.add(ana.client.user.id)
    beto = await house.on_telegram("Beto")
    bela = await house.on_telegram("Bela")
    beto.chat = bela.chat = house.telegram.world.group("Los pibes", beto.client, bela.client)
    return [ana, house.on_discord("Ada")], [beto, bela]


def in_clubs(eva: OnDiscord, beto: OnTelegram) -> tuple[str, str]:
    """What everybody reads in the channel and in the group."""
    channel = [message.text for message in eva.client.everything()]
    return "\n".join(channel), "\n".join(
        message.text for message in beto.chat.messages if message.by_bot
    )


async def test_a_whole_pairing(tmp_path: Path) -> None:
    """Robots end each room when its people have left: it is played to its end."""
    season = Season(tmp_path)
    async with opened(vault=Vault(b"k" * 32), league=season.at) as house:
        (ana, ada), (beto, bela) = await clubs(house)
        await pass_by(40)  # the house seals and opens the round
        desk = season.book.desk()
        teams: list[tuple[Player, Player]] = [(ana, ada), (beto, bela)]
        for number, club in enumerate(teams):
            await club[0].line("liga", palabra=desk.word_of_club(number))
            for member in club:
                await member.line("liga", palabra=desk.word_of_team(number))
        people: list[tuple[Player, Player]] = [(ana, beto), (ada, bela)]
        for steps, (one, other) in zip((8, 1), people, strict=True):
            await one.line("liga", accion="jugar")
            await other.line("liga", accion="jugar")
            await pass_by(2)
            (match,) = await house.service.matches.of_person(one.user)
            info = await house.info(match)
            assert {seat.person for seat in info.people} == {one.user, other.user}
            assert await house.play(match, Random(1), steps=steps) == steps
            for player in (one, other):
                leave = Leave(request=f"leave {player.user}", person=player.user, match=match)
                await house.service.handle(leave)
            while (await house.info(match)).status is not Status.OVER:
                await pass_by(5)
            await pass_by(5)
            assert beto.client.find(FILM) is None, "others still play these deals"
        await pass_by(70)
        assert beto.client.find(FILM), "the other room is over too"
        verdict = season.book.verdict()
        assert verdict.faults == ()
        (result,) = verdict.results
        assert result.scored is not None
        channel, group = in_clubs(house.on_discord("Eva"), beto)
        assert "Mano 1" not in channel + group
        for told in (channel, group):
            assert "Ronda 1 de 1" in told
            assert "pts (imps " in told, "the table"
        assert "Ana, de Equipo 0, está en espera por la sala contra Equipo 1" in group
