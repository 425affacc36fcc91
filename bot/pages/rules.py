"""``/reglas``: the rules of a table or a game, and articles of the specification."""

from typing import Final

from bot.chat_commands import Names, OptionChoice, OptionKind, chat_command, chat_option
from bot.pages.about_table import page_about_table
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens.pages import PAYMENTS, RULES, PageKey, is_payments
from bot.screens.rules import TOPICS
from bot.words.articles import articles
from engine.variants import VARIANTS


async def _answer(commanded: Commanded) -> PageKey:
    return PageKey(RULES, commanded.table, commanded.values.get("tema", ""))


def _is_topic(topic: str, part: int) -> bool:
    known = topic in ("", *TOPICS, *VARIANTS) or topic in articles()
    return known or is_payments(topic)


PAGE: Final = PageSpec(
    name=RULES,
    command=chat_command(
        "reglas",
        "regras",
        "rules",
        chat_option(
            Names("tema", "tema", "topic"),
            OptionKind.CHOICE,
            (
                OptionChoice(
                    "opciones", Names("opciones", "opcoes", "options"), "choice.tema.opciones"
                ),
                OptionChoice("mano", Names("mano", "mao", "hand"), "choice.tema.mano"),
                OptionChoice("cartas", Names("cartas", "cartas", "cards"), "choice.tema.cartas"),
                OptionChoice("senas", Names("senas", "sinais", "signals"), "choice.tema.senas"),
                OptionChoice(
                    PAYMENTS, Names("pagos", "pagamentos", "payments"), "choice.tema.pagos"
                ),
            ),
        ),
        chat_option(Names("articulo", "artigo", "article"), OptionKind.ARTICLE),
        in_match=False,
    ),
    answer=_answer,
    build=page_about_table,
    keys=_is_topic,
    audience=Audience.EVERYBODY,
)
