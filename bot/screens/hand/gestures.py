"""The looks of faces that show señas.

Like all of a private screen, they come from the reader's own view. It holds only the señas that
went to the reader's seat."""

from typing import Final

from bot.screen import Gesture
from bot.screens.moment.context import ScreenContext

LOOK_OF: Final = {
    sena: look
    for look, senas in {
        "brows": "SE-AR-01 SE-UY-01 SE-VE-01 copas espadao",
        "wink-right": "SE-AR-02 SE-UY-04 SE-VE-02 zap bastiao",
        "mouth-right": "SE-AR-03 SE-UY-07 SE-VE-03 sete_espada",
        "mouth-left": "SE-AR-04 SE-UY-08 SE-VE-04 sete_ouro",
        "bite": "SE-AR-05 SE-UY-09 SE-VE-07",
        "kiss": "SE-AR-06 SE-UY-02",
        "ajar": "SE-AR-07 SE-UY-10 guembe",
        "tilt": "SE-AR-08 quedate envido_baixo",
        "nose": "SE-AR-09 SE-AR-10 SE-UY-03 envido_alto",
        "closed": "SE-AR-11 SE-UY-12 SE-VE-09 cego",
        "come": "SE-AR-12 voy",
        "wink-left": "SE-UY-05",
        "tongue-up": "SE-UY-11 SE-VE-08",
        "tongue-right": "SE-VE-05 espadilha",
        "tongue-left": "SE-VE-06",
        "tongue": "SE-UY-10b ouros",
        "cheeks": "SE-UY-11b SE-VE-08b cheio",
        "shoulders": "dois_tres",
        "shoulder": "tres",
        "fingers": "dois",
        "little-finger": "as",
        "chin": "rei",
        "jaw": "valete",
        "ear": "dama",
        "throat": "pede_truco",
        "chest": "deixa_comigo",
    }.items()
    for sena in senas.split()
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
