"""``/ayuda``: how to begin, the games, the commands, the dictionary, and what can be done now at a
table."""

from typing import Final

from bot.chat_commands import Names, OptionKind, chat_command, chat_option
from bot.pages.about_table import page_about_table
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens.pages import COMMANDS, DICTIONARY, HELP, HERE, START, WORD, PageKey
from bot.words.jargon import jargon
from engine.variants import VARIANTS


async def _answer(commanded: Commanded) -> PageKey:
    word = commanded.values.get("palabra", "")
    return PageKey(HELP, commanded.table, f"{WORD}{word}" if word else "")


def _is_topic(topic: str, part: int) -> bool:
    if topic.startswith(WORD):
        return topic.removeprefix(WORD) in jargon()
    return topic in ("", HERE, START, COMMANDS, DICTIONARY, *VARIANTS)


PAGE: Final = PageSpec(
    name=HELP,
    command=chat_command(
        "ayuda",
        "ajuda",
        "truco_help",
        chat_option(Names("palabra", "palavra", "word"), OptionKind.WORDS),
        in_match=False,
        also="help",
    ),
    answer=_answer,
    build=page_about_table,
    keys=_is_topic,
    audience=Audience.EVERYBODY,
)
