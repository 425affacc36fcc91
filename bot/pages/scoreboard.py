"""``/marcador``: the people of a community in their order."""

from collections.abc import Mapping
from typing import Final

from bot.chat_commands import (
    Names,
    OptionKind,
    chat_command,
    chat_option,
    choice_option,
    plain_choices,
)
from bot.chat_options import SEATS, VARIANT
from bot.community.scoreboard import BEFORE, FOREVER, HERE, POINTS, SEASON, Wanted
from bot.pages.page_spec import Audience, Commanded, PageSpec, Reading
from bot.screens import standings_page
from bot.screens.pages import SCOREBOARD, Page, PageKey, read_wanted, write_wanted

LAST_SEASON: Final = "anterior"
"""The choice of ``/marcador temporada`` for the last season; the other choice is the running
season."""


def scoreboard_key(values: Mapping[str, str]) -> PageKey:
    """The key of the scoreboard that a command asks for."""
    wanted = Wanted(
        values.get("ambito", HERE),
        SEASON if values.get("temporada") else values.get("periodo", FOREVER),
        values.get("variante", ""),
        int(values.get("formato", "0")),
        by=values.get("por", POINTS),
        season=BEFORE if values.get("temporada") == LAST_SEASON else "",
    )
    return PageKey(SCOREBOARD, topic=write_wanted(wanted))


async def _answer(commanded: Commanded) -> PageKey:
    return scoreboard_key(commanded.values)


async def _build(reading: Reading) -> Page:
    service, key, where = reading.service, reading.key, reading.where
    wanted, now = read_wanted(key.topic, key.part), service.time.utc()
    board = await service.scoreboards.of(where.id, wanted, now, reading.person)
    return standings_page(board, where.name, reading.locale)


def _is_scoreboard(topic: str, part: int) -> bool:
    return bool(read_wanted(topic, part))


PAGE: Final = PageSpec(
    name=SCOREBOARD,
    command=chat_command(
        "marcador",
        "placar",
        "truco_scoreboard",
        choice_option(
            Names("por", "por", "by"),
            "choice.por",
            Names("puntos", "pontos", "points"),
            Names("fuerza", "forca", "strength"),
            Names("fichas", "fichas", "chips"),
        ),
        choice_option(
            Names("ambito", "ambito", "scope"),
            "choice.ambito",
            Names("aqui", "aqui", "here"),
            Names("todo", "tudo", "everywhere"),
        ),
        choice_option(
            Names("periodo", "periodo", "period"),
            "choice.periodo",
            Names("siempre", "sempre", "always"),
            Names("mes", "mes", "month"),
            Names("semana", "semana", "week"),
        ),
        choice_option(
            Names("temporada", "temporada", "season"),
            "choice.temporada",
            Names("actual", "atual", "current"),
            Names("anterior", "anterior", "last"),
        ),
        chat_option(
            Names("formato", "formato", "format"),
            OptionKind.CHOICE,
            plain_choices(tuple(str(number) for number in SEATS), "choice.formato"),
        ),
        VARIANT,
        in_match=False,
        also="scoreboard",
    ),
    answer=_answer,
    build=_build,
    keys=_is_scoreboard,
    audience=Audience.CHAT,
)
