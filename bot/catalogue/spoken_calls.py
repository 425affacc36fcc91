"""The meaning of the calls in a typed line, for a seated person at this moment: *paso la falta,
quiero el truco*.

Several calls of one line are made one after another, as long as each is accepted. An answer that
names a call must name the one that waits, so that nothing is accepted by mistake."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.catalogue.intent import Intent, Send
from bot.catalogue.seat_commands import SeatCommands
from bot.catalogue.typed import CALLS, DOUBT, OTHER_YES, PERHAPS, SLIP
from bot.chat_commands import Cannot
from bot.messages import Act
from bot.words.hearing import WRONG_ORDER, Said, read_calls
from bot.words.shouts import named_call
from engine.actions import (
    ACHICO,
    BLIND_VERBS,
    BUENAS,
    CONTRAFLOR,
    CORRE,
    FALTA_ENVIDO,
    FLOR_ENVIDO,
    FLOR_QUIERO,
    MAZO,
    NO_ARGUMENT,
    NO_QUIERO,
    PART_VERBS,
    PASSO,
    PIDO_FLOR,
    PIEDRAS,
    QUIERO,
    RESTO,
    TENGO,
    Action,
    Range,
)
from engine.numbers import Game
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME

_ALONE: Final = frozenset({MAZO, PIDO_FLOR})
"""Words before which the person is asked for a confirmation."""
_ANSWERS: Final = {QUIERO, NO_QUIERO}
_REFUSALS: Final = (NO_QUIERO, ACHICO, CORRE, PASSO)
_GAMES: Final = {"truco": TRUCO_GAME, "envido": ENVIDO_GAME, "falta": ENVIDO_GAME}
"""The names of calls in an answer, with the kind of call that waits. All others: a flor."""
_ONLY: Final = {"falta": (FALTA_ENVIDO,), "contraflor": (CONTRAFLOR, RESTO)}
"""The names that mean only these calls, and not others of the same kind."""
_PARTS: Final = {"envido": "falta", "flor": "contraflor"}
"""Other names for the parts of a blind call."""
_MOST_WAYS: Final = 6
"""The most calls that a refusal names."""


class SpokenCalls:
    """Turns the calls of a typed line into steps of the game or questions to the person."""

    def __init__(self, seat: SeatCommands) -> None:
        self._seat = seat
        self._view = seat.view

    def decide(self, values: dict[str, str]) -> Intent | None:
        """The meaning of a line; ``None``: talk. ``values``: of :data:`bot.catalogue.typed.SAY`."""
        if DOUBT in values:
            return self._doubt(values[DOUBT])
        if SLIP in values:
            verb = values[SLIP]
            may = self._may(Said(verb)) and verb not in self._seat.asker.untaught
            return self._doubt(verb) if may else None
        if OTHER_YES in values:
            return self._other_yes(values[OTHER_YES])
        if PERHAPS in values:
            (said,) = read_calls(values[PERHAPS])
            return self._one(said) if self._may(said) else None
        return self._all(read_calls(values[CALLS]))

    # --- calls -------------------------------------------------------------------------------

    def _all(self, said: Sequence[Said]) -> Intent:
        if any(self._seat.offers(verb) for verb in PART_VERBS) and said[0].about:
            return self._in_parts(said)
        said = self._without_acceptance(said)
        first, *rest = said
        if len(said) > 1 and (alone := [each for each in said if each.verb in _ALONE]):
            return self._cannot("say.alone", alone[0].verb)
        if first.about and not self._waits(first.about):
            return self._about_another(first.about)
        intent = self._one(first)
        if not rest or not isinstance(intent, Send):
            return intent
        asker = self._seat.asker
        then = tuple(
            Act(
                request=f"{asker.request}+{number}",
                person=asker.person,
                match="",
                action=self._words(each),
            )
            for number, each in enumerate(rest, 2)
        )
        return replace(intent, then=then)

    def _in_parts(self, said: Sequence[Said]) -> Intent:
        """An answer to the parts of a blind call. The refused part comes first, because an
        acceptance that comes first accepts all parts (TR-COM-06)."""
        first = said[0]
        part = _PARTS.get(first.about, first.about)
        if first.verb == QUIERO and any(each.verb == NO_QUIERO for each in said):
            return Cannot("say.parts")
        return self._seat.reply("quiero" if first.verb == QUIERO else "paso", part)

    def _without_acceptance(self, said: Sequence[Said]) -> Sequence[Said]:
        """Calls without an acceptance before a raise, because a raise accepts the call: *quiero y
        retruco* is a retruco (AR-TRU-04)."""
        if len(said) == 1 or said[0].verb != QUIERO or said[1].verb in _ANSWERS:
            return said
        position, verb = self._view.position, said[1].verb
        if not (position is not None and position.stack) or self._may(said[1]):
            return said[1:]
        if verb == self._waiting():
            return (said[0], *said[2:])  # *quero nove* accepts the nove
        return said[1:] if self._game_of(verb) == position.stack[-1].game else said

    def _game_of(self, verb: str) -> Game | None:
        """The kind of call to which a verb belongs."""
        rules = self._seat.table.rules
        if verb in {step.verb for step in rules.truco.steps}:
            return TRUCO_GAME
        if verb in {call.verb for call in rules.envido.calls}:
            return ENVIDO_GAME
        return FLOR_GAME if verb in (CONTRAFLOR, RESTO, FLOR_ENVIDO) else None

    def _one(self, said: Said) -> Intent:
        match said.verb:
            case "quiero" | "noquiero" | "passo":
                return self._seat.reply("quiero" if said.verb == QUIERO else "paso")
            case "mazo":
                return self._seat.fold()
            case "pidoflor":
                return self._seat.claim({"tipo": PIDO_FLOR})
            case _ if said.verb == PIEDRAS and said.number == NO_ARGUMENT:
                return self._seat.act(f"{PIEDRAS} ?")  # the question asks for the number
            case _:
                return self._seat.act(self._words(said))

    def _words(self, said: Said) -> str:
        """The step in the words of a record. A number in the wrong place does not count in games
        whose calls have numbers (TR-ENV-13). In other games the refusal is about the number."""
        verb = said.verb
        if verb == WRONG_ORDER and not any(
            call.high for call in self._seat.table.rules.envido.calls
        ):
            verb = "envido"
        return verb if said.number == NO_ARGUMENT else f"{verb} {said.number}"

    def _may(self, said: Said) -> bool:
        """Whether this may be said now."""
        if said.verb in _ANSWERS:
            answers = (QUIERO, FLOR_QUIERO) if said.verb == QUIERO else _REFUSALS
            return any(self._seat.offers(verb) for verb in answers)
        if said.verb == TENGO:  # A wrong number is refused; it does not make the line talk.
            return self._seat.offers(TENGO) or self._seat.offers(BUENAS)
        offers = [offer for offer in self._view.offered if offer.verb == said.verb]
        # A missing number is asked for.
        return any(
            offer.arg == said.number
            if isinstance(offer, Action)
            else said.number in (NO_ARGUMENT, *range(offer.low, offer.high + 1))
            for offer in offers
        )

    def _waits(self, about: str) -> bool:
        """Whether the call that an answer names is the one that waits, or no call waits at all."""
        position = self._view.position
        if position is None or not position.stack:
            return True
        if position.stack[-1].game != _GAMES.get(about, FLOR_GAME):
            return False
        return about not in _ONLY or self._waiting() in _ONLY[about]

    def _waiting(self) -> str:
        """The call that waits for an answer; empty: there is none that was said aloud."""
        position = self._view.position
        caller = position.stack[-1].seat if position is not None and position.stack else None
        said = (each.verb for each in reversed(self._view.said) if each.seat == caller)
        return next(said, "")

    # --- refusals ----------------------------------------------------------------------------

    def _about_another(self, about: str) -> Cannot:
        waiting = self._waiting()
        said = (("text", about),)
        if not waiting:
            return Cannot("reason.ANSWER_FIRST")
        return self._cannot("say.another_waits", waiting, *said)

    def _doubt(self, verb: str) -> Cannot | None:
        """The answer to a line that begins like a call: the calls that can be made now. If no call
        can be made, the line is talk."""
        ways = [
            offer.verb
            for offer in self._view.offered
            if offer.verb not in BLIND_VERBS | self._seat.asker.untaught
            and not isinstance(offer, Range)
        ]
        variant, words = self._view.variant, self._seat.words
        called = dict.fromkeys(named_call(variant, way) for way in ways)
        listed = [call for call in called if call][:_MOST_WAYS]
        if not listed:
            return None
        near = named_call(variant, verb)
        told = words.list(words.text("hint.word", word=call.lower()) for call in listed)
        return Cannot("say.doubt", (("call", near), ("ways", told)))

    def _other_yes(self, said: str) -> Cannot | None:
        """The answer to another form of yes, if a call waits for this person."""
        if not self._may(Said(QUIERO)):
            return None
        yes = named_call(self._view.variant, QUIERO).lower()
        strict = dict(self._view.options).get("words") == "strict"
        id = "say.strict" if strict else "say.other_yes"
        return Cannot(id, (("text", said), ("yes", yes)))

    def _cannot(self, id: str, verb: str, *told: tuple[str, str]) -> Cannot:
        call = named_call(self._view.variant, verb).lower()
        return Cannot(id, (*told, ("call", call)))
