"""A tournament of eight people on Discord, on Telegram and on the page."""

import re
from random import Random

from bot.messages import MatchId
from bot.model import Status
from bot.store.queries import match_queries, result_queries
from bot.tournaments.standings import podium
from bot.tournaments.state import NOBODY, Tournament
from bot.words import words_for
from tests.adapters.telegram import house as telegram_house
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.virtual import pass_by


async def eight(house: House) -> list[Player]:
    """Three in a Discord channel, three in a Telegram group, two with a tab."""
    on_discord = [house.on_discord(name) for name in ("Ana", "Beto", "Caro")]
    on_telegram = [await house.on_telegram(name) for name in ("Dani", "Eva", "Fede")]
    group = house.telegram.world.group("Los pibes", *(player.client for player in on_telegram))
    for player in on_telegram:
        player.chat = group
    pages = [await house.on_page(name) for name in ("Gabi", "Hugo")]
    return [*on_discord, *on_telegram, *pages]


async def the_tournament(house: House, code: MatchId) -> Tournament:
    tournament = (await house.info(code)).tournament
    assert tournament is not None
    return tournament


def said(text: str) -> str:
    """The letters and digits alone: a platform marks some of the others."""
    return re.sub(r"[^\w ]", "", text)


async def opened_by(house: House, host: Player, **options: str) -> MatchId:
    await host.line("torneo", accion="abrir", **options)
    await pass_by(3)
    (row,) = await house.service.store.read(match_queries.tournaments_of, host.user)
    return row.info.match


async def come(house: House, code: MatchId, table: MatchId) -> None:
    """The people of a table sit down: those who were called to it there, others by the button below
    the tournament."""
    for person, _ in (await house.info(table)).kept:
        player = next(known for known in house.players if known.user == person)
        if isinstance(player, OnPage) and player.screen()["kind"] == "result":
            await player.button(rf"\.{code}\.\.LOOKON$")
        await player.button(rf"\.{code if isinstance(player, OnPage) else table}\.\.JOIN$")
        await pass_by(3)
    assert (await house.info(table)).status is Status.PLAYING


def shown(player: Player, code: MatchId) -> str:
    """The tournament as this person sees it where they are."""
    match player:
        case OnDiscord(client=client):
            seen = [message for message in client.everything() if has(message.buttons, code)]
            return (seen or client.everything())[-1].text
        case OnTelegram(client=client, chat=chat):
            return "\n".join(str(message.text) for message in client.sees(chat))
        case OnPage():
            screen = player.screen()
            assert screen["kind"] == "tournament"
            return "\n".join(line["text"] for line in screen["lines"])
        case _:
            raise AssertionError(player)


def has(buttons: object, code: MatchId) -> bool:
    return code in str(buttons)


async def finish(house: House, table: MatchId) -> None:
    """The first side's person gives the running match away, and the other takes it."""
    info = await house.info(table)
    loser, winner = (
        next(player for player in house.players if player.user == seat.person)
        for seat in info.seats
    )
    await loser.line("salir")
    await pass_by(3)
    await winner.line("terminar")
    await pass_by(3)
    assert (await house.info(table)).winner == 1


