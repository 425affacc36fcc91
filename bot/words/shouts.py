"""Shouts: the binding words of each game, the same in every language.

A table where somebody reads English still says *vale cuatro*. The sentences around a shout belong
to the language and are in the catalogues; the shout itself belongs to the variant.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from engine.actions import (
    ACHICO,
    ALEY,
    BUENAS,
    CFT,
    CONTRAFLOR,
    CORRE,
    DENUNCIA,
    DESCARTA,
    ENVIDO,
    FALTA_ENVIDO,
    FLOR,
    FLOR_ENVIDO,
    FLOR_QUIERO,
    FT,
    IGUALAR,
    INTERFIERE,
    JOGA,
    MAZO,
    MOSTRAR,
    NO_QUIERO,
    PASO_CONTRAFLOR,
    PASO_FALTA,
    PASO_TRUCO_CONTRAFLOR,
    PASO_TRUCO_FALTA,
    PASSO,
    PIDO_FLOR,
    PIEDRAS,
    QUIERO,
    REAL_ENVIDO,
    RESTO,
    RETRUCO,
    TENGO,
    TRUCO,
    VALE4,
    VER,
)

_BRAZIL: Final[Mapping[str, str]] = {
    TRUCO: "Truco!",
    "seis": "Seis!",
    "nove": "Nove!",
    "dez": "Dez!",
    "doze": "Doze!",
    "queda": "Queda!",
    QUIERO: "Quero!",
    NO_QUIERO: "Corro.",
    JOGA: "Jogo!",
    CORRE: "Corro.",
    MOSTRAR: "Zap e copas!",
}

_SPANISH: Final[Mapping[str, str]] = {
    TRUCO: "¡Truco!",
    RETRUCO: "¡Retruco!",
    VALE4: "¡Vale cuatro!",
    ENVIDO: "¡Envido!",
    REAL_ENVIDO: "¡Real envido!",
    FALTA_ENVIDO: "¡Falta envido!",
    QUIERO: "¡Quiero!",
    NO_QUIERO: "No quiero.",
    FLOR: "¡Flor!",
    CONTRAFLOR: "¡Contraflor!",
    RESTO: "¡Contraflor al resto!",
    FLOR_QUIERO: "¡Con flor quiero!",
    ACHICO: "Con flor me achico.",
    MAZO: "Me voy al mazo.",
    TENGO: "Tengo {n}.",
    BUENAS: "Son buenas.",
    PIDO_FLOR: "¡Pido flor!",
    MOSTRAR: "Acá están.",
}

_GAUDERIO: Final[Mapping[str, str]] = {
    TRUCO: "Truco!",
    RETRUCO: "Retruco!",
    VALE4: "Vale quatro!",
    ENVIDO: "Envido!",
    REAL_ENVIDO: "Real envido!",
    FALTA_ENVIDO: "Falta envido!",
    QUIERO: "Quero!",
    NO_QUIERO: "Não quero.",
    FLOR: "Flor!",
    PASSO: "Passo.",
    CONTRAFLOR: "Contra-flor!",
    RESTO: "Contra-flor e o resto!",
    FLOR_QUIERO: "Com flor quero!",
    ACHICO: "Com flor me achico.",
    MAZO: "Vou pro baralho.",
    TENGO: "Tenho {n}.",
    BUENAS: "São boas.",
}
_COMPOUND: Final[Mapping[str, str]] = {
    CFT: "¡Contraflor, falta envido y truco!",
    FT: "¡Falta envido y truco!",
    PASO_FALTA: "Paso la falta, quiero el truco.",
    PASO_CONTRAFLOR: "Paso la contraflor, quiero el truco.",
    PASO_TRUCO_FALTA: "Paso el truco, quiero la falta.",
    PASO_TRUCO_CONTRAFLOR: "Paso el truco, quiero la contraflor.",
}
"""Calls before looking at one's cards, and answers to a part of them."""

SHOUTS: Final[Mapping[str, Mapping[str, str]]] = {
    "argentino": _SPANISH,
    "tradicional-18": {
        **_SPANISH,
        **_COMPOUND,
        f"{ENVIDO} n": "¡{n} envido!",
        f"{REAL_ENVIDO} n": "¡{n} real envido!",
        IGUALAR: "¡A igualar el envido!",
        NO_QUIERO: "Paso.",
        VER: "Miro mis cartas.",
        DESCARTA: "Una al mazo.",
        INTERFIERE: "¡Ojo con esa!",
        DENUNCIA: "¡Denuncio!",
    },
    "uruguayo": {
        **_SPANISH,
        **{verb: said for verb, said in _COMPOUND.items() if verb != FT},
        CFT: "¡Contra flor, falta envido y truco!",
        VER: "Miro mis cartas.",
        f"{ENVIDO} n": "¡{n} envido!",
        f"{REAL_ENVIDO} n": "¡{n} real envido!",
        FLOR_ENVIDO: "¡Con flor envido!",
        RESTO: "¡Contra flor al resto!",
    },
    "gauderio": _GAUDERIO,
    "venezolano": {
        **_SPANISH,
        "vale9": "¡Vale nueve!",
        "valejuego": "¡Vale juego!",
        PIEDRAS: "¡Piedras!",
        f"{PIEDRAS} n": "¡{n} piedras más!",
        ALEY: "A ley.",
        "aleyenvido": "¡A ley envido!",
        FLOR_ENVIDO: "¡Con flor envido!",
        ACHICO: "Con flor no quiero.",
    },
    "paulista": _BRAZIL,
    "mineiro": _BRAZIL,
}
"""What is said aloud at the table, by variant and verb."""

