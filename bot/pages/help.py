"""``/ayuda``: how to begin, the games, the commands, the dictionary, the club, and the possible
steps at a table now."""

from typing import Final

from bot.chat_commands import Names, OptionChoice, OptionKind, chat_command, chat_option
from bot.pages.about_table import page_about_table
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens.help.club_help import CLUB
from bot.screens.pages import COMMANDS, DICTIONARY, HELP, HERE, START, WORD, PageKey
from bot.words.jargon import jargon
from engine.variants import VARIANTS

_CLUB: Final = {
    "cuenta": Names("cuenta", "conta", "counts"),
    "fichas": Names("fichas", "fichas", "chips"),
    "niveles": Names("niveles", "niveis", "levels"),
    "insignias": Names("insignias", "insignias", "badges"),
    "fuerza": Names("fuerza", "forca", "strength"),
    "torneos": Names("torneos", "torneios", "tournaments"),
}
"""The names of the pages about the club, as people type them."""


async def _answer(commanded: Commanded) -> PageKey:
    word = commanded.values.get("palabra", "")
    topic = f"{WORD}{word}" if word else commanded.values.get("tema", "")
    return PageKey(HELP, commanded.table, topic)


def _is_topic(topic: str, part: int) -> bool:
    if topic.startswith(WORD):
        return topic.removeprefix(WORD) in jargon()
    return topic in ("", HERE, START, COMMANDS, DICTIONARY, *VARIANTS, *CLUB)


PAGE: Final = PageSpec(
    name=HELP,
    command=chat_command(
        "ayuda",
        "ajuda",
        "truco_help",
        chat_option(
            Names("tema", "tema", "topic"),
            OptionKind.CHOICE,
            tuple(OptionChoice(topic, _CLUB[topic], f"help.club.{topic}") for topic in CLUB),
        ),
        chat_option(Names("palabra", "palavra", "word"), OptionKind.WORDS),
        in_match=False,
        also="help",
    ),
    answer=_answer,
    build=page_about_table,
    keys=_is_topic,
    audience=Audience.EVERYBODY,
)