async def test_eight_people_on_three_platforms(house: House) -> None:
    people = await eight(house)
    ana, beto, *others = people
    code = await opened_by(house, ana, puntos="15")
    await beto.button(rf"\.{code}\.\.JOIN$")
    for player in others:
        await player.line("torneo", accion="entrar", codigo=code)
        await pass_by(3)
    entrants = (await the_tournament(house, code)).entrants
    assert [entrant.person for entrant in entrants] == [person.user for person in people]
    await pass_by(20)
    for player in (ana, others[1], others[-1]):  # one on each platform sees the names of all
        assert all(entrant.name in shown(player, code) for entrant in entrants), shown(player, code)
    await ana.button(rf"\.{code}\.\.START$")
    await pass_by(20)
    _, *rest = (await the_tournament(house, code)).open
    assert len(rest) == 3
    await come(house, code, rest[0].match)
    await finish(house, rest[0].match)
    await come(house, code, rest[1].match)
    # Somebody gives a match up: that is asked twice.
    ((loser, _), *_) = (await house.info(rest[2].match)).kept
    giver = next(player for player in house.players if player.user == loser)
    await giver.button(rf"\.{rest[2].match}\.\.DECLINE$")
    await pass_by(3)
    assert (await house.info(rest[2].match)).status is Status.LOBBY
    if isinstance(giver, OnDiscord):
        await giver.button(rf"^t1\.{rest[2].match}\.\.DECLINE$")
    else:
        await giver.button(re.escape(f"{rest[2].match}..SURE DECLINE"))
    await pass_by(3)
    assert (await house.info(rest[2].match)).status is Status.CLOSED
    await pass_by(700)  # the people of the first table do not come in time
    await finish(house, rest[1].match)
    winners = [pairing.winner for pairing in (await the_tournament(house, code)).pairings[:4]]
    assert winners[0] == NOBODY
    assert winners[1:3] == [rest[0].other, rest[1].other]
    assert winners[3] == rest[2].other
    # A walkover against nobody brings one to the final; the other semifinal is played.
    semifinal = next(
        pairing for pairing in (await the_tournament(house, code)).open if pairing.round == 1
    )
    await come(house, code, semifinal.match)
    await finish(house, semifinal.match)
    (final,) = (await the_tournament(house, code)).open
    await come(house, code, final.match)
    await house.play(final.match, Random(1))
    await pass_by(20)
    assert (await house.info(code)).status is Status.CONCLUDED
    tournament = await the_tournament(house, code)
    champion = tournament.units[podium(tournament)[0][0]].people[0]
    screen = await house.service.screens.screen(code, None)
    assert screen is not None
    assert [line.id for line in screen.lines][:2] == ["tournament.over", "tournament.podium"]
    assert screen.lines[1].text == f"🥇 {champion.name}"
    assert (await house.service.store.read(result_queries.brought_by, final.match)).results
    assert not house.api.floods
    assert house.small.buckets.refusals == 0


async def test_pairs_choose_one_another_on_three_platforms(house: House) -> None:
    """An account on Discord, an answer to a message on Telegram, a name on the page; and the button
    for whoever was chosen."""
    people = await eight(house)
    ana, beto, caro, dani, eva, fede, gabi, hugo = people
    assert isinstance(beto, OnDiscord)
    assert isinstance(dani, OnTelegram)
    assert isinstance(eva, OnTelegram)
    code = await opened_by(house, ana, equipos="2")
    for player in (caro, dani, fede, gabi, hugo):
        await player.line("torneo", accion="entrar", codigo=code)
        await pass_by(3)
    await ana.line("torneo", accion="entrar", usuario=str(beto.client.user.id))
    await beto.button(rf"\.{code}\.\.JOIN TOGETHER$")
    hello = dani.client.say("hola", dani.chat)
    await pass_by(3)
    eva.client.say(f"/torneo@{telegram_house.BOT} entrar codigo:{code}", eva.chat, reply_to=hello)
    await pass_by(3)
    await dani.button(rf"\.{code}\.\.JOIN TOGETHER$")
    await gabi.line("torneo", accion="entrar", codigo=code, persona="Hugo")
    await hugo.line("torneo", accion="entrar", codigo=code, persona="Gabi")
    await caro.line("torneo", accion="entrar", codigo=code, persona="Nadie")
    await pass_by(20)
    names = {entrant.name for entrant in (await the_tournament(house, code)).entrants}
    assert len(names) == len(people)
    for player in (ana, eva, hugo):
        assert shown(player, code).count("🤝") == 3, shown(player, code)
    await ana.button(rf"\.{code}\.\.START$")
    await pass_by(20)
    units = (await the_tournament(house, code)).units
    teams = {frozenset(entrant.person for entrant in unit.people) for unit in units}
    pairs: list[tuple[Player, Player]] = [(ana, beto), (dani, eva), (gabi, hugo), (caro, fede)]
    assert teams == {frozenset((one.user, other.user)) for one, other in pairs}


