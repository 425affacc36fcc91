"""The meaning of commands and words of the game, when a seated person types them in a match."""

from collections.abc import Sequence

from bot.catalogue.commands import COMMAND, verb_of
from bot.catalogue.intent import Asker, Intent, Pick, Send
from bot.catalogue.phrases import is_number
from bot.chat_commands import Cannot
from bot.messages import Act, LookAt, SendSena
from bot.model import OwnSign
from bot.screen import Question
from bot.tokens import LOOK, SENA, encode, point
from bot.words import Words, words_for
from bot.words.cards import MANILHAS, PLACES
from bot.words.shouts import PASO_LEAVES, caption, mazo_question, plain
from engine.actions import (
    ACHICO,
    BUENAS,
    CORRE,
    COVER,
    DENUNCIA,
    DESCARTA,
    ENVIDO,
    FLOR,
    FLOR_QUIERO,
    INTERFIERE,
    JOGA,
    MAZO,
    MOSTRAR,
    NO_QUIERO,
    PART_VERBS,
    PASSO,
    PIDO_FLOR,
    PIEDRAS,
    PLAY,
    PLAY_NTH,
    QUIERO,
    STACK,
    TENGO,
    Action,
    Range,
)
from engine.cards import UNKNOWN
from engine.errors import BadRecord
from engine.numbers import NOBODY
from engine.record.notation import parse_action, write_action
from engine.rules.ranking import order_with
from engine.seen.senas import SENAS, may_look, senas_for
from engine.seen.view import SeatView, table_of
from engine.state.seats import is_blind, waits_for_blind
from engine.state.state import FLOR_GAME, FLOR_PARTNERS, SPECIAL_GAME, TRUCO_GAME
from engine.state.table import Table

_ENVIDO = COMMAND["envido"].option("tipo")
_FLOR = COMMAND["flor"].option("tipo")


