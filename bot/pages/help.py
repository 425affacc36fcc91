"""``/ayuda``: how to begin, the games, the commands, the dictionary, the club, and the possible
steps at a table now."""

from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option
from bot.pages.about_table import page_about_table
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens.help.club_help import CLUB
from bot.screens.pages import COMMANDS, DICTIONARY, HELP, HERE, START, WORD, PageKey
from bot.words.jargon import jargon
from engine.variants import VARIANTS


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
        "ayuda/ajuda/truco_help",
        choice_option(
            "tema/tema/topic",
            "help.club",
            "cuenta/conta/counts, fichas/fichas/chips, niveles/niveis/levels, "
            "insignias/insignias/badges, fuerza/forca/strength, torneos/torneios/tournaments",
        ),
        chat_option("palabra/palavra/word", OptionKind.WORDS),
        in_match=False,
        also="help",
    ),
    answer=_answer,
    build=page_about_table,
    keys=_is_topic,
    audience=Audience.EVERYBODY,
)
