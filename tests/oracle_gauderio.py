"""A second opinion on truco gaudério.

Written from the rules page alone; it shares no code with the engine and speaks the words of a
record. A :class:`Judge` is told the steps of one hand and knows at any moment what each seat may
do, whom the table waits for, and at the end who receives how many points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle_common import STRENGTH, Tricks, Truco, envido_of, flor_of, is_flor, lays

LADDER = ("truco", "retruco", "vale4")
ENVIDOS = ("envido", "realenvido", "faltaenvido")


@dataclass
class Envido:
    """An envido sequence that waits for its answer."""

    side: int
    caller: int
    said: list[str]
    no: set[int] = field(default_factory=set)


@dataclass
class Flor:
    """A flor that is not settled."""

    side: int
    """Of the first flor."""
    asked: list[int]
    """Partners that may still add theirs, then the others that may still answer, in order."""
    adding: bool
    bet: str = ""
    """``contraflor`` or ``resto``, and who called it."""
    better: int = -1
    over: str = ""
    """What the resto was said over."""
    no: set[int] = field(default_factory=set)


class Judge:
    """One hand."""

    def __init__(
        self,
        players: int,
        dealer: int,
        hands: Mapping[int, Sequence[str]],
        options: Mapping[str, str],
        score: tuple[int, int],
    ) -> None:
        self.players = players
        self.mano = (dealer + 1) % players
        self.order = [(self.mano + step) % players for step in range(players)]
        self.dealt = {seat: list(cards) for seat, cards in hands.items()}
        self.held = {seat: list(cards) for seat, cards in hands.items()}
        self.options = dict(options)
        self.target = int(self.options["target"])
        self.score = list(score)
        self.received = [0, 0]
        self.tricks = Tricks(
            self.order,
            [seat % 2 for seat in range(players)],
            STRENGTH.__getitem__,
            tie_lead=self.option("tie_lead"),
        )
        self.level = 0
        self.word: int | None = None
        self.truco: Truco | None = None
        self.envido: Envido | None = None
        self.flor: Flor | None = None
        self.envido_open = True
        self.envido_settled = False
        self.flor_used = False
        self.in_play: set[int] = set()
        """Seats whose flor was declared, or that have to answer one."""
        self.no_truco_in: int | None = None
        """No ladder in this trick; -1: never again."""
        self.over = False
        self._automatic()

    # --- what may be done -----------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return "over" if self.over else "play"

    def option(self, name: str) -> str:
        return self.options[name]

    def side(self, side: int) -> list[int]:
        return [seat for seat in self.order if seat % 2 == side]

    def legal(self, seat: int) -> set[str]:
        """Everything this seat may do."""
        if self.over:
            return set()
        if self.flor is not None:
            return self._flor_answers(seat)
        found = set()
        mine = seat % 2
        if self.envido is not None:
            if mine != self.envido.side and seat not in self.envido.no:
                found |= {"quiero", "noquiero"} | self._raises(self.envido.said)
        elif self.truco is not None:
            if mine != self.truco.side and seat not in self.truco.no:
                found |= {"quiero", "noquiero"} | self._step(self.truco.step + 1)
                if self._may_open(seat) and self.option("envido_first") == "on":
                    found |= set(ENVIDOS)
        else:
            if seat == self.tricks.turn:
                found |= lays(self.held[seat], self.tricks, self.option("cover_from")) | {"mazo"}
                if self._may_open(seat):
                    found |= set(ENVIDOS)
            anytime = self.option("truco_when") == "any_time"
            if (seat == self.tricks.turn or anytime) and self.word in (None, mine):
                found |= self._step(self.level + 1)
        if self._may_flor(seat):
            found.add("flor")
        return found

    def _step(self, step: int) -> set[str]:
        if step > len(LADDER) or self.no_truco_in in (-1, len(self.tricks.results)):
            return set()
        return {LADDER[step - 1]}

    def _may_open(self, seat: int) -> bool:
        """GA-ENV-01 but for the turn."""
        if self.tricks.results or seat in self.tricks.opened or not self.envido_open or self.level:
            return False
        return self.option("envido_callers") == "any" or seat in self.order[-2:]

    def _raises(self, said: Sequence[str]) -> set[str]:
        """GA-ENV-05, GA-ENV-03."""
        last = said[-1]
        if last == "faltaenvido":
            return set()
        found = {"faltaenvido"}
        if last == "envido":
            found.add("realenvido")
            if len(said) == 1 and self.option("envido_repeat") == "1":
                found.add("envido")
        return found

    def _may_flor(self, seat: int) -> bool:
        """GA-FLO-01."""
        if self.option("flor") == "sin" or self.flor_used or self.envido_settled:
            return False
        if seat in self.tricks.opened or not is_flor(self.dealt[seat]):
            return False
        if self.option("flor_when") == "any_time":
            return self.envido is None or self.envido.caller != seat
        if self.envido is not None:
            return self.envido.caller != seat
        if self.truco is not None:
            return self.truco.side != seat % 2
        return seat == self.tricks.turn

    def _flor_answers(self, seat: int) -> set[str]:
        flor = self.flor
        assert flor is not None
        if flor.adding:
            return {"flor", "passo"} if flor.asked[0] == seat else set()
        if not flor.bet:
            if flor.asked[0] != seat:
                return set()
            found = {"achico", "contraflor", "resto"}
            return found if self.option("flor_values") == "none" else found | {"florquiero"}
        if seat % 2 == flor.better or seat in flor.no:
            return set()
        found = {"florquiero", "achico"}
        if flor.bet == "contraflor" and seat in self.in_play:
            found.add("resto")
        return found

    def awaited(self) -> set[int]:
        if self.over:
            return set()
        if self.flor is not None:
            return {seat for seat in range(self.players) if self._flor_answers(seat)}
        pending = self.envido or self.truco
        if pending is not None:
            return set(self.side(1 - pending.side)) - pending.no
        return {self.tricks.turn}

    # --- steps ----------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        who, _, words = text.partition(" ")
        seat = int(who)
        words = self.read(words)
        assert words in self.legal(seat), f"{text} not in {self.legal(seat)}"
        verb, _, card = words.partition(" ")
        if verb in ("play", "cover"):
            self._lay(seat, card, verb == "cover")
        elif verb == "mazo":
            self._fold(seat)
        elif verb in LADDER:
            self._call_truco(seat, verb)
        elif verb in ENVIDOS:
            self._call_envido(seat, verb)
        elif verb == "flor" and self.flor is None:
            self._call_flor(seat)
        elif self.flor is not None:
            self._answer_flor(seat, verb)
        elif self.envido is not None:
            self._answer_envido(seat, verb)
        else:
            self._answer_truco(seat, verb)
        if not self.over:
            self._automatic()

    def read(self, words: str) -> str:
        """The canonical word."""
        words = {"quero": "quiero", "naoquero": "noquiero", "baralho": "mazo"}.get(words, words)
        if self.flor is not None:
            words = {"quiero": "florquiero", "noquiero": "achico"}.get(words, words)
        return words

    def _all_refused(self, no: set[int], seat: int) -> bool:
        no.add(seat)
        if self.option("answer_by") == "first_speaks":
            return True
        return no >= set(self.side(seat % 2))

    def _win(self, side: int, points: int) -> None:
        """Credited when settled (GA-SCO-01); the target ends everything (GA-SCO-02)."""
        self.received[side] += points
        self.score[side] += points
        if self.score[side] >= self.target:
            self.over = True

    def _falta(self) -> int:
        return self.target - max(self.score)

    # --- tricks ---------------------------------------------------------------------------------

    def _lay(self, seat: int, card: str, covered: bool) -> None:
        self.held[seat].remove(card)
        self.tricks.lay(seat, card, covered)
        results, winner = self.tricks.results, self.tricks.winner
        if winner is None:
            return
        self.over = True
        if results != [None] * 3 or self.option("all_tied") == "mano":
            self._win(winner, self.level + 1)

    def _fold(self, seat: int) -> None:
        """GA-FOL-01."""
        points = self.level + 1
        unsettled = not self.envido_settled and not self.flor_used
        if self.option("mazo_early") == "2" and not self.tricks.results and unsettled:
            points += 1
        self.over = True
        self._win(1 - seat % 2, points)

    # --- truco ----------------------------------------------------------------------------------

    def _call_truco(self, seat: int, verb: str) -> None:
        step = LADDER.index(verb) + 1
        if self.truco is not None:
            self._accepted(self.truco)
        elif self.option("envido_first") == "off":
            self.envido_open = False
        self.truco = Truco(seat % 2, step)

    def _accepted(self, call: Truco) -> None:
        self.level = call.step
        self.word = 1 - call.side
        self.envido_open = False  # GA-TRU-05

    def _answer_truco(self, seat: int, verb: str) -> None:
        call = self.truco
        assert call is not None
        if verb == "quiero":
            self._accepted(call)
            self.truco = None
        elif self._all_refused(call.no, seat):
            self.over = True
            self._win(call.side, call.step)

    # --- envido ---------------------------------------------------------------------------------

    def _worth(self, said: Sequence[str]) -> int:
        if "realenvido" in said and self.option("real_envido") == "flat5":
            return 5
        return sum({"envido": 2, "realenvido": 3, "faltaenvido": 0}[word] for word in said)

    def _call_envido(self, seat: int, verb: str) -> None:
        said = [] if self.envido is None else self.envido.said
        self.envido_open = False
        self.envido = Envido(seat % 2, seat, [*said, verb])

    def _answer_envido(self, seat: int, verb: str) -> None:
        call = self.envido
        assert call is not None
        if verb == "quiero":
            points = self._worth(call.said)
            if call.said[-1] == "faltaenvido":
                points = self._falta()
            values = {owner: envido_of(self.dealt[owner]) for owner in self.order}
            winner = self._best(values)
        elif self._all_refused(call.no, seat):
            points, winner = max(1, self._worth(call.said[:-1])), call.side
        else:
            return
        self.envido = None
        self.envido_settled = True
        self._win(winner, points)

    def _best(self, values: Mapping[int, int]) -> int:
        """GA-ENV-07: whose side has the best."""
        best = max(values.values())
        tied = [seat for seat in self.order if values.get(seat) == best]
        sides = {seat % 2 for seat in tied}
        if self.option("envido_tie") == "mano_team" and self.mano % 2 in sides:
            return self.mano % 2
        return tied[0] % 2

    # --- flor -----------------------------------------------------------------------------------

    def _from(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(1, self.players)]

    def _unplayed_holders(self, side: int, seat: int) -> list[int]:
        return [
            holder
            for holder in self._from(seat)
            if holder % 2 == side
            and holder not in self.tricks.opened
            and is_flor(self.dealt[holder])
        ]

    def _call_flor(self, seat: int) -> None:
        self.flor_used = True
        self.envido = None
        self.envido_open = False
        self.in_play = {seat}
        self.caller = seat
        side = seat % 2
        partners = self._unplayed_holders(side, seat)
        if self.option("flor_call") == "auto":  # GA-FIN-03: added at once
            self.in_play |= set(partners)
            partners = []
        self.flor = Flor(side, partners, adding=True)
        if not partners:
            self._ask_others()

    def _ask_others(self) -> None:
        flor = self.flor
        assert flor is not None
        flor.adding = False
        flor.asked = self._unplayed_holders(1 - flor.side, self.caller)
        self.in_play |= set(flor.asked)
        if not flor.asked:
            self._settle_flor(flor.side, 3 * self._flores(flor.side))

    def _flores(self, *sides: int) -> int:
        return len([seat for seat in self.in_play if seat % 2 in sides])

    def _answer_flor(self, seat: int, verb: str) -> None:
        flor = self.flor
        assert flor is not None
        if flor.adding:
            flor.asked.pop(0)
            if verb == "flor":
                self.in_play.add(seat)
            if not flor.asked:
                self._ask_others()
            return
        mine = seat % 2
        every = 3 * self._flores(0, 1)
        if verb in ("contraflor", "resto"):
            flor.over = flor.bet
            flor.bet, flor.better = verb, mine
            flor.no = set()
        elif not flor.bet and verb == "achico":
            flor.asked.pop(0)
            if not flor.asked:
                self._settle_flor(flor.side, 3 * self._flores(flor.side))
        elif not flor.bet:  # GA-FLO-13
            stake = 3 * self._flores(flor.side)
            self._compare(every if self.option("flor_values") == "sum" else stake)
        elif verb == "florquiero":
            if flor.bet == "contraflor":
                self._compare(every)
            else:
                self._compare(
                    self._falta() + (every if self.option("resto") == "plus_flores" else 0)
                )
        elif self._all_refused(flor.no, seat):
            stake = 3 * self._flores(flor.side)
            if flor.bet == "contraflor":
                stake += self.option("contraflor_decline") == "plus1"
            elif flor.over == "contraflor":
                stake = every
            self._settle_flor(flor.better, stake)

    def _compare(self, points: int) -> None:
        values = {seat: flor_of(self.dealt[seat]) for seat in self.in_play}
        self._settle_flor(self._best(values), points)

    def _settle_flor(self, side: int, points: int) -> None:
        self.flor = None
        self._win(side, points)
        if self.over:
            return
        rule = self.option("truco_with_flor")
        if rule == "until_settled":
            return
        self.truco = None
        if rule == "until_trick_ends":
            self.no_truco_in = len(self.tricks.results)
        elif rule == "blocked_hand":
            self.no_truco_in = -1
        else:
            self.over = True

    def _automatic(self) -> None:
        """GA-FIN-03: at the holder's first turn."""
        if self.option("flor_call") != "auto" or self.flor is not None:
            return
        if self.truco is not None or self.envido is not None:
            return
        if not self.over and self._may_flor(self.tricks.turn):
            self._call_flor(self.tricks.turn)

    def winner(self) -> int | None:
        return next((side for side in (0, 1) if self.score[side] >= self.target), None)

    def points(self) -> tuple[int, int]:
        return self.received[0], self.received[1]