class SeatCommands:
    """Turns the typed commands of one seat into steps of the game or questions to the person."""

    def __init__(self, asker: Asker, view: SeatView) -> None:
        self.asker = asker
        self.view = view
        self.words: Words = words_for(asker.locale, asker.game)
        self.table: Table = table_of(view)

    def decide(self, command: str, values: dict[str, str]) -> Intent:
        match command:
            case "carta":
                return self._card(values)
            case "truco":
                return self.act(self._next_step())
            case "envido":
                return self._envido(values)
            case "flor":
                return self._flor(values.get("tipo", ""))
            case "quiero" | "paso":
                return self.reply(command, values.get("parte", ""))
            case "mazo":
                return self.fold()
            case "canto":
                return self._declare(values.get("puntos", ""))
            case "reclamar":
                return self.claim(values)
            case "sena":
                return self._sena(values)
            case "mirar":
                return self._look(values.get("jugador", ""))
            case _:
                return Cannot("say.unknown_command")

    # --- words -------------------------------------------------------------------------------

    def reply(self, word: str, part: str = "") -> Intent:
        """The answer *quiero* or *paso*. With a ``part`` of a compound call, it accepts or refuses
        that part and does the opposite with the other part (TR-COM-06)."""
        if part and any(self.offers(verb) for verb in PART_VERBS):
            verbs = [verb for verb in PART_VERBS if f"{word} {part}" in verb]
            return self.act(next((verb for verb in verbs if self.offers(verb)), verbs[0]))
        if word == "quiero":
            return self.act(self._answer(QUIERO, FLOR_QUIERO, JOGA))
        if self._leaves_with_paso():
            return self.fold()
        return self.act(self._answer(NO_QUIERO, ACHICO, CORRE, PASSO))

    def _leaves_with_paso(self) -> bool:
        position = self.view.position
        if self.view.variant not in PASO_LEAVES or self.table.rules.leave.whole_team:
            return False
        return position is not None and not position.stack and self.offers(MAZO)

    def _next_step(self) -> str:
        """The step of the truco that this seat may call now; if it may call none, the step after
        the last one that was called."""
        ladder = [step.verb for step in self.table.rules.truco.steps]
        for verb in ladder:
            if self.offers(verb):
                return verb
        position = self.view.position
        if position is None:
            return ladder[0]
        pending = [item.step for item in position.stack if item.game == TRUCO_GAME]
        said = max([position.level, *pending])
        return ladder[min(said, len(ladder) - 1)]

    def _answer(self, usual: str, flor: str, special: str, partners: str = FLOR) -> str:
        """The word that answers the first call to be answered. Parameters: a word for each kind."""
        position = self.view.position
        game = position.stack[-1].game if position is not None and position.stack else None
        words = {FLOR_GAME: flor, SPECIAL_GAME: special, FLOR_PARTNERS: partners}
        return words.get(game, usual) if game else usual

    def _envido(self, values: dict[str, str]) -> Intent:
        """The envido call of the kind that was typed. With a number and no kind, it is *piedras* (a
        raise by that number) if the game has that call, else *envido*."""
        number = values.get("puntos", "")
        calls = [call.verb for call in self.table.rules.envido.calls]
        usual = PIEDRAS if number and PIEDRAS in calls else ENVIDO
        verb = verb_of(_ENVIDO, values["tipo"]) if "tipo" in values else usual
        return self.act(f"{verb} {number}".rstrip())

    def _flor(self, kind: str) -> Intent:
        if kind:
            return self.act(verb_of(_FLOR, kind))
        answers = tuple(choice.verb for choice in _FLOR.choices if self.offers(choice.verb))
        if len(answers) > 1:
            choices = tuple((verb, caption(self.view.variant, verb)) for verb in answers)
            return self._ask("ask.flor", "?", choices)
        return self.act(answers[0] if answers else FLOR)

    def fold(self) -> Intent:
        """The question whether the person really goes to the deck."""
        if not self.offers(MAZO):
            return self.act(MAZO)
        text = mazo_question(self.table)
        return self._ask(text, "?", ((MAZO, self.words.text("ask.mazo.yes")),))

    # --- cards -------------------------------------------------------------------------------

    def _card(self, values: dict[str, str]) -> Intent:
        verb = COVER if values.get("tapada") == "on" else PLAY
        if any(action.verb == DESCARTA for action in self.view.offered):
            verb = DESCARTA
        if self._blind and verb == PLAY:
            return self._place(values.get("carta", ""))
        piles = [
            action
            for action in self.view.legal
            if isinstance(action, Action) and action.verb == STACK
        ]
        if piles:
            return self._pile(piles, values.get("carta", ""))
        if "carta" in values:
            return self.act(f"{verb} {self._named(values['carta'])}")
        cards = [
            action.arg
            for action in self.view.legal
            if isinstance(action, Action) and action.verb == verb
        ]
        spelling = self.table.spelling
        held = cards or [card for card in self.view.cards if card != UNKNOWN]
        if len(held) == 1 or not cards:
            code = spelling.write(held[0]) if held else spelling.write(self.table.deck[0])
            return self.act(f"{verb} {code}")
        choices = tuple((spelling.write(card), self.words.card(card, spelling)) for card in cards)
        return self._ask("ask.card", f"{verb} ?", choices)

    def _pile(self, piles: list[Action], named: str) -> Intent:
        """Lays the last two cards as a pile. The card that the person named is on top, if the rules
        allow that (VE-PAR-02)."""
        top = self._named(named) if named else ""
        words = [write_action(self.table, pile) for pile in piles]
        return self.act(next((word for word in words if word.split()[1] == top), words[0]))

    @property
    def _blind(self) -> bool:
        position = self.view.position
        return position is not None and is_blind(self.table, position.special)

    def _place(self, said: str) -> Intent:
        """Lays a card in a blind hand. The person chooses it by its place in the deal."""
        if said:
            return self.act(f"{PLAY} {said}")
        places = [
            str(action.arg)
            for action in self.view.legal
            if isinstance(action, Action) and action.verb == PLAY_NTH
        ]
        if len(places) < 2:
            return self.act(f"{PLAY} {next(iter(places), next(iter(PLACES)))}")
        choices = tuple((place, self.words.text(f"card.place.{place}")) for place in places)
        return self._ask("ask.card", f"{PLAY} ?", choices)

    def _named(self, said: str) -> str:
        """The code of a card named by its strength (a manilha) or by its place in the deal."""
        spelling, turned = self.table.spelling, self.view.turned
        if said in MANILHAS and (turned != UNKNOWN or not self.table.turns):
            order = order_with(self.table.rules.cards, turned)
            return spelling.write(order[MANILHAS.index(said)][0])
        if said in PLACES and UNKNOWN not in self.view.dealt and self.view.dealt:
            return spelling.write(self.view.dealt[int(said) - 1])
        if said in MANILHAS or said in PLACES:
            return spelling.write(self.table.deck[0])  # the engine refuses any card before the deal
        return said

    # --- declarations and claims ---------------------------------------------------------------

    def _declare(self, said: str) -> Intent:
        if said:
            return self.act(BUENAS if said == "buenas" else f"{TENGO} {said}")
        for offer in self.view.offered:
            if isinstance(offer, Range) and offer.verb == TENGO:
                text = self.words.text("hand.tengo")
                token = self._token(f"{TENGO} ?")
                return Pick(Question("hand.tengo", text, token, offer.low, offer.high))
        return self.act(BUENAS)

    def claim(self, values: dict[str, str]) -> Intent:
        """The step of a claim: that cards must be shown, or that a player hides a flor."""
        kinds = [verb for verb in (PIDO_FLOR, MOSTRAR, DENUNCIA) if self.offers(verb)]
        kind = values.get("tipo") or (kinds[0] if kinds else PIDO_FLOR)
        if kind in (MOSTRAR, DENUNCIA, INTERFIERE):
            return self.act(kind)
        if "persona" in values:
            seat = self._seat(values["persona"])
            if seat is None:
                return Cannot("say.no_person", (("text", values["persona"]),))
            return self.act(f"{PIDO_FLOR} {seat}")
        asked = [
            action.arg
            for action in self.view.offered
            if isinstance(action, Action) and action.verb == PIDO_FLOR
        ]
        if len(asked) > 1:
            choices = tuple((str(seat), self.asker.seats[seat]) for seat in asked)
            return self._ask("ask.person", f"{PIDO_FLOR} ?", choices)
        seat = asked[0] if asked else (self.view.seat + 1) % self.view.players
        return self.act(f"{PIDO_FLOR} {seat}")

    # --- señas -------------------------------------------------------------------------------

    def _sena(self, values: dict[str, str]) -> Intent:
        if self.view.players < 4:
            return Cannot("say.no_partner")
        to = -1
        if "companero" in values:
            seat = self._seat(values["companero"])
            if seat is None:
                return Cannot("say.no_person", (("text", values["companero"]),))
            to = seat
        offered = senas_for(self.table)
        if "sena" not in values:
            # A person who may send no seña now is refused before the bot asks which one.
            if not offered or len(self.view.contests) > 1:
                known = SENAS.get(self.view.variant, ())
                return self._send_sena(known[0].id if known else "", to)
            own = self.asker.signs
            choices = (
                *((id, self.words.text(f"sena.{id}")) for id in offered),
                *(
                    (
                        own_sign.id,
                        self.words.text(
                            "signs.text", gesture=own_sign.gesture, meaning=own_sign.meaning
                        ),
                    )
                    for own_sign in own
                ),
            )
            suffix = "" if to < 0 else f" {to}"
            return self._ask("ask.sena", f"{SENA} ?{suffix}", choices)
        said = values["sena"]
        sign = find_sign(said, self.asker.signs)
        return self._send_sena(sign or find_sena(self.words, said, offered) or said, to)

    def _send_sena(self, id: str, to: int) -> Send:
        return Send(SendSena(**self.asker.at_table, sena=id, to=to))

    def _look(self, name: str) -> Intent:
        """Watches one adversary for señas, at tables where a seña can be seen. Asks which one, if
        the person named none."""
        seat = self._seat(name) if name else NOBODY
        if seat is None:
            return Cannot("say.no_person", (("text", name),))
        if not name and may_look(self.table):
            own = self.table.sides[self.view.seat]
            names = enumerate(self.asker.seats)
            choices = tuple(
                (str(other), called) for other, called in names if self.table.sides[other] != own
            )
            return self._ask("ask.look", f"{LOOK} ?", choices)
        return Send(LookAt(**self.asker.at_table, seat=seat))

    # --- helpers -----------------------------------------------------------------------------

    def offers(self, verb: str) -> bool:
        """Whether the person may do this now, with some argument."""
        return any(offer.verb == verb for offer in self.view.offered)

    def _seat(self, text: str) -> int | None:
        return named_seat(text, self.asker.seats)

    def _token(self, action: str) -> str:
        return encode(self.asker.match, point(self.view), action)

    def _ask(
        self, id: str, action: str, choices: tuple[tuple[str, str], ...], **parameters: object
    ) -> Pick:
        text = self.words.text(id, **parameters)
        return Pick(Question(id, text, self._token(action), choices=choices))

    def act(self, action: str) -> Intent:
        """Sends the step. If it is a trap, asks first whether the person means it."""
        if self._is_trap(action):
            return self._trap(action)
        return Send(Act(**self.asker.at_table, action=action))

    def _trap(self, action: str) -> Pick:
        """The question whether the person means it. It is asked before a card that would accept a
        call, a truco that would lose the hand, a flor of a seat without one, and a word during a
        duel of others."""
        choices = ((action, self.words.text("ask.trap.yes")),)
        if action == FLOR and self.table.rules.flor is not None:
            points = self.words.text("points", n=self.table.rules.flor.fault)
            return self._ask("hand.flor.confirm", "?", choices, points=points)
        if action == INTERFIERE and self.table.rules.duels is not None:
            points = self.words.text("points", n=self.table.rules.duels.interference)
            return self._ask("ask.trap.interfere", "?", choices, points=points)
        rules, position = self.table.rules.special, self.view.position
        if rules is None or position is None or not position.special:
            return self._ask("ask.trap", "?", choices)
        rivals = self.words.list(
            name
            for seat, name in enumerate(self.asker.seats)
            if self.table.sides[seat] != self.table.sides[self.view.seat]
        )
        if rules.call == "lose_game":
            return self._ask("ask.trap.lose_game", "?", choices, names=rivals)
        points = self.words.text("points", n=self.view.worth)
        return self._ask("ask.trap.lose_hand", "?", choices, points=points, names=rivals)

    def _is_trap(self, text: str) -> bool:
        try:
            action = parse_action(self.table, self.view.seat, text)
        except BadRecord:
            return False
        position = self.view.position
        if position is not None and waits_for_blind(position, self.view.seat):
            return False  # The engine refuses it (TR-COM-01).
        return action in self.view.legal and action not in self.view.offered


def named_seat(text: str, names: Sequence[str]) -> int | None:
    """The number of the seat that a person means: they type its number, or the player's name or its
    beginning. If several fit, the first of them; ``None``: none fits."""
    said = plain(text)
    if is_number(said) and int(said) < len(names):
        return int(said)
    known = [plain(name) for name in names]
    exact = [seat for seat, name in enumerate(known) if name == said]
    close = [seat for seat, name in enumerate(known) if name.startswith(said)]
    return next(iter(exact or close), None)


def find_sign(text: str, known: Sequence[OwnSign]) -> str | None:
    """The id of the person's own sign that has this gesture; ``None``: no sign has it."""
    said = plain(text)
    return next((sign.id for sign in known if said and said == plain(sign.gesture)), None)


def find_sena(words: Words, text: str, offered: tuple[str, ...]) -> str | None:
    """The seña of an id, or of words of its gesture or meaning. ``None``: none fits."""
    said = plain(text)
    for id in offered:
        if said in (plain(id), plain(id.rpartition("-")[2])):
            return id
    for id in offered:
        if said and said in plain(words.text(f"sena.{id}")):
            return id
    return None
