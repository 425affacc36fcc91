"""``/ayuda``: how to begin, the games, the commands, and what can be done now at a table."""

from typing import Final

from bot.chat_commands import chat_command
from bot.pages.about_table import page_about_table
from bot.pages.page_spec import Audience, Commanded, PageSpec, topics
from bot.screens.pages import COMMANDS, HELP, HERE, START, PageKey
from engine.variants import VARIANTS


async def _answer(commanded: Commanded) -> PageKey:
    return PageKey(HELP, commanded.table)


PAGE: Final = PageSpec(
    name=HELP,
    command=chat_command("ayuda", "ajuda", "help", in_match=False),
    answer=_answer,
    build=page_about_table,
    keys=topics(HERE, START, COMMANDS, *VARIANTS),
    audience=Audience.EVERYBODY,
)
