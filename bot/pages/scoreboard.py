"""``/marcador``: the people of a community in their order."""

from collections.abc import Mapping
from typing import Final

from bot.chat_commands import chat_command, choice_option
from bot.chat_options import SEATS, VARIANT
from bot.community.scoreboard import BEFORE, FOREVER, HERE, POINTS, SEASON, Wanted
from bot.pages.page_spec import Audience, Commanded, PageSpec, Reading
from bot.screens import standings_page
from bot.screens.pages import SCOREBOARD, Page, PageKey, read_wanted, write_wanted

LAST_SEASON: Final = "anterior"
"""The choice of ``/marcador temporada`` for the last season; the other is the running one."""


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
        "marcador/placar/truco_scoreboard",
        choice_option(
            "por/por/by",
            "choice.por",
            "puntos/pontos/points, fuerza/forca/strength, fichas/fichas/chips",
        ),
        choice_option(
            "ambito/ambito/scope", "choice.ambito", "aqui/aqui/here, todo/tudo/everywhere"
        ),
        choice_option(
            "periodo/periodo/period",
            "choice.periodo",
            "siempre/sempre/always, mes/mes/month, semana/semana/week",
        ),
        choice_option(
            "temporada/temporada/season",
            "choice.temporada",
            "actual/atual/current, anterior/anterior/last",
        ),
        choice_option("formato/formato/format", "choice.formato", ", ".join(map(str, SEATS))),
        VARIANT,
        in_match=False,
        also="scoreboard",
    ),
    answer=_answer,
    build=_build,
    keys=_is_scoreboard,
    audience=Audience.CHAT,
)
