"""A second opinion on a hand of truco uruguayo: who may do what, and what it pays.

Written from the rules page alone; it shares no code with ``engine``. Cards and steps are the words
of a record. It trusts the steps it is given, says before each what every seat may do and for whom
the table waits, and at the end what the hand paid. Left out: signals, which change nothing.

Where the page is silent it follows the same decisions as the engine, and says "ours".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle_common import (
    Award,
    Pieces,
    Tricks,
    Truco,
    check_numbers,
    declarations,
    half,
    has_to_show,
    lays,
    sayable_numbers,
    settle_shown,
)

LADDER = ("truco", "retruco", "vale4")
WORTH = (1, 2, 3, 4)
FLORES = ("flor", "florenvido", "resto", "florquiero", "achico")


class Cards(Pieces):
    """What cards are worth under a muestra."""

    @property
    def highest(self) -> int:
        """Of all numbers of an envido (UY-ENV-01, UY-ENV-12)."""
        if self.options["two_pieces"] != "units":
            return 37
        return 40 if self.options["piece_values"] == "perico_30" else 39


@dataclass
class Envido:
    """A pending envido."""

    side: int
    seat: int
    last: str
    adds: int
    """Of the last call."""
    before: int
    wanted: int
    """0: the falta."""
    said: list[str]
    no: set[int] = field(default_factory=set)


@dataclass
class Flor:
    """A pending flor or flor bet."""

    side: int
    verb: str
    asked: set[int]
    over: str = ""
    no: set[int] = field(default_factory=set)


@dataclass
class Blind:
    """A challenge by who had not looked, unanswered (UY-PER-01)."""

    side: int
    parts: tuple[str, ...]
    """What there is to accept or refuse, in order."""


class Judge:
    """Takes the steps of one hand."""

    def __init__(
        self,
        *,
        players: int,
        dealer: int,
        hands: Sequence[Sequence[str]],
        muestra: str,
        options: Mapping[str, str],
        duels: bool,
        score: Sequence[int],
    ) -> None:
        self.options = options
        self.players = players
        self.side = [seat % 2 for seat in range(players)]
        self.hands = [list(hand) for hand in hands]
        self.dealt = [tuple(hand) for hand in hands]
        self.cards = Cards("uruguayo", options, muestra)
        self.start = tuple(score)
        self.target = int(options["target"])
        self.won: list[Award] = []
        around = [(dealer + 1 + step) % players for step in range(players)]
        self.contests = [around]
        if duels:  # UY-SEI-02
            self.contests = [[seat, (seat + 3) % 6] for seat in around[:3]]
        self.duels = duels
        self.phase = "play"
        self.announced: set[int] = set()
        self.claimed: set[int] = set()
        self.begun: set[int] = set()
        self.gone: set[int] = set()
        self.open: set[str] = set()
        """Cards laid face up."""
        self.shown: set[int] = set()
        self.leaving = False
        self.stopped = False
        """Points that end the chico stop the play, and there are no further duels."""
        self.home = False
        """... and they are safe: there is nothing to claim, but while cards have to be shown."""
        self.may_claim = False
        self.unseen: int | None = None
        """Who has not looked at his cards yet (TR-COM-01): not in duels."""
        if options["blind_calls"] == "on" and not duels:
            self.unseen = (dealer - 1) % players
        self.duel = -1
        self.next_contest()

    # --- the contest ---

    def next_contest(self) -> None:
        self.duel += 1
        self.seats = self.contests[self.duel]
        self.begun |= set(self.seats)
        self.tricks = Tricks(
            self.seats,
            self.side,
            self.cards.power,
            self.gone,
            nearest_wins_ties=self.options["equal_cards"] == "mano",
        )
        self.level = 0
        self.word: int | None = None
        self.truco: Truco | None = None
        self.envido: Envido | None = None
        self.envido_open = True
        self.flor: Flor | None = None
        self.flor_open = True
        self.blind: Blind | None = None
        self.declaring: int | None = None
        """What the envido pays, while its numbers are said aloud."""
        self.stated: list[tuple[int, int]] = []
        self.refused_truco: int | None = None
        """Who wins the hand by it once the numbers are said (TR-COM-07)."""
        self.spoken: set[int] = set()
        """Who has said truco or quiero (UY-ENV-02)."""
        self.announce_by_program()

    def present(self) -> list[int]:
        """Who has not left alone (AR-MAZ-09), the nearest to the mano first."""
        return [seat for seat in self.seats if seat not in self.gone]

    def of(self, side: int) -> list[int]:
        return [seat for seat in self.present() if seat % 2 == side]

    def pie(self, side: int) -> int:
        return self.of(side)[-1]

    def has_flor(self, seat: int) -> bool:
        return self.cards.has_flor(self.dealt[seat])

    @property
    def obligatory(self) -> bool:
        """UY-FLO-03; with ``optional`` a flor that is not said just does not score (UY-FLO-10)."""
        return self.options["flor_call"] != "optional"

    # --- what may be done ---

    def answerers(self) -> set[int]:
        """Who may answer what is to be answered first: flor, then envido, then truco."""
        if self.blind:
            return {self.pie(1 - self.blind.side)}
        if self.flor:
            return self.flor.asked - self.flor.no - self.gone
        if self.declaring is not None:
            return self.declarers()
        pending = self.envido or self.truco
        assert pending
        side = 1 - pending.side
        if self.options["answer_by"] == "pie":
            return {self.pie(side)} - pending.no
        return set(self.of(side)) - pending.no

    def awaited(self) -> set[int]:
        if self.phase != "play":
            return set()
        if self.unseen is not None:
            return {self.unseen}
        if self.pending:
            return self.answerers()
        return {self.tricks.turn}

    @property
    def pending(self) -> bool:
        """Whether something has to be answered."""
        return bool(self.blind or self.flor or self.envido or self.truco) or (
            self.declaring is not None
        )

    def declarers(self) -> set[int]:
        """AR-ENV-17: the mano first, then anybody of the side that is behind."""
        if not self.stated:
            return {self.present()[0]}
        return set(self.of(1 - self.stated[-1][0] % 2))

    def numbers(self, seat: int) -> set[str]:
        """AR-ENV-17; an alternating declaration has to be higher (UY-ENV-09)."""
        ties = self.options["envido_tie"] == "nearest_mano"
        return sayable_numbers(
            seat, self.stated, self.seats, self.cards.highest, mano_wins_ties=ties
        )

    def legal(self, seat: int) -> set[str]:
        if self.phase == "claims":
            return self.claims(seat)
        if self.phase != "play" or seat not in self.present():
            return set()
        if seat == self.unseen:
            return {"cft", "ver"}
        side = seat % 2
        may: set[str] = set()
        if self.blind:
            if seat in self.answerers():
                may |= {"quiero", "noquiero"}
                if len(self.blind.parts) == 2:
                    one, two = self.blind.parts
                    may |= {f"paso {one} quiero {two}", f"paso {two} quiero {one}"}
            return may | {"mazo"}
        if self.declaring is not None:
            if seat in self.declarers():
                may |= self.numbers(seat)
            behind = next(iter(self.declarers())) % 2
            return may | ({"mazo"} if side == behind else set())
        if self.flor:
            if seat in self.answerers():
                may |= self.flor_answers()
            if side != self.flor.side:
                may.add("mazo")
            return may
        if self.may_say_flor(seat):
            may.add("flor")
        if self.envido:
            if seat in self.answerers():
                may |= {"noquiero"} | self.raises(self.envido)
                may.add("quiero")
                if self.obligatory and self.has_flor(seat):
                    may -= {"quiero"} | self.raises(self.envido)
            if side != self.envido.side:
                may.add("mazo")
            return may
        if self.truco:
            if side != self.truco.side:
                may.add("mazo")
                if seat not in self.truco.no:
                    may |= self.openings(seat)
            if seat in self.answerers():
                may |= {"quiero", "noquiero"}
                if self.truco.step < 3:
                    may.add(LADDER[self.truco.step])
                if seat == self.tricks.turn:  # AR-TRU-07
                    may |= self.lays(seat)
            return may
        may.add("mazo")
        if seat == self.tricks.turn:
            may |= self.lays(seat) | self.openings(seat)
        own_turn = self.options["truco_when"] == "own_turn"
        if (
            self.level < 3
            and self.word in (None, side)
            and (seat == self.tricks.turn or not own_turn)
        ):
            may.add(LADDER[self.level])
        return may

    def lays(self, seat: int) -> set[str]:
        return lays(self.hands[seat], self.tricks, self.options["cover_from"])

    def may_say_flor(self, seat: int) -> bool:
        """UY-FLO-03, AR-FLO-03."""
        if not self.flor_open or seat in self.tricks.opened or not self.has_flor(seat):
            return False
        if self.options["flor_when"] == "any_time" or seat == self.tricks.turn or self.envido:
            return True
        return self.truco is not None and self.truco.side != seat % 2

    def openings(self, seat: int) -> set[str]:
        """UY-ENV-02, UY-ENV-10."""
        if self.tricks.results or not self.envido_open or seat in self.tricks.opened | self.spoken:
            return set()
        if self.options["envido_callers"] == "pies" and seat != self.pie(seat % 2):
            return set()
        if self.obligatory and self.has_flor(seat):
            return set()
        return {"envido", "realenvido", "faltaenvido"} | self.numbered(2)

    def numbered(self, least: int) -> set[str]:
        """Calls with a number that add so much at least, as ranges."""
        if self.options["numbered_envido"] == "off":
            return set()
        target = int(self.options["target"])
        found = set()
        low = max(2, least)
        if low <= target:
            found.add(f"envido {low}-{target}")
        low = max(2, -(-least // 3))
        if low <= target // 3:
            found.add(f"realenvido {low}-{target // 3}")
        return found

    def raises(self, envido: Envido) -> set[str]:
        """UY-ENV-04."""
        if envido.last == "faltaenvido":
            return set()
        if self.options["raises"] == "at_least":
            found = {"faltaenvido"} | self.numbered(envido.adds)
            found |= {"envido"} if envido.adds <= 2 else set()
            return found | ({"realenvido"} if envido.adds <= 3 else set())
        found = {"faltaenvido"}  # AR-ENV-05: envido once more, real once
        if envido.last == "envido":
            if envido.said.count("envido") < 2:
                found.add("envido")
                found |= {word for word in self.numbered(2) if word.startswith("envido")}
            found.add("realenvido")
            found |= {word for word in self.numbered(2) if word.startswith("real")}
        return found

    def flor_answers(self) -> set[str]:
        """UY-FLO-05 to UY-FLO-07."""
        assert self.flor
        return {
            "flor": {"flor", "florenvido", "resto"},
            "florenvido": {"florquiero", "achico", "resto"},
            "resto": {"florquiero", "achico"},
        }[self.flor.verb]

    def claims(self, seat: int) -> set[str]:
        """AR-FLO-13: of an opponent who announced none, once for a side; AR-MOS-02."""
        found = set()
        if self.may_claim and seat % 2 not in self.claimed and seat in self.begun:
            others = [(seat + 3) % 6] if self.duels else range(self.players)
            found = {
                f"pidoflor {other}"
                for other in others
                if other % 2 != seat % 2 and other not in self.announced
            }
        if has_to_show(self.won, seat, self.is_seen):
            found.add("mostrar")
        return found

    def is_seen(self, seat: int, cards: set[str]) -> bool:
        return seat in self.shown or cards <= self.open

    # --- steps ---

    def step(self, words: str) -> None:
        seat_text, verb, *rest = words.split()
        self.unseen = None
        self.take(int(seat_text), verb, rest)
        if self.phase == "play":
            self.who_is_left()
        if self.phase == "play":
            self.announce_by_program()

    def take(self, seat: int, verb: str, rest: list[str]) -> None:
        side = seat % 2
        if verb in ("play", "cover"):
            if self.truco:
                self.accept_truco()
            self.lay(seat, rest[0], verb == "cover")
        elif verb == "pidoflor":
            self.claim(side, int(rest[0]))
        elif verb == "mostrar":
            self.shown.add(seat)
            settle_shown(self.won, self.is_seen)
        elif verb == "mazo":
            if self.options["mazo"] == "player" and len(self.of(side)) > 1:
                self.gone.add(seat)
            else:
                self.leave(side)
        elif verb == "cft":
            self.call_blind(side)
        elif self.blind:
            assert verb in ("quiero", "noquiero", "paso"), verb
            wanted = {"quiero": self.blind.parts, "noquiero": (), "paso": rest[2:]}[verb]
            self.answer_blind(set(wanted))
        elif verb == "tengo":
            self.stated.append((seat, int(rest[0])))
        elif verb == "buenas":
            self.declared()
        elif verb in FLORES and (verb != "flor" or self.flor):
            self.answer_flor(seat, verb)
        elif verb == "flor":
            self.announce(seat)
        elif verb in LADDER:
            if self.truco:
                self.accept_truco()
            self.spoken.add(seat)
            self.truco = Truco(side, self.level + 1)
        elif verb in ("envido", "realenvido", "faltaenvido"):
            self.bet(seat, verb, int(rest[0]) if rest else None)
        elif verb == "quiero":
            if self.envido:
                self.accept_envido()
            else:
                self.spoken.add(seat)
                self.accept_truco()
        elif verb == "noquiero":
            self.refuse(seat)
        else:
            assert verb == "ver", verb

    def who_is_left(self) -> None:
        """AR-MAZ-09: where all who could answer have left or refused, that is the answer; the turn
        of who left passes on once nothing is pending."""
        if self.flor and not self.answerers():
            self.decline_flor()
        if self.envido and not self.answerers():
            self.settle_envido_refused()
        if self.phase != "play" or self.blind or self.flor or self.envido:
            return
        if self.truco and not self.answerers():
            self.end_contest(self.truco.side, WORTH[self.truco.step - 1])
        elif not self.pending and self.tricks.turn in self.gone:
            self.tricks.advance()
            self.trick_over()

    def claim(self, side: int, asked: int) -> None:
        """AR-FLO-13."""
        self.claimed.add(side)
        found = self.has_flor(asked)
        points = 3 if found else int(self.options["pido_false"])
        if points:
            duel = next(n for n, seats in enumerate(self.contests) if asked in seats)
            self.won.append(Award(duel, "flor", side if found else 1 - side, points))

    # --- echar los perros ---

    def call_blind(self, side: int) -> None:
        """TR-COM-02 to 05: the flores there are say what is left to answer."""
        self.flor_open = self.envido_open = False
        holders = [seat for seat in self.present() if self.has_flor(seat)]
        self.announced |= set(holders)
        sides = {seat % 2 for seat in holders}
        parts = {0: ("falta", "truco"), 1: ("truco",), 2: ("contraflor", "truco")}[len(sides)]
        self.blind = Blind(side, parts)
        if len(sides) == 1:
            self.pay_flores(sides.pop(), 3)

    def answer_blind(self, wanted: set[str]) -> None:
        """TR-COM-06, TR-COM-07, TR-COM-09."""
        assert self.blind
        blind, self.blind = self.blind, None
        side = blind.side
        if "contraflor" in blind.parts:
            self.answer_blind_flor(side, "contraflor" in wanted)
        if "falta" in blind.parts:
            self.envido = Envido(side, self.pie(side), "faltaenvido", 0, 0, 0, [])
            if "falta" in wanted:
                self.accept_envido()
            else:
                self.settle_envido_refused()
        if self.phase != "play":
            return
        if "truco" in wanted:
            self.level, self.word = 1, 1 - side
        elif self.declaring is not None:
            self.refused_truco = side
        else:
            self.end_contest(side, WORTH[0])

    def answer_blind_flor(self, side: int, wanted: bool) -> None:
        """TR-COM-04 at Uruguayan values; there may be nothing left to compare (ours)."""
        with_flor = [team for team in (0, 1) if self.flores(team)]
        if len(with_flor) < 2:
            for team in with_flor:
                if not self.leaving or team == side:
                    self.pay_flores(team, 3)
            return
        self.flor = Flor(side, "resto", set())
        if wanted:
            self.compare_flores()
        else:
            self.decline_flor()

    def say_no(self, no: set[int], seat: int) -> None:
        """AR-PLA-03: with ``accept_prevails`` everybody has to refuse."""
        no |= {seat} if self.options["answer_by"] == "accept_prevails" else set(self.seats)

    def accept_truco(self) -> None:
        assert self.truco
        self.level, self.word, self.truco = self.truco.step, 1 - self.truco.side, None

    def refuse(self, seat: int) -> None:
        pending = self.envido or self.truco
        assert pending
        self.say_no(pending.no, seat)

    # --- envido ---

    def bet(self, seat: int, verb: str, said: int | None) -> None:
        old = self.envido
        before = old.wanted if old else 0
        adds = {"envido": 2, "realenvido": 3, "faltaenvido": 0}[verb]
        if said is not None:
            adds = said if verb == "envido" else 3 * said
        wanted = 0 if verb == "faltaenvido" else before + adds
        history = [*(old.said if old else ()), verb]
        self.envido = Envido(seat % 2, seat, verb, adds, before, wanted, history)

    def falta(self) -> int:
        """UY-ENV-07, UY-SEI-03."""
        target, leader = self.target, max(self.score)
        if self.duels:
            return int(self.options["duel_cap"])
        if self.options["falta"] == "to_buenas" and leader < half(target):
            return half(target) - leader
        return target - leader

    def settle_envido_refused(self) -> None:
        assert self.envido
        side, points = self.envido.side, max(1, self.envido.before)
        self.envido, self.envido_open = None, False
        self.pay("envido", side, points)

    def accept_envido(self) -> None:
        assert self.envido
        pending, self.envido = self.envido, None
        self.envido_open = self.flor_open = False
        points = pending.wanted or self.falta()
        if self.options["falta_cap"] == "on":
            points = min(points, self.falta())
        if self.options["declare"] == "manual":
            self.declaring, self.stated = points, []
        else:
            self.win_envido(self.better(), points, None)

    def declared(self) -> None:
        """AR-ENV-17 ends, AR-ENV-14 begins."""
        assert self.declaring is not None
        points, self.declaring = self.declaring, None
        seat, number = self.stated[-1]
        self.win_envido(seat, points, number != self.cards.envido(self.dealt[seat]))
        self.settle_refused_truco()

    def settle_refused_truco(self) -> None:
        if self.refused_truco is not None and self.phase == "play" and not self.leaving:
            self.end_contest(self.refused_truco, WORTH[0])

    def win_envido(self, seat: int, points: int, wrong: bool | None) -> None:
        ways = [{seat: cards} for cards in self.cards.proofs(self.dealt[seat])]
        self.pay("envido", seat % 2, points, ways, wrong)

    def better(self) -> int:
        """Who is left standing (UY-ENV-09): the partner of who leads keeps silent (AR-ENV-10)."""
        envido = {seat: self.cards.envido(self.dealt[seat]) for seat in self.present()}
        if self.options["envido_tie"] == "nearest_mano":
            return declarations(self.present(), envido, self.side)[1]
        leader = self.present()[0]
        while True:
            higher = [
                seat
                for seat in self.present()
                if seat % 2 != leader % 2 and envido[seat] > envido[leader]
            ]
            if not higher:
                return leader
            leader = higher[0]

    # --- flor ---

    def announce_by_program(self) -> None:
        """``flor_call=auto`` (AR-FLO-13): at the holder's first turn, or over a pending call."""
        if self.options["flor_call"] != "auto" or not self.flor_open or self.flor:
            return
        if self.unseen is not None:
            return
        moment = [self.tricks.turn]
        if self.envido:
            moment = self.seats
        elif self.truco:
            moment = self.of(1 - self.truco.side)
        for seat in moment:
            if seat not in self.tricks.opened | self.gone and self.has_flor(seat):
                self.announce(seat)
                return

    def announce(self, seat: int) -> None:
        """UY-FLO-03, UY-FLO-04."""
        self.flor_open = self.envido_open = False
        self.envido = None
        side = seat % 2
        holders = {
            holder
            for holder in self.present()
            if holder not in self.tricks.opened and self.has_flor(holder)
        }
        self.announced |= holders
        asked = {holder for holder in holders if holder % 2 != side}
        if asked:
            self.flor = Flor(side, "flor", asked)
        else:
            self.pay_flores(side, 3)

    def flores(self, side: int) -> int:
        return sum(1 for seat in self.of(side) if seat in self.announced)

    def answer_flor(self, seat: int, verb: str) -> None:
        flor = self.flor
        assert flor
        side = seat % 2
        if verb in ("florenvido", "resto"):
            asked = {holder for holder in self.of(1 - side) if holder in self.announced}
            self.flor = Flor(side, verb, asked, over=flor.verb)
        elif verb == "achico":
            self.say_no(flor.no, seat)
        else:
            self.compare_flores()

    def compare_flores(self) -> None:
        assert self.flor
        flor, self.flor = self.flor, None
        holders = [holder for holder in self.present() if holder in self.announced]
        values = {holder: self.cards.flor(self.dealt[holder]) for holder in holders}
        best = next(holder for holder in holders if values[holder] == max(values.values()))
        winner = best % 2
        if flor.verb == "resto":
            # Those that count have to be shown (ours).
            own = self.own_flores(winner)
            if self.options["resto"] != "plus_flores":
                own = {best: own[best]}
            self.pay("flor", winner, self.resto(winner), [own])
        else:
            self.pay_flores(winner, 3 if flor.verb == "flor" else 5)

    def own_flores(self, side: int) -> dict[int, set[str]]:
        return {seat: set(self.dealt[seat]) for seat in self.of(side) if seat in self.announced}

    def pay_flores(self, side: int, points: int) -> None:
        """So much, and 3 for every further flor of the side."""
        own = self.own_flores(side)
        self.pay("flor", side, points + 3 * (len(own) - 1), [own])

    def resto(self, winner: int) -> int:
        """UY-FLO-07, UY-SEI-03."""
        target = self.target
        match self.options["resto"]:
            case "plus_flores":
                return self.falta() + 3 * (self.flores(0) + self.flores(1))
            case "leader_shortfall":
                # In a duel F is the cap, with the flores or without (UY-SEI-03; ours).
                return self.falta() if self.duels else target - max(self.score)
            case _:
                return target - self.score[winner]

    def decline_flor(self) -> None:
        assert self.flor
        flor, self.flor = self.flor, None
        points = 3
        if flor.verb == "resto" and flor.over == "florenvido":
            points = int(self.options["resto_refused_raise"])
        self.pay_flores(flor.side, points)

    # --- cards ---

    def lay(self, seat: int, card: str, covered: bool) -> None:
        self.hands[seat].remove(card)
        if not covered:
            self.open.add(card)
        self.tricks.lay(seat, card, covered)
        self.trick_over()

    def trick_over(self) -> None:
        winner = self.tricks.winner
        if winner is not None:
            self.end_contest(winner, WORTH[self.level])

    # --- the end ---

    def leave(self, side: int) -> None:
        """UY-MAZ-01, UY-MAZ-02."""
        rivals = 1 - side
        early = (
            not self.tricks.results
            and self.envido_open
            and not self.level
            and not (self.flor or self.envido or self.truco)
        )
        whole = WORTH[self.level]
        self.leaving = True  # one event: all of it is received (ours)
        if self.blind:
            if side == self.blind.side:  # TR-COM-10
                self.leave_own_challenge(rivals)
            else:
                self.answer_blind(set())
            self.leaving = False
            return
        if self.flor:
            self.decline_flor()
        elif self.envido:
            self.settle_envido_refused()
        elif self.declaring is not None:
            # Instead of a number: the envido is given up (ours).
            if self.stated:
                self.declared()
            else:
                self.pay("envido", rivals, self.declaring)
        elif early and self.options["mazo_early"] == "2":
            self.pay("envido", rivals, 1)  # AR-MAZ-02; nothing for flores that nobody said
        if self.refused_truco is not None:  # the hand was won before (TR-COM-07)
            rivals = self.refused_truco
        self.end_contest(rivals, whole)

    def leave_own_challenge(self, rivals: int) -> None:
        """TR-COM-10: 2, and 3 for each flor they have."""
        assert self.blind
        if "contraflor" in self.blind.parts and self.flores(rivals):
            self.pay_flores(rivals, 3)
        self.blind = None
        self.end_contest(rivals, 2)

    def pay(
        self,
        kind: str,
        side: int,
        points: int,
        to_show: list[dict[int, set[str]]] | None = None,
        wrong: bool | None = None,
    ) -> None:
        """Flor and envido are scored at once, and who is home ends the hand (UY-MAT-03); where
        something has to be proved they are held, and end it too (AR-ENV-14, AR-MOS-02)."""
        won = Award(self.duel, kind, side, points, wrong)
        if self.options["show"] == "claim":
            won.to_show = to_show
        held = won.held
        self.won.append(won)
        if held:
            if self.with_held(side) < self.target:
                return
            check_numbers(self.won)
        self.home = max(self.score) >= self.target
        if not self.home and not (held and self.with_held(side) >= self.target):
            return
        self.stopped = True
        if not self.leaving:
            self.stop()

    @property
    def score(self) -> list[int]:
        """With everything that is safe."""
        return [
            self.start[side]
            + sum(won.points for won in self.won if won.side == side and not won.held)
            for side in (0, 1)
        ]

    def with_held(self, side: int) -> int:
        return self.start[side] + sum(won.points for won in self.won if won.side == side)

    def end_contest(self, side: int, points: int) -> None:
        before = max(self.score) >= self.target
        if not before:
            check_numbers(self.won)
            self.home = max(self.score) >= self.target
        if before or max(self.score) < self.target:
            self.won.append(Award(self.duel, "hand", side, points))
        self.leaving = False
        self.truco = self.envido = self.flor = self.declaring = None
        home = self.stopped or max(self.score) >= self.target
        if self.duel + 1 < len(self.contests) and not home:
            self.next_contest()
            return
        self.stop()

    def stop(self) -> None:
        """No more play; what there is to claim and to show."""
        check_numbers(self.won)
        self.truco = self.envido = self.flor = self.declaring = None
        settle_shown(self.won, self.is_seen)
        held = any(won.held for won in self.won)
        self.may_claim = self.options["flor_call"] == "claim" and (held or not self.home)
        self.phase = "claims" if self.may_claim or held else "over"

    def close(self) -> None:
        """The time for claims is over: what was not shown goes to the others (AR-MOS-03)."""
        self.phase = "over"
        for won in self.won:
            if won.to_show is not None:
                won.side, won.to_show = 1 - won.side, None

    def points(self) -> tuple[int, int]:
        a, b = (sum(won.points for won in self.won if won.side == side) for side in (0, 1))
        return a, b

    def winner(self) -> int | None:
        """Who is first at the target (UY-MAT-03)."""
        score, kinds = list(self.start), ("flor", "envido", "hand")
        for won in sorted(self.won, key=lambda award: (award.duel, kinds.index(award.kind))):
            score[won.side] += won.points
            if score[won.side] >= self.target:
                return won.side
        return None
