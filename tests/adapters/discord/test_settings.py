"""What a server's administrators decide, and what a person chooses about their own cards."""

from adapters.discord.community import channels_of, ways_of
from adapters.discord.words import plain, say
from bot.community.community_rules import CommunityRules, rules_of
from bot.model import Status
from bot.words import words_for
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.rules import components
from tests.adapters.discord.lookalike.world import Interaction
from tests.virtual import pass_by


def chief(house: House, name: str = "Ana", locale: str = "es-ES") -> Person:
    """Somebody who manages the server."""
    person = house.person(name, locale)
    house.guild.managers.add(person.user.id)
    return person


async def pick(person: Person, panel: Interaction, name: str, *values: str) -> Interaction:
    """Chooses on the panel; ``name`` without its mark."""
    assert panel.reply is not None
    data = {"custom_id": f"&{name}", "component_type": 3, "values": list(values)}
    chosen = person._happen(3, data, panel.reply.channel, panel.reply)
    return await person._answered(chosen)


async def agreed(house: House) -> CommunityRules:
    """What the server's administrators allow."""
    return rules_of(await house.service.settings.of(f"discord:{house.guild.id}"))


def own(interaction: Interaction) -> str:
    """What only the person who asked was told."""
    assert interaction.reply is not None
    assert interaction.reply.only_for is interaction.user
    return str(interaction.reply.components)


async def test_the_panel_keeps_what_is_chosen(house: House) -> None:
    ana = chief(house)
    community = f"discord:{house.guild.id}"
    panel = await ana.slash("configurar lugar")
    own(panel)
    other = house.small.world.add_channel(house.guild, "truco")
    await pick(ana, panel, "channels", str(other.id))
    await pick(ana, panel, "juegos", "argentino", "paulista")
    await pick(ana, panel, "mesas", "1")
    await pick(ana, panel, "threads", "on")
    await pick(ana, panel, "hands", "here")
    await pick(ana, panel, "idioma", "pt_BR")
    await pick(ana, panel, "page:tables")
    await pick(ana, panel, "flor", "con")
    ways = await ways_of(house.service, community)
    assert await channels_of(house.service, community) == (other.id,)
    rules = await agreed(house)
    assert rules.games == ("argentino", "paulista")
    assert (rules.tables, ways.threads, ways.here) == (1, True, True)
    assert (await house.service.settings.of(community))["flor"] == "con"
    assert await house.service.languages.of(community) == "pt_BR"
    # Nobody else has a say, whatever they send.
    beto = house.person("Beto")
    assert panel.reply is not None
    data = {"custom_id": "&mesas", "component_type": 3, "values": ["-"]}
    panel.reply.only_for = beto.user
    await beto._answered(beto._happen(3, data, panel.reply.channel, panel.reply))
    assert (await agreed(house)).tables == 1


async def test_the_panel_is_of_those_who_manage_the_server(house: House) -> None:
    """Whatever they send: a panel may stay on the screen of somebody who no longer may."""
    ana = chief(house)
    panel = await ana.slash("configurar lugar")
    house.guild.managers.discard(ana.user.id)
    refused = plain(words_for("es").text("reason.NOT_ADMIN"))
    for name, values in (("threads", ("on",)), ("page:tables", ())):
        chosen = await pick(ana, panel, name, *values)
        assert chosen.answer == 4
        assert refused in own(chosen)
    data = {"id": "1", "name": "configurar", "type": 1, "options": []}
    asked = await ana._answered(ana._happen(2, data, ana.here))
    assert refused in own(asked)
    asked = await ana.slash("configurar lugar", flor="con")
    assert refused in own(asked)
    kept = await house.service.settings.of(f"discord:{house.guild.id}")
    assert kept.keys().isdisjoint(("flor", "discord_threads"))


async def test_a_choice_that_is_none_is_refused(house: House) -> None:
    ana = chief(house)
    panel = await ana.slash("configurar lugar")
    before = await house.service.settings.of(f"discord:{house.guild.id}")
    for name, values in (("nonsense", ("x",)), ("threads", ("perhaps",)), ("mesas", ())):
        assert plain(say("es", "unclear")) in own(await pick(ana, panel, name, *values))
    chosen = await pick(ana, panel, "juegos", "ajedrez")
    assert chosen.answer == 7, "the panel is drawn as it is"
    (told,) = chosen.followups
    assert told.only_for is ana.user
    assert await house.service.settings.of(f"discord:{house.guild.id}") == before


async def test_the_panel_has_two_pages(house: House) -> None:
    """What is allowed, and what a table is like when nothing is said. Each shows what is set."""
    ana = chief(house)
    panel = await ana.slash("configurar lugar")
    assert panel.reply is not None
    made = await house.service.screens.panel(f"discord:{house.guild.id}", "es")
    rules = {rule.name for rule in made.rules if rule.name not in ("lugares", "anuncios")}

    def lists() -> set[str]:
        assert panel.reply is not None
        return {menu.custom_id.removeprefix("&") for menu in Seen(panel.reply).selects}

    def marked(name: str) -> list[str]:
        assert panel.reply is not None
        (menu,) = [
            component
            for _, component in components(panel.reply.components)
            if component.get("custom_id") == f"&{name}"
        ]
        return [option["value"] for option in menu["options"] if option.get("default")]

    own = {"channels", "announcements", "role", "day_board", "threads", "hands"}
    assert lists() == rules | own
    assert (marked("threads"), marked("hands")) == (["off"], ["direct"])
    await pick(ana, panel, "threads", "on")
    await pick(ana, panel, "hands", "here")
    assert (marked("threads"), marked("hands")) == (["on"], ["here"])
    await ana.press(custom_id="^&page:tables$")
    assert lists() == {habit.name for habit in made.habits}
    await pick(ana, panel, "flor", "con")
    assert lists() == {habit.name for habit in made.habits}, "the page of the choice"
    assert marked("flor") == ["con"]
    await ana.press(custom_id="^&page:rules$")
    assert lists() == rules | own


