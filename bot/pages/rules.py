"""``/reglas``: the rules of a table or a game, and articles of the specification."""

from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option
from bot.messages import MatchId
from bot.model import Status
from bot.pages.about_table import page_about_table
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens.help.help_pages import is_asked, is_payments
from bot.screens.pages import ABOUT_CARD, RULES, PageKey
from bot.screens.rules.rules import TOPICS
from bot.words.articles import articles
from engine.variants import VARIANTS


async def _answer(commanded: Commanded) -> PageKey:
    card = commanded.values.get("carta", "")
    topic = f"{ABOUT_CARD}{card}" if card else commanded.values.get("tema", "")
    return PageKey(RULES, commanded.table or await _just_played(commanded), topic)


async def _just_played(commanded: Commanded) -> MatchId:
    """The newest match of the place if it is over and the person sat there: after the last hand,
    too, people ask why it ended as it did."""
    match = await commanded.match("")
    info = await commanded.service.matches.info(match) if match else None
    if info is None or info.status is not Status.OVER or info.seat_of(commanded.person) is None:
        return ""
    return match


def _is_topic(topic: str, part: int) -> bool:
    known = topic in ("", *TOPICS, *VARIANTS) or topic in articles()
    return known or is_payments(topic) or is_asked(topic)


PAGE: Final = PageSpec(
    name=RULES,
    command=chat_command(
        "reglas/regras/truco_rules",
        choice_option(
            "tema/tema/topic",
            "choice.tema",
            "envido, truco, falta, flor, parda/empate/tie, mazo/baralho/fold, "
            "pagos/pagamentos/payments, senas/sinais/signals, cartas/cartas/cards, "
            "mano/mao/hand, opciones/opcoes/options",
        ),
        chat_option("articulo/artigo/article", OptionKind.ARTICLE),
        chat_option("carta/carta/card", OptionKind.CARD),
        in_match=False,
        also="rules",
    ),
    answer=_answer,
    build=page_about_table,
    keys=_is_topic,
    audience=Audience.EVERYBODY,
)
