"""What a community has agreed on, and what a person last played with there."""

import asyncio
import itertools
from typing import Any

import pytest

from bot.catalogue import Send, Typed, interpret
from bot.community.table_defaults import newcomer_variant
from bot.messages import Accepted, AnyReply, Leave, OpenTable, Refused, Rematch, SetOptions
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.community.panel import Panel
from bot.table_options import rest_of
from bot.words import LOCALES
from engine.variants import VARIANTS
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, PLACE, Table, asker_here, reason
from tests.narrow import of_kind, present

OTHER_PLACE = f"{COMMUNITY}/otra"
LONG = "x" * 99
_numbers = itertools.count()


async def opens(
    table: Table, person: str = ANA, place: str = PLACE, locale: str = "es", **said: str
) -> OpenTable:
    """The command that ``/jugar`` with these options is."""
    defaults = await table.service.settings.table_defaults(COMMUNITY, person, locale)
    request = f"open {next(_numbers)}"
    asker = asker_here(person, request=request, place=place, locale=locale, defaults=defaults)
    found = of_kind(Send, interpret(Typed("jugar", tuple(said.items())), asker))
    return of_kind(OpenTable, found.command)


def table_of(command: OpenTable) -> tuple[Any, ...]:
    rules = rest_of(dict(command.options))
    return command.variant, command.players, command.turn_seconds, rules


async def opened(table: Table, person: str = ANA, place: str = PLACE, **said: str) -> AnyReply:
    """Opens such a table."""
    reply = await table.send(await opens(table, person, place, **said))
    if isinstance(reply, Accepted):
        table.match = reply.match
    return reply


async def played(table: Table, person: str = ANA, **said: str) -> None:
    """Opens such a table and starts it."""
    assert isinstance(await opened(table, person, **said), Accepted)
    assert isinstance(await table.start(person), Accepted)


async def sets(table: Table, **values: str) -> AnyReply:
    """Administrators set these rules."""
    return await table.service.settings.configure(COMMUNITY, values)


async def holds(table: Table) -> dict[str, str]:
    return await table.service.settings.of(COMMUNITY)


async def panel(table: Table) -> Panel:
    return await table.service.screens.panel(COMMUNITY, "es", [(PLACE, "aquí")])


# --- habits --------------------------------------------------------------------------------------


async def test_habits_fill_in_what_nobody_says(table: Table) -> None:
    service = table.service
    wanted = {"jugadores": "4", "tiempo": "30", "flor": "con", "idioma": "pt_BR"}
    assert isinstance(await service.settings.configure(COMMUNITY, wanted), Accepted)
    assert await service.languages.of(COMMUNITY) == "pt_BR"
    assert table_of(await opens(table)) == ("argentino", 4, 30, {"flor": "con"})
    assert table_of(await opens(table, jugadores="2")) == ("argentino", 2, 30, {"flor": "con"})
    assert table_of(await opens(table, variante="mineiro")) == ("mineiro", 2, 30, {})


async def test_who_may_look_on_is_a_habit_too(table: Table) -> None:
    await sets(table, espectadores="tarde")
    assert dict((await opens(table)).options)["spectators"] == "tarde"
    assert dict((await opens(table, espectadores="no")).options)["spectators"] == "no"


async def test_a_habit_is_taken_back(table: Table) -> None:
    await sets(table, tiempo="30", flor="con")
    await sets(table, tiempo="-")
    assert await holds(table) == {"flor": "con"}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"variante": "mineiro", "flor": "con", "idioma": "en"}, ("flor", "")),
        ({"tiempo": "mucho"}, ("turn_seconds", "mucho")),
        ({"tiempo": "1234567"}, ("turn_seconds", "1234567")),
        ({"jugadores": "-2"}, ("players", "-2")),
        ({"jugadores": "²"}, ("players", "²")),
        ({"juegos": "argentino,ajedrez"}, ("variant", "ajedrez")),
        ({"mesas": "1000"}, ("mesas", "1000")),
        ({"lugares": f"{PLACE},web:otherwhere/mesa"}, ("lugares", "2")),
        ({"lugares": ",".join(f"{COMMUNITY}/{n}" for n in range(26))}, ("lugares", "26")),
        ({"anuncios": "web:otherwhere/mesa"}, ("anuncios", "web:otherwhere/mesa")),
        ({"anuncios": f"{PLACE},x"}, ("anuncios", f"{PLACE},x")),
        ({"tabla": "web:otherwhere/mesa"}, ("tabla", "web:otherwhere/mesa")),
        ({"temporada": "dia"}, ("temporada", "dia")),
        ({"rapida": "lejos"}, ("rapida", "lejos")),
        ({"espectadores": "quizas"}, ("spectators", "quizas")),
        ({"telegram_chat": "5"}, ("telegram_chat", "")),
    ],
)
async def test_what_cannot_be_is_refused_and_nothing_is_set(
    table: Table, wrong: dict[str, str], told: tuple[str, str]
) -> None:
    refused = of_kind(Refused, await sets(table, **wrong))
    assert (refused.reason, refused.parameters) == ("BAD_OPTION", (told,))
    assert await holds(table) == {}
    assert await table.service.languages.of(COMMUNITY) is None


