"""People of the platforms' tests: what they choose, and the commands they type for it."""

from collections.abc import Iterable
from typing import Final

from bot.catalogue import COMMANDS
from engine.actions import Legal, Range
from engine.state.table import Table

LIVELY: Final = {
    "mazo": 0.0001,
    "noquiero": 1.0,
    "quiero": 4.0,
    "play": 4.0,
    "cover": 0.5,
    "pidoflor": 0.1,
    "faltaenvido": 0.5,
    "corre": 0.3,
}
"""How often somebody lively says a word: raises and accepts, and seldom gives up."""

_OTHERS: Final = 3.0


def weights(verbs: Iterable[str]) -> list[float]:
    """How likely each of these is chosen."""
    return [LIVELY.get(verb, _OTHERS) for verb in verbs]


def as_typed(table: Table, action: Legal) -> tuple[str, dict[str, str | int | bool]] | None:
    """The slash command of a step; ``None``: only its button says it."""
    known = {command.id for command in COMMANDS}
    ladder = {step.verb for step in table.rules.truco.steps}
    if isinstance(action, Range):
        options: dict[str, str | int | bool] = {"puntos": str(action.low)}
        return ("canto", options) if action.verb == "tengo" else None
    card = table.spelling.write(action.arg) if action.verb in ("play", "cover") else ""
    match action.verb:
        case "play":
            return "carta", {"carta": card}
        case "cover":
            return "carta", {"carta": card, "tapada": True}
        case verb if verb in ladder:
            return "truco", {}
        case "envido":
            return "envido", {"tipo": "envido"}
        case "realenvido":
            return "envido", {"tipo": "real"}
        case "faltaenvido":
            return "envido", {"tipo": "falta"}
        case "quiero" | "joga":
            return "quiero", {}
        case "noquiero" | "corre":
            return "paso", {}
        case "flor":
            return "flor", {"tipo": "flor"}
        case "contraflor":
            return "flor", {"tipo": "contraflor"}
        case "tengo":
            return "canto", {"puntos": str(action.arg)}
        case "buenas":
            return "canto", {"puntos": "buenas"}
        case verb if verb in known:
            return verb, {}
        case _:
            return None