async def test_tables_stand_where_they_may(house: House) -> None:
    ana, beto = chief(house), house.person("Beto")
    place = f"discord:{house.guild.id}/{house.channel.id}"
    panel = await ana.slash("configurar lugar")
    await pick(ana, panel, "mesas", "1")
    await pick(ana, panel, "juegos", "paulista")
    own(await ana.slash("jugar", variante="argentino"))
    assert await house.service.matches.at_place(place) == ()
    await house.open(ana, variante="paulista")
    own(await beto.slash("jugar", variante="paulista"))
    assert len(await house.service.matches.at_place(place)) == 1
    other = house.small.world.add_channel(house.guild, "truco")
    await pick(ana, panel, "channels", str(other.id))
    await pick(ana, panel, "mesas", "-")
    refused = own(await beto.slash("jugar", variante="paulista"))
    assert f"<#{other.id}>" in refused
    assert len(await house.service.matches.at_place(place)) == 1


async def test_habits_hold_where_nothing_is_said(house: House) -> None:
    ana = chief(house)
    await ana.slash("configurar lugar", flor="con", puntos="15")
    match = await house.open(ana)
    options = dict((await house.info(match)).options)
    assert options == {"flor": "con", "target": "15"}


async def test_without_the_rights_a_table_is_not_opened(house: House) -> None:
    house.guild.bot_permissions &= ~(1 << 11)
    ana = house.person("Ana")
    told = own(await ana.slash("jugar"))
    assert "enviar mensajes" in told
    place = f"discord:{house.guild.id}/{house.channel.id}"
    assert await house.service.matches.at_place(place) == ()


async def test_cards_in_the_channel_by_choice_and_back(
    house: House, ana: Person, beto: Person
) -> None:
    match = await house.open(ana)
    await beto.press(custom_id=r"JOIN$")
    await beto.press(custom_id=rf"^~{match}$")
    await pass_by(3)
    assert [message.text for message in beto.reads()] == [plain(say("es", "aside.done"))]
    await ana.press(custom_id=r"START$")
    await pass_by(3)
    here = [message for message in beto.sees() if message.ephemeral]
    assert any(id.endswith(".mazo") for message in here for id in message.custom_ids)
    assert not [id for message in beto.reads() for id in message.custom_ids]
    settings = await house.service.settings.of(f"discord:{beto.user.id}")
    assert settings["discord_hand"] == "here"
    # The next table asks nothing of the private chat.
    before = len(beto.reads())
    again = await house.open(beto)
    await pass_by(3)
    assert len(beto.reads()) == before
    assert again != match


async def test_tables_of_elsewhere_do_not_come_where_none_may_stand(house: House) -> None:
    """Neither by asking for them nor by sitting down from there."""
    ana = chief(house)
    talk = house.small.world.add_channel(house.guild, "charla")
    panel = await ana.slash("configurar lugar")
    await pick(ana, panel, "channels", str(house.channel.id))
    match = await house.open(ana)
    own(await ana.at(talk).slash("mano", ver="mesa"))
    beto = house.person("Beto")
    await beto.at(talk).slash("unirse", codigo=match)
    await pass_by(5)
    assert (await house.info(match)).seat_of(f"discord:{beto.user.id}") is not None
    assert not [seen for seen in ana.sees(talk) if not seen.ephemeral]
    await pick(ana, panel, "channels")
    await ana.at(talk).slash("mano", ver="mesa")
    assert [seen for seen in ana.sees(talk) if not seen.ephemeral]


async def test_an_administrator_bars_somebody_of_the_servers_list(house: House) -> None:
    """Whom no table has seen; they are told alone, and the server lets them sit nowhere."""
    ana, beto, carla = chief(house), house.person("Beto"), house.person("Carla")
    told = await ana.slash(
        "moderar vetar", usuario=str(beto.user.id), plazo="dia", motivo="por gritar"
    )
    assert "Beto" in own(told)
    await pass_by(5)
    assert [message for message in beto.reads() if "por gritar" in message.text]
    refused = await beto.slash("jugar")
    assert "por gritar" in str(refused.reply.components if refused.reply else "")
    match = await house.open(carla, jugadores="2")
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    assert (await house.info(match)).seat_of(f"discord:{beto.user.id}") is None
    await ana.slash("moderar vetar", accion="levantar", usuario=str(beto.user.id))
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    assert (await house.info(match)).seat_of(f"discord:{beto.user.id}") is not None
    await ana.slash("moderar cerrar")
    assert (await house.info(match)).status is Status.CLOSED


async def test_a_person_of_the_servers_list_is_challenged(
    house: House, ana: Person, beto: Person
) -> None:
    """Nobody has played with them yet."""
    await ana.slash("desafiar", usuario=str(beto.user.id))
    (match,) = await house.service.matches.at_place(f"discord:{house.guild.id}/{house.channel.id}")
    user = f"discord:{beto.user.id}"
    assert dict((await house.info(match)).kept) == {user: "Beto"}
    await pass_by(10)
    assert [message for message in beto.sees() if message.message.mentions == (beto.user.id,)]
    # A robot of the platform is nobody.
    await ana.slash("invitar amigos", accion="agregar", usuario=str(house.small.world.bot.id))
    assert await house.service.admission.friends(f"discord:{ana.user.id}") == {}