async def two_without_a_private_chat(
    house: House,
) -> tuple[OnDiscord, OnDiscord, OnTelegram, OnTelegram]:
    """Two in a Discord channel and two in a Telegram group; the bot can write to the first of each
    alone."""
    ana, beto = house.on_discord("Ana"), house.on_discord("Beto")
    beto.client.user.dm_refusal = 50007
    dani, eva = [await house.on_telegram(name) for name in ("Dani", "Eva")]
    dani.chat = eva.chat = house.telegram.world.group("Los pibes", dani.client, eva.client)
    eva.client.block()
    return ana, beto, dani, eva


async def test_whoever_has_no_private_chat_is_called_below_the_tournament(house: House) -> None:
    """When the match is ready, and once more at half of the time: on Discord and on Telegram."""
    ana, beto, dani, eva = await two_without_a_private_chat(house)
    await pass_by(5)
    code = await opened_by(house, ana)
    await beto.button(rf"\.{code}\.\.JOIN$")
    for person in (dani, eva):
        await person.line("torneo", accion="entrar", codigo=code)
        await pass_by(3)
    await ana.button(rf"\.{code}\.\.START$")
    tournament = await the_tournament(house, code)
    here, there = tournament.table_of(beto.user), tournament.table_of(eva.user)
    for calls in (1, 2):
        await pass_by(60)
        for table in (here, there):
            assert (await house.info(table)).status is Status.LOBBY
        me = (beto.client.user.id,)
        seen = [message for message in beto.client.sees() if message.message.mentions == me]
        assert len([message for message in seen if here in message.text]) == calls
        told = [str(message.text) for message in eva.client.sees(eva.chat)]
        called = words_for("es").text("notice.tournament", match=there)
        assert len([text for text in told if "Eva" in text and called in text]) == calls
        await pass_by(300)


async def test_who_has_signed_up_is_told_before_it_begins_by_itself(house: House) -> None:
    """Once, alone where that is possible; and when it begins is shown on their own clock."""
    ana, beto, dani, eva = await two_without_a_private_chat(house)
    page = await house.on_page("Gabi")
    await pass_by(5)
    code = await opened_by(house, ana, empieza="en 1 h")
    await beto.button(rf"\.{code}\.\.JOIN$")
    for player in (dani, eva, page):
        await player.line("torneo", accion="entrar", codigo=code)
        await pass_by(3)
    begins = (await the_tournament(house, code)).begins
    await pass_by(20)
    assert f"<t:{int(begins)}:f> (<t:{int(begins)}:R>)" in shown(ana, code)
    assert "UTC" not in shown(ana, code)
    entities = [
        entity for see in dani.client.sees(dani.chat) for entity in see.json.get("entities", [])
    ]
    dated = [entity for entity in entities if entity["type"] == "date_time"]
    assert [entity["unix_time"] for entity in dated] == [int(begins)] * 2
    assert page.screen()["moment"] == begins
    await pass_by(3000 - 60)
    words = words_for("es")
    told = words.text("notice.starting", game="truco argentino", match=code)

    def calls() -> list[int]:
        """How often each of them reads it."""
        seen = [
            [message.text for message in ana.client.reads()],
            [message.text for message in beto.client.sees() if message.message.mentions],
            [str(message.text) for message in dani.client.sees()],
            [str(message.text) for message in eva.client.sees(eva.chat)],
            [message["text"] for message in page.page.heard if message["t"] == "notice"],
        ]
        return [sum(said(told) in said(text) for text in texts) for texts in seen]

    assert calls() == [0] * 5
    await pass_by(120)
    assert calls() == [1] * 5
    await pass_by(600)
    assert (await house.info(code)).status is Status.HELD
    assert max(calls()) == 1  # a call in the channel goes when the next one comes
