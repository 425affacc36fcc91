"""The looks of faces that show señas.

Like all of a private screen, they come from the reader's own view. It holds only the señas that
went to the reader's seat."""

from typing import Final

from bot.screen import Gesture
from bot.screens.moment.context import ScreenContext

LOOK_OF: Final = {
    "SE-AR-01": "brows",
    "SE-AR-02": "wink-right",
    "SE-AR-03": "mouth-right",
    "SE-AR-04": "mouth-left",
    "SE-AR-05": "bite",
    "SE-AR-06": "kiss",
    "SE-AR-07": "ajar",
    "SE-AR-08": "tilt",
    "SE-AR-09": "nose",
    "SE-AR-10": "nose",
    "SE-AR-11": "closed",
    "SE-AR-12": "come",
    "SE-UY-01": "brows",
    "SE-UY-02": "kiss",
    "SE-UY-03": "nose",
    "SE-UY-04": "wink-right",
    "SE-UY-05": "wink-left",
    "SE-UY-07": "mouth-right",
    "SE-UY-08": "mouth-left",
    "SE-UY-09": "bite",
    "SE-UY-10": "ajar",
    "SE-UY-11": "tongue-up",
    "SE-UY-12": "closed",
    "SE-VE-01": "brows",
    "SE-VE-02": "wink-right",
    "SE-VE-03": "mouth-right",
    "SE-VE-04": "mouth-left",
    "SE-VE-05": "tongue-right",
    "SE-VE-06": "tongue-left",
    "SE-VE-07": "bite",
    "SE-VE-08": "tongue-up",
    "SE-VE-09": "closed",
    "SE-UY-10b": "tongue",
    "SE-UY-11b": "cheeks",
    "SE-VE-08b": "cheeks",
    "voy": "come",
    "quedate": "tilt",
    "cheio": "cheeks",
    "zap": "wink-right",
    "copas": "brows",
    "espadilha": "tongue-right",
    "ouros": "tongue",
    "dois_tres": "shoulders",
    "tres": "shoulder",
    "dois": "fingers",
    "as": "little-finger",
    "rei": "chin",
    "valete": "jaw",
    "dama": "ear",
    "pede_truco": "throat",
    "deixa_comigo": "chest",
    "espadao": "brows",
    "bastiao": "wink-right",
    "sete_espada": "mouth-right",
    "sete_ouro": "mouth-left",
    "guembe": "ajar",
    "envido_baixo": "tilt",
    "envido_alto": "nose",
    "cego": "closed",
}
"""The look of each seña of the games."""
OWN_SIGN: Final = "sly"
"""The look of a sign that partners have agreed on. The gesture itself is told in words."""


def gestures(context: ScreenContext) -> tuple[Gesture, ...]:
    """The señas that the reader has seen in this hand, oldest first."""
    found = [Gesture(heard.seat, LOOK_OF.get(heard.sena, OWN_SIGN)) for heard in context.view.heard]
    for place, sign in enumerate(context.own.signs.seen):
        found.insert(sign.after + place, Gesture(sign.seat, OWN_SIGN))
    return tuple(found)
