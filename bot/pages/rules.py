"""``/reglas``: the rules of a table or a game, and articles of the specification."""

from typing import Final

from bot.chat_commands import (
    Names,
    OptionChoice,
    OptionKind,
    chat_command,
    chat_option,
    same_name,
)
from bot.pages.about_table import page_about_table
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens.pages import ABOUT_CARD, PAYMENTS, RULES, PageKey, is_asked, is_payments
from bot.screens.rules import TOPICS
from bot.words.articles import articles
from engine.variants import VARIANTS


async def _answer(commanded: Commanded) -> PageKey:
    card = commanded.values.get("carta", "")
    topic = f"{ABOUT_CARD}{card}" if card else commanded.values.get("tema", "")
    return PageKey(RULES, commanded.table, topic)


def _is_topic(topic: str, part: int) -> bool:
    known = topic in ("", *TOPICS, *VARIANTS) or topic in articles()
    return known or is_payments(topic) or is_asked(topic)


PAGE: Final = PageSpec(
    name=RULES,
    command=chat_command(
        "reglas",
        "regras",
        "truco_rules",
        chat_option(
            Names("tema", "tema", "topic"),
            OptionKind.CHOICE,
            (
                OptionChoice("envido", same_name("envido"), "choice.tema.envido"),
                OptionChoice("truco", same_name("truco"), "choice.tema.truco"),
                OptionChoice("falta", same_name("falta"), "choice.tema.falta"),
                OptionChoice("flor", same_name("flor"), "choice.tema.flor"),
                OptionChoice("parda", Names("parda", "empate", "tie"), "choice.tema.parda"),
                OptionChoice("mazo", Names("mazo", "baralho", "fold"), "choice.tema.mazo"),
                OptionChoice(
                    PAYMENTS, Names("pagos", "pagamentos", "payments"), "choice.tema.pagos"
                ),
                OptionChoice("senas", Names("senas", "sinais", "signals"), "choice.tema.senas"),
                OptionChoice("cartas", Names("cartas", "cartas", "cards"), "choice.tema.cartas"),
                OptionChoice("mano", Names("mano", "mao", "hand"), "choice.tema.mano"),
                OptionChoice(
                    "opciones", Names("opciones", "opcoes", "options"), "choice.tema.opciones"
                ),
            ),
        ),
        chat_option(Names("articulo", "artigo", "article"), OptionKind.ARTICLE),
        chat_option(Names("carta", "carta", "card"), OptionKind.CARD),
        in_match=False,
        also="rules",
    ),
    answer=_answer,
    build=page_about_table,
    keys=_is_topic,
    audience=Audience.EVERYBODY,
)