async def test_as_many_places_as_fit_on_the_panel(table: Table) -> None:
    places = ",".join(f"{COMMUNITY}/{n}" for n in range(25))
    assert isinstance(await sets(table, lugares=places), Accepted)
    assert await holds(table) == {"lugares": places}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(LONG, id="no setting"),
        *("juegos", "mesas", "anuncios", "tabla", "temporada", "rapida"),
        *("variante", "jugadores", "tiempo", "espectadores"),
    ],
)
async def test_what_is_refused_is_told_in_few_letters(table: Table, name: str) -> None:
    refused = of_kind(Refused, await sets(table, **{name: LONG}))
    ((option, value),) = refused.parameters
    assert {len(option), len(value)} >= {32}


async def test_a_language_that_nobody_here_speaks(table: Table) -> None:
    assert reason(await sets(table, idioma="fr")) == "NO_SUCH_LANGUAGE"


async def test_a_table_like_the_last_one_says_so(table: Table) -> None:
    """Nobody has to wonder where its rules come from; a changed one is of today."""

    async def told(**said: str) -> str:
        assert isinstance(await opened(table, **said), Accepted)
        ids = [line.id for line in (await table.screen(None, "es")).lines]
        await table.ask(Leave, ANA)
        (told,) = (id for id in ids if id.startswith("lobby.options"))
        return told

    assert await told() == "lobby.options"
    await played(table, variante="venezolano", puntos="12")
    assert await told() == "lobby.options.last"
    assert await told(puntos="12") == "lobby.options.last"
    assert await told(puntos="24") == "lobby.options"
    assert await told(variante="mineiro") == "lobby.options"


async def test_habits_of_another_game_go_with_it(table: Table) -> None:
    await sets(table, flor="con", tiempo="30")
    assert isinstance(await sets(table, variante="paulista"), Accepted)
    assert await holds(table) == {"variante": "paulista", "tiempo": "30"}


# --- what was last used --------------------------------------------------------------------------


async def test_what_was_last_played_is_offered_again(table: Table) -> None:
    await played(table, variante="uruguayo", jugadores="4", puntos="30", tiempo="15")
    again = table_of(await opens(table))
    assert again == ("uruguayo", 4, 15, {"target": "30"})
    # Said aloud it is otherwise; another game is not what was played.
    assert table_of(await opens(table, jugadores="2"))[:3] == ("uruguayo", 2, 15)
    assert table_of(await opens(table, variante="mineiro")) == ("mineiro", 2, 15, {})
    # It is this person's, and theirs here.
    assert table_of(await opens(table, BETO)) == ("argentino", 2, None, {})
    elsewhere = await table.service.settings.table_defaults("web:elsewhere", ANA)
    assert elsewhere.last == ()


@pytest.mark.parametrize(
    ("locale", "game"),
    [
        ("pt_BR", "paulista"),
        ("pt-br", "paulista"),
        ("pt", "paulista"),
        ("es-UY", "uruguayo"),
        ("es_VE", "venezolano"),
        ("es-419", "argentino"),
        ("es", "argentino"),
        ("en", "argentino"),
        ("", "argentino"),
    ],
)
async def test_a_newcomer_plays_the_game_of_their_language(
    table: Table, locale: str, game: str
) -> None:
    assert newcomer_variant(locale) == game
    assert table_of(await opens(table, locale=locale))[:2] == (game, 2)


async def test_who_or_where_has_played_is_no_newcomer(table: Table) -> None:
    await played(table, variante="gauderio")
    assert (await opens(table, locale="pt_BR")).variant == "gauderio"
    # What was agreed on without naming a game belongs to the game that was shown.
    await sets(table, flor="con")
    assert table_of(await opens(table, BETO, locale="pt_BR"))[3] == {"flor": "con"}
    await sets(table, flor="-", juegos="mineiro,venezolano")
    assert (await opens(table, BETO, locale="pt_BR")).variant == "mineiro"
    await sets(table, variante="venezolano")
    assert (await opens(table, BETO, locale="pt_BR")).variant == "venezolano"


async def test_options_chosen_in_the_lobby_count(table: Table) -> None:
    assert isinstance(await opened(table), Accepted)
    await table.choose(ANA, flor="con")
    await table.choose(ANA, cover_from="never")
    # A lobby that never starts is not remembered.
    assert (await table.service.settings.table_defaults(COMMUNITY, ANA)).last == ()
    await table.start()
    assert table_of(await opens(table))[3] == {"flor": "con", "cover_from": "never"}