_BRAZIL_BUTTONS: Final = {
    verb: said.rstrip("!.") for verb, said in _BRAZIL.items() if verb != MOSTRAR
}

_SPANISH_BUTTONS: Final[Mapping[str, str]] = {
    TRUCO: "Truco",
    RETRUCO: "Retruco",
    VALE4: "Vale cuatro",
    ENVIDO: "Envido",
    REAL_ENVIDO: "Real envido",
    FALTA_ENVIDO: "Falta envido",
    QUIERO: "Quiero",
    NO_QUIERO: "No quiero",
    FLOR: "Flor",
    CONTRAFLOR: "Contraflor",
    RESTO: "Contraflor al resto",
    FLOR_QUIERO: "Con flor quiero",
    ACHICO: "Con flor me achico",
    BUENAS: "Son buenas",
}

_GAUDERIO_BUTTONS: Final = {
    verb: said.rstrip("!.") for verb, said in _GAUDERIO.items() if verb not in (MAZO, TENGO)
}
_COMPOUND_BUTTONS: Final = {verb: said.strip("¡!.") for verb, said in _COMPOUND.items()}

BUTTONS: Final[Mapping[str, Mapping[str, str]]] = {
    "argentino": _SPANISH_BUTTONS,
    "tradicional-18": {
        **_SPANISH_BUTTONS,
        **_COMPOUND_BUTTONS,
        IGUALAR: "A igualar",
        NO_QUIERO: "Paso",
        VER: "Mirar mis cartas",
        DENUNCIA: "Denunciar",
    },
    "uruguayo": {
        **{verb: said for verb, said in _SPANISH_BUTTONS.items() if verb != CONTRAFLOR},
        **{verb: said for verb, said in _COMPOUND_BUTTONS.items() if verb != FT},
        CFT: "Contra flor, falta envido y truco",
        VER: "Mirar mis cartas",
        FLOR_ENVIDO: "Con flor envido",
        RESTO: "Contra flor al resto",
    },
    "gauderio": _GAUDERIO_BUTTONS,
    "venezolano": {
        **{
            verb: said
            for verb, said in _SPANISH_BUTTONS.items()
            if verb not in (VALE4, REAL_ENVIDO, CONTRAFLOR, RESTO)
        },
        "vale9": "Vale nueve",
        "valejuego": "Vale juego",
        PIEDRAS: "Piedras",
        ALEY: "A ley",
        "aleyenvido": "A ley envido",
        FLOR_ENVIDO: "Con flor envido",
        ACHICO: "Con flor no quiero",
    },
    "paulista": _BRAZIL_BUTTONS,
    "mineiro": _BRAZIL_BUTTONS,
}
"""The same words as captions of buttons."""

PASO_LEAVES: Final = frozenset({"uruguayo"})
"""Games in which *paso*, with nothing to answer, means leaving the hand alone (UY-MAZ-03)."""

DUELS: Final = {"pica": "pica-pica", "pico": "pico a pico", "punta": "punta"}
"""The name of a hand of duels, by its mode; the same in every language."""


def shout(variant: str, verb: str, number: int = -1) -> str:
    """The shout for this verb: "¡Vale cuatro!", and with a number "¡4 envido!"."""
    book = SHOUTS[variant]
    numbered = book.get(f"{verb} n") if number >= 0 else None
    return (numbered or book[verb]).format(n=number)


def caption(variant: str, verb: str) -> str:
    """The caption of the button that says this verb: "Vale cuatro"."""
    return BUTTONS[variant][verb]


def named_call(variant: str, verb: str) -> str:
    """A call as it is named in a sentence: its caption, or else its shout without marks; empty: the
    verb is no call of this game. A call with a number is named without it."""
    said = BUTTONS[variant].get(verb) or SHOUTS[variant].get(verb, "")
    return said.replace("{n}", "").strip("¡!. ")


def plain(text: str) -> str:
    """Text in the form in which it is compared: lower case, without accents, marks and double
    blanks."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(char for char in folded if not unicodedata.combining(char))
    return " ".join(re.sub(r"[^\w\s?:=-]", " ", letters).split())
