"""Commands about señas, own signs and phrases."""

from bot.messages.command import MatchCommand
from bot.messages.ids import PersonId


class SendSena(MatchCommand, frozen=True):
    """``/sena``: a seña (its id, or an own sign's) to one partner, or to all (``to`` -1)."""

    sena: str
    to: int = -1


class AgreeSign(MatchCommand, frozen=True):
    """``/acordar``: from now on this gesture has this meaning for the person's side."""

    gesture: str
    meaning: str


class DropSign(MatchCommand, frozen=True):
    """Removes the meaning of this gesture. ``gesture`` may also be a sign's id."""

    sign: str


class LookAt(MatchCommand, frozen=True):
    """``/mirar``: watches one adversary, whose señas the person then sees too; ``seat`` -1: nobody.
    Only at tables with risky señas."""

    seat: int = -1


class SayPhrase(MatchCommand, frozen=True):
    """``/frase``: says one of the table's phrases, by its id. Everybody there reads it."""

    phrase: str


class Silence(MatchCommand, frozen=True):
    """The host silences the phrases of a seat, or lets it speak again."""

    seat: int
    """The seat to silence; -1: ``onlooker`` is meant."""
    onlooker: PersonId = ""


TalkingCommand = SendSena | AgreeSign | DropSign | LookAt | SayPhrase | Silence