async def test_the_community_comes_before_the_person(table: Table) -> None:
    await played(table, jugadores="4", puntos="15", flor="con")
    await sets(table, flor="sin", tiempo="30")
    assert table_of(await opens(table)) == ("argentino", 4, 30, {"target": "15", "flor": "sin"})
    await sets(table, variante="mineiro")
    assert table_of(await opens(table)) == ("mineiro", 2, 30, {})


async def test_what_was_last_used_gives_way(table: Table) -> None:
    """It makes no table with what is said now: then it is as if nothing had been."""
    await played(table, jugadores="6", variante="argentino")
    assert isinstance(await opened(table, variante="argentino", jugadores="6"), Accepted)
    await table.choose(ANA, duels_from="0")
    await table.start()
    assert table_of(await opens(table))[1:] == (6, 60, {"duels_from": "0"})
    assert isinstance(await opened(table, jugadores="2"), Accepted)


async def test_what_another_version_remembered_is_no_harm(table: Table) -> None:
    name = f"last_table {COMMUNITY}"
    for text in ("variant=ajedrez players=2", "variant=argentino players=x luck=on", "???"):
        await table.service.settings.save(ANA, **{name: text})
        assert table_of(await opens(table)) == ("argentino", 2, None, {})


# --- rules ---------------------------------------------------------------------------------------


async def test_only_these_games(table: Table) -> None:
    await sets(table, juegos="mineiro,paulista")
    refused = await opened(table, variante="argentino")
    assert reason(refused) == "NOT_OFFERED"
    for locale in LOCALES:
        assert "Mineiro" in reply_text(refused, locale)
    assert isinstance(await opened(table), Accepted)
    assert (await table.info()).variant == "mineiro"
    # Nor by the way of the lobby's options.
    change = (("variant", "argentino"),)
    assert reason(await table.ask(SetOptions, ANA, options=change)) == "NOT_OFFERED"
    assert reason(await sets(table, variante="argentino")) == "NOT_OFFERED"


async def test_a_habit_of_a_game_no_longer_played(table: Table) -> None:
    await sets(table, variante="uruguayo", flor="con")
    await sets(table, juegos="argentino,mineiro")
    assert "variante" not in await holds(table)
    await table.service.settings.configure(COMMUNITY, {"juegos": ",".join(VARIANTS)})
    assert "juegos" not in await holds(table)


async def test_two_at_once_are_counted_both(table: Table) -> None:
    await sets(table, mesas="1")
    opened = [await opens(table), await opens(table, BETO)]
    replies = await asyncio.gather(*map(table.service.handle, opened))
    assert sorted(isinstance(reply, Accepted) for reply in replies) == [False, True]


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ({"juegos": "mineiro"}, "NOT_OFFERED"),
        ({"lugares": OTHER_PLACE}, "NOT_HERE"),
        ({"mesas": "1"}, "ENOUGH_TABLES"),
    ],
)
async def test_a_rematch_is_a_table_too(table: Table, rule: dict[str, str], why: str) -> None:
    await table.seated(ANA, BETO)
    await table.agree(ANA, BETO)
    over = table.match
    await played(table, CARLA)
    await sets(table, **rule)

    async def again(person: str) -> AnyReply:
        return await table.ask(Rematch, person, match=over)

    assert reason(await again(ANA)) == why
    await sets(table, **dict.fromkeys(rule, "-"))
    made = of_kind(Accepted, await again(ANA))
    await sets(table, **rule)
    assert await again(BETO) == made, "it stands already"


async def test_so_many_tables_at_a_time(table: Table) -> None:
    await sets(table, mesas="1")
    assert isinstance(await opened(table), Accepted)
    refused = of_kind(Refused, await opened(table, BETO))
    assert (refused.reason, refused.parameters) == (ServiceReason.ENOUGH_TABLES, (("n", "1"),))
    assert isinstance(await opened(table, BETO, OTHER_PLACE), Accepted)


async def test_only_in_this_place(table: Table) -> None:
    await table.service.settings.configure(COMMUNITY, {"lugares": PLACE})
    assert reason(await opened(table, ANA, OTHER_PLACE)) == "NOT_HERE"
    assert isinstance(await opened(table), Accepted)


# --- the panel -----------------------------------------------------------------------------------


async def test_every_entry_of_the_panel_can_be_chosen(table: Table) -> None:
    """Each list, each entry, by itself: the service takes what the panel offers, and then the panel
    tells it."""
    for setting in (await panel(table)).settings:
        for entry in setting.entries:
            value = setting.with_(entry.value)
            assert isinstance(await sets(table, **{setting.name: value}), Accepted), value
            now = present((await panel(table)).setting(setting.name))
            assert now.of([entry.value for entry in now.entries if entry.chosen]) == value
            if setting.name != "idioma":
                await sets(table, **{setting.name: "-"})
    assert await holds(table) == {}
