"""What typed commands show and say: to the person who typed alone, but for tables."""

import gzip
import json

from adapters.discord.words import plain
from bot.community.own_data import FILE
from bot.messages import MatchId
from bot.model import Status
from bot.words import words_for
from tests.adapters.discord.house import House, duel
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.world import ATTACH_FILES, Interaction
from tests.virtual import pass_by

WORDS = words_for("es")


def told(interaction: Interaction) -> list[Seen]:
    """What the one who typed was answered; nobody else sees any of it."""
    answers = [
        answer for answer in (interaction.reply, *interaction.followups) if answer is not None
    ]
    assert all(answer.only_for is interaction.user for answer in answers)
    return [Seen(answer) for answer in answers if not answer.deleted]


def said(interaction: Interaction) -> str:
    """The one thing that the person was told."""
    (answer,) = told(interaction)
    return answer.text


def typed(person: Person, name: str) -> Interaction:
    """A command that the client no longer lists."""
    data = {"id": "1", "name": name, "type": 1, "options": []}
    return person._happen(2, data, person.here)


# --- what is not there ---------------------------------------------------------------------------


async def test_a_command_of_another_version_is_unknown(house: House, ana: Person) -> None:
    """A client may show commands for a while that the bot no longer has."""
    assert said(await ana._answered(typed(ana, "bailar"))) == plain(
        WORDS.text("say.unknown_command")
    )
    given = [{"name": "con", "type": 3, "value": "x", "focused": True}]
    data = {"id": "1", "name": "bailar", "type": 1, "options": given}
    assert (await ana._answered(ana._happen(4, data, ana.here))).choices == []


# --- what is looked up ---------------------------------------------------------------------------


async def over(house: House) -> MatchId:
    """A match that Beto has won, because Ana gave it up."""
    match, ana, beto = await duel(house, tiempo="86400")
    await pass_by(5)
    await ana.slash("salir")
    await beto.slash("partida terminar")
    info = await house.info(match)
    assert (info.status, info.seats[info.winner].name) == (Status.OVER, "Beto")
    return match


async def test_the_scoreboard_has_those_who_have_played(house: House) -> None:
    """With the community's name."""
    eva = house.person("Eva")
    title = WORDS.text("scoreboard.title", community=house.guild.name)
    (empty,) = told(await eva.slash("marcador"))
    heading, lines = empty.content
    assert heading == f"### {plain(title)}"
    assert plain(WORDS.text("scoreboard.empty")) in lines
    await over(house)
    (board,) = told(await eva.slash("marcador"))
    (picture,) = board.pictures
    assert picture.data.startswith(b"\x89PNG")
    (alt,) = board.alternative_texts
    heading, _, first, second = alt.split("\n")
    assert heading == title
    assert "Beto" in first
    assert "Ana" in second


async def test_a_page_in_words_takes_the_place_of_a_picture(house: House, beto: Person) -> None:
    """From the profile to all badges: the picture goes."""
    await over(house)
    (page,) = told(await beto.slash("perfil"))
    await beto.choose("p1.insignias...0")
    (badges,) = [message for message in beto.sees() if message.id == page.id]
    assert badges.pictures == []
    assert next(badges.content) == f"### {plain(WORDS.text('badges.title'))}"


async def test_where_no_files_may_be_attached_a_page_is_words(house: House) -> None:
    await over(house)
    house.small.take_permissions(house.channel, ATTACH_FILES)
    (board,) = told(await house.person("Eva").slash("marcador"))
    assert board.pictures == []
    assert "Beto" in board.text


async def test_the_hand_of_the_match_is_a_moving_picture(house: House) -> None:
    """For the one who asks, with its words."""
    eva = house.person("Eva")
    as_picture = {"forma": "imagen"}
    none = plain(WORDS.text("record.none"))
    assert said(await eva.slash("partida repeticion", **as_picture)) == none
    match = await over(house)
    (answer,) = told(await eva.slash("partida repeticion", **as_picture))
    (file,) = answer.pictures
    assert file.name == f"truco-{match}.gif"
    assert file.data.startswith(b"GIF8")
    assert any("mano 1" in text for text in answer.alternative_texts)


async def test_own_data_that_are_long_are_packed(house: House, ana: Person) -> None:
    house.small.upload_limit = 100
    (answer,) = told(await ana.slash("datos descargar"))
    (file,) = answer.pictures
    assert file.name == f"{FILE}.gz"
    assert json.loads(gzip.decompress(file.data))["person"] == f"discord:{ana.user.id}"


async def test_a_language_is_said_in_that_language(house: House, ana: Person) -> None:
    assert said(await ana.slash("configurar idioma", idioma="pt_BR")) == plain(
        words_for("pt_BR").text("language.set")
    )
    assert await house.service.languages.of(f"discord:{ana.user.id}") == "pt_BR"
    assert said(await ana.slash("configurar idioma")) == plain(
        words_for("pt_BR").text("language.set")
    )
