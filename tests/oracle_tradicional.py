"""A second opinion on a hand of truco tradicional: who may do what, and what it pays.

Written from the rules page alone; it shares no code with ``engine``. Cards and steps are the words
of a record. It trusts the steps it is given, says before each what every seat may do and for whom
the table waits, which numbers an envido forces out, and at the end what the hand paid and who has
won the medio juego with it. Left out: showing one's cards (``show=claim``), which is argentino's
and judged by that game's oracle; here the program shows them.

Where the page is silent it follows the same decisions as the engine, and says "ours".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle_common import (
    STRENGTH,
    Tricks,
    Truco,
    declarations,
    envido_of,
    flor_of,
    half,
    is_flor,
    lays,
    sayable_numbers,
)

LADDER = ("truco", "retruco", "vale4")
WORTH = (1, 2, 3, 4)
"""TR-TRU-01 to 03; a step that is passed pays the one before."""
FLOR, ENVIDO, HAND = range(3)
"""In the order in which points are taken (TR-MAT-04)."""

CONTRAFLOR_PASSED, CONTRAFLOR_WANTED, RESTO_RAISED = 4, 6, 6


def sides_of(players: int, dealer: int, options: Mapping[str, str]) -> list[int]:
    """Section B; TR-GAL-02."""
    if players != 3:
        return [seat % 2 for seat in range(players)]
    lone = dealer if options["gallo_mode"] == "turno" else int(options["gallo"])
    return [0 if seat == lone else 1 for seat in range(3)]


@dataclass
class Entry:
    """Points for a side, and what may still be found wrong with them."""

    duel: int
    kind: int
    side: int
    points: int
    number_wrong: bool | None = None
    """Of an envido declared by mouth, until it is settled (TR-FAL-02)."""
    claimant: int | None = None
    """Whose word won a flor where anybody may say one, until it is settled (TR-FLO-03)."""
    keeps: int = 0
    """What his partners' flores are worth without it."""

    @property
    def held(self) -> bool:
        return self.number_wrong is not None or self.claimant is not None


@dataclass
class Envido:
    """A pending envido."""

    side: int
    words: list[str]
    accepted: int
    """What the calls before the last one add up to."""
    wanted: int
    no: set[int] = field(default_factory=set)


@dataclass
class Flor:
    """A pending flor: its last word, and who said it."""

    side: int
    word: str
    seat: int
    raised: bool = False
    """An al resto over a contraflor."""
    no: set[int] = field(default_factory=set)


@dataclass
class Compound:
    """A blind call that waits for its answer."""

    side: int
    verb: str


class Judge:
    """Takes the steps of one hand."""

    def __init__(
        self,
        *,
        players: int,
        dealer: int,
        hands: Sequence[Sequence[str]],
        options: Mapping[str, str],
        punta: bool,
        score: Sequence[int],
    ) -> None:
        self.options = options
        self.players = players
        self.side = sides_of(players, dealer, options)
        self.dealt = [list(hand) for hand in hands]
        self.hands = [list(hand) for hand in hands]
        self.target = int(options["target"])
        self.start = tuple(score)
        self.base = list(score)
        """The score by account as formulas use it: it stands still (TR-MAT-04)."""
        self.entries: list[Entry] = []
        self.punta = punta
        around = [(dealer + 1 + step) % players for step in range(players)]
        self.around = around
        self.contests = [around]
        if punta:
            self.contests = self.duels()
        self.phase = "play"
        self.gone: set[int] = set()
        self.begun: set[int] = set()
        self.announced: set[int] = set()
        self.stated: list[tuple[int, int]] = []
        self.said_flor: dict[int, bool] = {}
        """Who has said flor where anybody may (``flor_faults=penalty``), and whether too late."""
        self.asked_for_flor: set[int] = set()
        """Sides that have used their pido flor."""
        self.denounced: set[int] = set()
        self.said: list[tuple[int, int | None]] = []
        """Numbers the program published, and ``None`` for *son buenas*."""
        self.leaving = False
        self.stopped = False
        """Points of the flor or the envido end the medio juego ..."""
        self.home = False
        """... and they are safe."""
        self.duel = -1
        self.discarding: int | None = None
        self.choosing: int | None = None
        self.next_contest()
        for seat in range(players):
            if len(self.dealt[seat]) == 4:  # TR-GAL-04
                self.discarding = seat
        if options["blind_calls"] == "on" and not punta:  # TR-COM-01
            self.choosing = self.pie(1 - self.side[dealer])
        self.announce_by_program()

    def duels(self) -> list[list[int]]:
        """TR-SEI-03, TR-OCH-01."""
        found: list[list[int]] = []
        for seat in self.around:
            even = seat if seat % 2 == 0 else (seat - 3) % self.players
            pair = {even, (even + 3) % self.players}
            if all(set(duel) != pair for duel in found):
                found.append(sorted(pair, key=self.around.index))
        return found

    def next_contest(self) -> None:
        self.duel += 1
        self.base = list(self.count(entry for entry in self.entries if not entry.held)[0])
        self.seats = self.contests[self.duel]
        self.begun |= set(self.seats)
        self.tricks = Tricks(self.seats, self.side, STRENGTH.__getitem__, self.gone)
        self.shown: dict[int, set[str]] = {seat: set() for seat in self.seats}
        """Suits a seat has laid face up."""
        self.level = 0
        self.word: int | None = None
        self.truco: Truco | None = None
        self.envido: Envido | None = None
        self.envido_open = True
        self.meddled: set[int] = set()
        """Sides that have spoken in a duel of others, this duel."""
        self.declaring: tuple[int, int] | None = None
        """What a declared envido pays either side."""
        self.numbers: list[tuple[int, int]] = []
        self.flor: Flor | None = None
        self.flor_open = True
        self.flores: set[int] = set()
        """Who takes part in the flor of this contest."""
        self.first_flor: int | None = None
        self.compound: Compound | None = None
        self.must_begin = False
        self.doomed: int | None = None
        """The side that a passed truco pays when what comes before it is settled (TR-COM-07)."""
        self.spoken = False
        if self.duel:
            self.announce_by_program()

    # --- who is who ---

    def within(self, side: int | None = None) -> list[int]:
        """Who is still in, nearest the mano first."""
        return [
            seat for seat in self.seats if seat not in self.gone and side in (None, self.side[seat])
        ]

    def pie(self, side: int) -> int:
        return self.within(side)[-1]

    def accounts(self, side: int) -> list[int]:
        """TR-GAL-03."""
        if len(self.start) == 2:
            return [side]
        return [seat for seat in self.around if self.side[seat] == side]

    def score(self, side: int) -> int:
        return max(self.base[account] for account in self.accounts(side))

    def has_flor(self, seat: int) -> bool:
        return seat != self.discarding and is_flor(self.dealt[seat])

    def holders(self, side: int) -> set[int]:
        """Who has a flor that he may still announce in time."""
        return {seat for seat in self.within(side) if seat not in self.tricks.opened} & {
            seat for seat in self.seats if self.has_flor(seat)
        }

    def speakers(self, side: int) -> set[int]:
        """Who speaks for the flor of a side."""
        return {seat for seat in self.within(side) if seat in self.flores}

    # --- points ---

    def count(self, entries: Iterable[Entry]) -> tuple[list[int], int | None]:
        """TR-MAT-02 to 04, TR-GAL-03: the score with these points, and the account that wins."""
        score = list(self.start)
        for entry in sorted(entries, key=lambda paid: (paid.duel, paid.kind)):
            before = list(score)
            for account in self.accounts(entry.side):
                score[account] += entry.points
                if self.options["achicar"] == "drop" and entry.points:
                    mark = half(self.target)
                    if before[account] < mark <= score[account]:
                        score[account] = mark
            home = [
                account for account in self.accounts(entry.side) if score[account] >= self.target
            ]
            if home:
                return score, max(home, key=lambda account: (score[account], -self.place(account)))
        return score, None

    def place(self, account: int) -> int:
        return self.around.index(account) if len(self.start) > 2 else account

    def points(self) -> tuple[int, int]:
        return (
            sum(entry.points for entry in self.entries if entry.side == 0),
            sum(entry.points for entry in self.entries if entry.side == 1),
        )

    def final_score(self) -> tuple[int, ...]:
        return tuple(self.count(self.entries)[0])

    def winner(self) -> int | None:
        return self.count(self.entries)[1]

    def missing(self, side: int) -> int:
        """TR-MAT-05."""
        score = self.score(side)
        return (half(self.target) if score < half(self.target) else self.target) - score

    def pay(self, kind: int, side: int, points: int, number_wrong: bool | None = None) -> None:
        """Points of the flor or the envido; who is certainly home by them ends the play."""
        self.enter(Entry(self.duel, kind, side, points, number_wrong))

    def enter(self, entry: Entry) -> None:
        side = entry.side
        self.entries.append(entry)
        if self.options["end"] != "immediate":
            return
        safe = [kept for kept in self.entries if not kept.held]
        self.home = self.count(safe)[1] in self.accounts(side)
        if self.home or (entry.held and self.count(self.entries)[1] in self.accounts(side)):
            self.stopped = True
            if not self.leaving:
                self.stop()

    def end_contest(self, side: int | None, points: int) -> None:
        """The hand, or a duel, is decided."""
        if side is not None:
            self.entries.append(Entry(self.duel, HAND, side, points))
        self.leaving = False
        home = self.count(entry for entry in self.entries if not entry.held)[1] is not None
        if self.duel + 1 < len(self.contests) and not home and not self.stopped:
            self.next_contest()
            return
        self.stop()

    def stop(self) -> None:
        """No more play. Where the flor or the envido ended it there is nothing to ask for."""
        self.phase = "over"
        asks = not self.home and self.options["flor_call"] == "claim"
        if asks or self.stated or self.said_flor:
            self.phase = "claims"

    def close(self) -> None:
        """The time for claims is over: numbers and flores are settled (TR-FAL-02, TR-FLO-03)."""
        for entry in self.entries:
            if entry.number_wrong:
                entry.side = 1 - entry.side
            entry.number_wrong = None
        for seat in list(self.said_flor):
            self.settle_flor(seat)
        self.phase = "over"

    def faulty(self, seat: int) -> bool:
        """Whether the flor that this seat has said counts for nothing (TR-FLO-03)."""
        return seat in self.said_flor and (self.said_flor[seat] or not self.has_flor(seat))

    def settle_flor(self, seat: int) -> None:
        """TR-FLO-03: a fault costs 3, and its side keeps what its other flores are worth."""
        fault = self.faulty(seat)
        del self.said_flor[seat]
        for entry in self.entries:
            if entry.claimant == seat:
                entry.claimant = None
                entry.points = entry.keeps if fault else entry.points
        if fault:
            duel = next(at for at, seats in enumerate(self.contests) if seat in seats)
            self.entries.append(Entry(duel, FLOR, 1 - self.side[seat], 3))

    # --- what may be done ---

    def pending(self) -> bool:
        waits = (self.compound, self.flor, self.envido, self.declaring, self.truco)
        return self.must_begin or any(wait is not None for wait in waits)

    def beginner(self) -> int:
        """TR-COM-08: the holder nearest the mano."""
        return next(seat for seat in self.within() if seat in self.flores)

    def asked_side(self) -> int:
        """The side whose word is awaited."""
        if self.compound:
            return 1 - self.compound.side
        if self.must_begin:
            return self.side[self.beginner()]
        if self.flor:
            return 1 - self.flor.side
        if self.envido:
            return 1 - self.envido.side
        if self.declaring:
            last = self.numbers[-1][0] if self.numbers else None
            return self.side[self.within()[0]] if last is None else 1 - self.side[last]
        assert self.truco
        return 1 - self.truco.side

    def answerers(self) -> set[int]:
        """Who may answer what is to be answered first: flor, then envido, then truco."""
        side = self.asked_side()
        if self.compound:
            return {self.pie(side)}
        if self.must_begin:
            return {self.beginner()}
        if self.flor:
            return self.speakers(side) - self.flor.no
        if self.declaring:
            return set(self.within(side)) if self.numbers else {self.within()[0]}
        pending = self.envido or self.truco
        assert pending
        only_pie = self.options["answer_by"] == "pie"
        if self.envido and self.options["envido_callers"] == "pies" and self.players != 3:
            only_pie = True  # TR-ENV-02
        return ({self.pie(side)} if only_pie else set(self.within(side))) - pending.no

    def awaited(self) -> set[int]:
        if self.phase != "play":
            return set()
        if self.choosing is not None:
            return {self.choosing}
        if self.discarding is not None:
            return {self.discarding}
        return self.answerers() if self.pending() else {self.tricks.turn}

    def legal(self, seat: int) -> set[str]:
        """Everything this seat may do, in the words of a record; free numbers as ranges."""
        if self.phase == "claims":
            return self.claims(seat)
        if self.phase != "play":
            return set()
        if seat not in self.seats:
            return set() if self.side[seat] in self.meddled else {"interfiere"}  # TR-SEI-05
        if seat in self.gone:
            return set()
        if seat == self.choosing:
            return {"cft", "ft", "ver"}
        if self.discarding is not None:
            if seat != self.discarding:
                return set()
            return {f"descarta {card}" for card in self.hands[seat]}
        may = set() if self.compound else self.asks_for_flor(seat)
        if 1 - self.side[seat] in self.meddled:
            may.add("denuncia")
        if self.pending():
            if self.compound or self.side[seat] == self.asked_side():
                may.add("mazo")  # AR-MAZ-08, TR-COM-10
            if seat in self.answerers():
                may |= self.answers(seat)
            if self.flor and self.flor.word == "flor" and seat == self.first_flor:
                may |= {"contraflor", "resto", "achico"}  # TR-FLO-05: the first continues
            over = self.flor or self.envido or self.declaring or self.must_begin
            asked = self.truco and self.side[seat] != self.truco.side
            if self.truco and asked and not over and seat not in self.truco.no:
                may |= self.openings(seat)
        else:
            may.add("mazo")
            if seat == self.tricks.turn:
                may |= lays(self.hands[seat], self.tricks, self.options["cover_from"])
                may |= self.openings(seat)
            moment = seat == self.tricks.turn or self.options["truco_when"] == "any_time"
            if moment and self.level < 3 and self.word in (None, self.side[seat]):
                may.add(LADDER[self.level])
        if self.may_say_flor(seat):
            may.add("flor")
        return may

    def answers(self, seat: int) -> set[str]:
        if self.compound:
            return self.compound_answers()
        if self.must_begin:
            return {"contraflor", "resto"}
        if self.flor:
            return {
                "flor": {"flor", "contraflor", "resto", "achico"},
                "flores": {"contraflor", "resto", "achico"},
                "contraflor": {"florquiero", "achico", "resto"},
                "resto": {"florquiero", "achico"},
            }[self.flor.word]
        if self.envido:
            if self.has_flor(seat):
                return {"noquiero"}  # AR-FLO-03
            return {"quiero", "noquiero"} | self.raises(self.envido.words[-1])
        if self.declaring:
            return sayable_numbers(seat, self.numbers, self.seats)
        assert self.truco
        return {"quiero", "noquiero"} | set(LADDER[self.truco.step : self.truco.step + 1])

    def may_say_flor(self, seat: int) -> bool:
        """TR-FLO-01, AR-FLO-03."""
        if self.compound or self.must_begin or self.flor or not self.flor_open:
            return False
        penalty = self.options["flor_faults"] == "penalty"
        if not penalty and (seat in self.tricks.opened or not self.has_flor(seat)):
            return False
        if self.options["flor_when"] == "any_time" or seat == self.tricks.turn or self.envido:
            return True
        return self.truco is not None and self.truco.side != self.side[seat]

    def openings(self, seat: int) -> set[str]:
        """TR-ENV-02, TR-ENV-03."""
        if (
            self.tricks.results
            or not self.envido_open
            or seat in self.tricks.opened
            or self.has_flor(seat)
        ):
            return set()
        pies = self.options["envido_callers"] == "pies" and self.players != 3
        if pies and seat != self.pie(self.side[seat]):
            return set()
        return self.raises("")

    def raises(self, last: str) -> set[str]:
        """TR-ENV-09, TR-ENV-12, TR-ENV-15 to TR-ENV-18."""
        if last in ("igualar", "faltaenvido"):
            return set()
        found = {"envido", "realenvido", "faltaenvido"}
        if self.options["numbered_envido"] == "on":
            found |= {f"envido 2-{self.target}", f"realenvido 2-{self.target // 3}"}
        if self.score(0) != self.score(1):
            found.add("igualar")
        return found

    def compound_answers(self) -> set[str]:
        """TR-COM-03 to TR-COM-06, TR-COM-08."""
        found = {"quiero", "noquiero"}
        for part in self.parts() - {"truco"}:
            found |= {f"paso {part} quiero truco", f"paso truco quiero {part}"}
        return found

    def parts(self) -> set[str]:
        """What is left to answer of a compound call."""
        assert self.compound
        if not self.flores:
            return {"falta", "truco"}
        both = len({self.side[seat] for seat in self.flores}) == 2
        return {"contraflor", "truco"} if both and self.compound.verb == "cft" else {"truco"}

    def asks_for_flor(self, seat: int) -> set[str]:
        """TR-FLO-10: at once, of who has left and has not shown two suits."""
        side = self.side[seat]
        if self.options["flor_call"] != "claim" or side in self.asked_for_flor:
            return set()
        return {
            f"pidoflor {gone}"
            for gone in self.gone
            if self.side[gone] != side and gone not in self.announced and len(self.shown[gone]) < 2
        }

    def rivals(self, seat: int) -> list[int]:
        """Of whom a seat claims: in punta of his adversary alone (TR-SEI-04)."""
        (contest,) = (seats for seats in self.contests if seat in seats)
        return [rival for rival in contest if self.side[rival] != self.side[seat]]

    def words_of(self, seat: int) -> list[tuple[int, int]]:
        """The numbers that his rivals have stated."""
        return [word for word in self.stated if word[0] in self.rivals(seat)]

    def claims(self, seat: int) -> set[str]:
        """TR-FLO-10, TR-FAL-05."""
        may: set[str] = set()
        side = self.side[seat]
        if seat not in self.begun:
            return may
        if self.options["flor_call"] == "claim" and side not in self.asked_for_flor:
            may |= {
                f"pidoflor {rival}" for rival in self.rivals(seat) if rival not in self.announced
            }
        said = self.words_of(seat) or any(rival in self.said_flor for rival in self.rivals(seat))
        if side not in self.denounced and said:
            may.add("denuncia")
        return may

    # --- steps ---

    def step(self, words: str) -> None:
        seat_text, verb, *rest = words.split()
        seat = int(seat_text)
        if self.phase == "claims":
            self.claim(seat, verb, rest)
            return
        if verb == "descarta":
            self.dealt[seat].remove(rest[0])
            self.hands[seat].remove(rest[0])
            self.discarding = None
            if self.compound:
                self.open_parts()
            self.announce_by_program()
            return
        if verb == "interfiere":
            self.meddled.add(self.side[seat])
            return
        if verb == "denuncia":
            self.lose_meddled(1 - self.side[seat])
            return
        self.choosing = None  # TR-COM-01: any step closes the choice
        self.take(seat, verb, rest)
        if self.phase == "play":
            self.refused_by_all()
        if self.phase == "play":
            self.pass_over()
        if self.phase == "play":
            self.announce_by_program()

    def take(self, seat: int, verb: str, rest: list[str]) -> None:
        side = self.side[seat]
        if verb in ("play", "cover"):
            self.lay(seat, rest[0], verb == "cover")
        elif verb == "pidoflor":
            self.ask_for_flor(seat, int(rest[0]))
        elif verb == "mazo":
            self.leave(seat)
        elif verb == "ver":
            pass
        elif verb in ("cft", "ft"):
            self.call_blind(side, verb)
        elif self.compound:
            self.answer_compound(verb, rest)
        elif verb == "flor" and not self.flor:
            if self.options["flor_faults"] == "penalty":
                self.said_flor[seat] = seat in self.tricks.opened
            self.announce(seat)
        elif verb in ("flor", "contraflor", "resto", "florquiero", "achico"):
            self.bet_flor(seat, verb)
        elif verb in LADDER:
            if self.truco:
                self.accept_truco()
            self.spoken = True
            self.truco = Truco(side, self.level + 1)
        elif verb in ("envido", "realenvido", "faltaenvido", "igualar"):
            self.call_envido(side, verb, int(rest[0]) if rest else None)
        elif verb == "quiero":
            if self.envido:
                self.accept_envido()
            else:
                self.accept_truco()
        elif verb == "tengo":
            self.numbers.append((seat, int(rest[0])))
            self.stated.append((seat, int(rest[0])))
        elif verb == "buenas":
            self.end_declaring()
        else:
            assert verb == "noquiero", verb
            pending = self.envido or self.truco
            assert pending
            pending.no.add(seat)

    def refused_by_all(self) -> None:
        """AR-PLA-03: the first answer counts, or everybody has to refuse."""
        prevails = self.options["answer_by"] == "accept_prevails"
        if self.flor:
            asked = self.speakers(1 - self.flor.side)
            if asked <= self.flor.no or (self.flor.no and not prevails):
                self.decline_flor(1 - self.flor.side)
        for _ in ("envido", "truco"):
            if self.flor or self.declaring or self.phase != "play":
                return
            pending = self.envido or self.truco
            if not pending or (self.answerers() if prevails else not pending.no):
                return
            if self.envido:
                self.refuse_envido()
            else:
                self.end_contest(pending.side, WORTH[self.level])

    # --- truco ---

    def accept_truco(self) -> None:
        assert self.truco
        self.level, self.word, self.truco = self.truco.step, 1 - self.truco.side, None
        self.envido_open = False  # TR-ENV-03

    # --- envido ---

    def call_envido(self, side: int, verb: str, said: int | None) -> None:
        old = self.envido
        accepted = old.wanted if old else 0
        adds = {"envido": 2, "realenvido": 3}.get(verb, 0)
        if said is not None:
            adds = said if verb == "envido" else 3 * said
        self.spoken = True
        words = [*(old.words if old else ()), verb]
        self.envido = Envido(side, words, accepted, accepted + adds)

    def capped(self, points: int) -> int:
        """AR-PIC-04."""
        cap = self.options["duel_cap"]
        return min(points, int(cap)) if self.punta and cap != "none" else points

    def refuse_envido(self) -> None:
        """TR-ENV-10, TR-ENV-11."""
        assert self.envido
        pending, self.envido = self.envido, None
        self.envido_open = False
        points = max(1, pending.accepted)
        if self.options["refuse_count"] == "one_per_word":
            points = len(pending.words)
        if pending.words[-1] == "igualar" and self.options["igualar_refused"] == "one":
            points = 1  # TR-ENV-17
        self.pay(ENVIDO, pending.side, self.capped(points))

    def falta(self, winner: int) -> int:
        """TR-ENV-18 and its options."""
        match self.options["falta"]:
            case "loser_chico":
                return self.missing(1 - winner)
            case "chico_en_malas" if max(self.score(0), self.score(1)) < half(self.target):
                return self.target - self.score(winner)
            case _:
                return self.target - max(self.score(0), self.score(1))

    def worth(self, word: str, wanted: int, winner: int) -> int:
        """What an envido that was wanted pays, by its last word (TR-ENV-14)."""
        points = wanted
        if word == "faltaenvido":
            points = self.falta(winner)
            if self.punta and self.options["duel_cap"] != "none":
                points = int(self.options["duel_cap"])  # AR-PIC-04: exactly that
        elif word == "igualar":
            behind = self.score(1 - winner) - self.score(winner)
            points = behind if behind > 0 else self.missing(winner)
        return min(self.capped(points), self.target - self.score(1 - winner))

    def accept_envido(self) -> None:
        assert self.envido
        pending, self.envido = self.envido, None
        self.compare(pending.words[-1], pending.wanted)

    def compare(self, word: str, wanted: int) -> None:
        """TR-ENV-06, TR-ENV-07."""
        self.envido_open = self.flor_open = False  # AR-FLO-12
        if self.options["declare"] == "manual":
            self.declaring = (self.worth(word, wanted, 0), self.worth(word, wanted, 1))
            return
        points = {seat: envido_of(self.dealt[seat]) for seat in self.within()}
        said, winner = declarations(self.within(), points, self.side)
        self.said += said
        self.pay(ENVIDO, self.side[winner], self.worth(word, wanted, self.side[winner]))

    def end_declaring(self) -> None:
        assert self.declaring
        seat, stated = self.numbers[-1]
        points, self.declaring = self.declaring[self.side[seat]], None
        wrong = stated != envido_of(self.dealt[seat])
        self.pay(ENVIDO, self.side[seat], points, wrong)
        self.after_compound()

    # --- flor ---

    def announce_by_program(self) -> None:
        """``flor_call=auto`` (AR-FLO-13): at the holder's first turn, or over a pending call."""
        busy = self.flor or self.compound or self.must_begin or self.discarding is not None
        if self.options["flor_call"] != "auto" or not self.flor_open or busy:
            return
        if self.choosing is not None:
            return  # before the cards are dealt, so to speak (ours)
        moment = [self.tricks.turn]
        if self.envido:
            moment = self.seats
        elif self.truco:
            moment = self.within(1 - self.truco.side)
        for seat in moment:
            if seat in self.holders(self.side[seat]):
                self.announce(seat)
                return

    def announce(self, seat: int) -> None:
        """TR-FLO-04, TR-FLO-05, TR-ENV-01, AR-FLO-09."""
        side = self.side[seat]
        self.spoken = True
        self.envido, self.envido_open, self.flor_open = None, False, False
        self.flores = self.holders(0) | self.holders(1) | {seat}
        self.announced |= self.flores
        self.first_flor = seat
        if self.speakers(1 - side):
            self.flor = Flor(side, "flor", seat)
        else:
            self.pay_flor(side, 3 * len(self.flores), seat)

    def pay_flor(self, side: int, points: int, by: int | None) -> None:
        """Points that the word of ``by`` has won; what may be a fault waits (TR-FLO-03)."""
        claimant = next(
            (speaker for speaker in self.speakers(side) if speaker in self.said_flor), None
        )
        keeps = 3 * (len(self.speakers(side)) - 1) if claimant == by else points - 3
        self.enter(Entry(self.duel, FLOR, side, points, claimant=claimant, keeps=keeps))

    def further(self, side: int) -> int:
        """AR-FLO-09."""
        return 3 * (len(self.speakers(side)) - 1)

    def bet_flor(self, seat: int, verb: str) -> None:
        side, old = self.side[seat], self.flor
        if verb == "flor":
            self.flor = Flor(side, "flores", seat)
        elif verb in ("contraflor", "resto"):
            self.must_begin = False
            raised = old is not None and old.word == "contraflor"
            self.flor = Flor(side, verb, seat, raised)
        elif verb == "florquiero":
            assert old
            self.accept_flor(old.word)
        else:
            assert old
            if side == old.side:  # the first himself yields
                self.decline_flor(side)
                return
            old.no.add(seat)

    def decline_flor(self, side: int) -> None:
        """TR-FLO-06 to TR-FLO-08."""
        assert self.flor
        flor, self.flor = self.flor, None
        points = int(self.options["achico_plain"])
        if flor.word == "contraflor":
            points = CONTRAFLOR_PASSED
        elif flor.word == "resto":
            points = RESTO_RAISED if flor.raised else CONTRAFLOR_PASSED
        by = flor.seat if self.side[flor.seat] != side else None
        self.pay_flor(1 - side, points + self.further(1 - side), by)
        self.after_compound()

    def accept_flor(self, word: str) -> None:
        """TR-FLO-07 to TR-FLO-09."""
        self.flor = None
        holders = [seat for seat in self.within() if seat in self.flores]
        true = [seat for seat in holders if not self.faulty(seat)]
        best = max(true, key=lambda seat: (flor_of(self.dealt[seat]), -self.seats.index(seat)))
        winner = self.side[best]
        if word == "contraflor":
            points = CONTRAFLOR_WANTED + self.further(winner)
            if best in self.said_flor:  # proved by being the better one
                self.pay(FLOR, winner, points)
            else:
                self.pay_flor(winner, points, best)
            self.after_compound()
            return
        leader = max(self.score(0), self.score(1))
        points = {
            "winner_chico": self.missing(winner),
            "leader_shortfall": self.target - leader,
            "plus_flores": self.target - leader + 3 * len(holders),
        }[self.options["resto"]]
        self.pay(FLOR, winner, points)
        if self.phase == "play":
            self.truco = None
            self.end_contest(self.doomed, 1 if self.doomed is not None else 0)

    # --- compound calls ---

    def call_blind(self, side: int, verb: str) -> None:
        """TR-COM-02, TR-COM-05, TR-COM-08."""
        self.spoken = True
        self.compound = Compound(side, verb)
        self.envido_open = self.flor_open = False
        if self.discarding is None:
            self.open_parts()

    def open_parts(self) -> None:
        """The flores decide what is left to answer."""
        self.flores = self.holders(0) | self.holders(1)
        self.announced |= self.flores
        mine, others = self.speakers(0), self.speakers(1)
        if bool(mine) != bool(others):
            self.pay(FLOR, 0 if mine else 1, 3 * len(self.flores))

    def answer_compound(self, verb: str, rest: list[str]) -> None:
        """TR-COM-06: refused parts first; with *quiero* first everything is accepted."""
        assert self.compound
        wanted = self.parts()
        if verb == "noquiero":
            wanted = set()
        elif verb == "paso":
            wanted = set(rest[rest.index("quiero") + 1 :])
        self.resolve(wanted)

    def resolve(self, wanted: set[str]) -> None:
        """TR-COM-07: flor, falta, truco."""
        assert self.compound
        parts, call, self.compound = self.parts(), self.compound, None
        side = call.side
        if "truco" in wanted:
            self.level, self.word = 1, 1 - side
        else:
            self.doomed = side
        if "falta" in parts:
            if "falta" in wanted:
                self.compare("faltaenvido", 0)
            else:
                self.pay(ENVIDO, side, 1)
        elif self.flores and not (self.speakers(0) and self.speakers(1)):
            if len({self.side[seat] for seat in self.flores}) == 2:  # one side's have left since
                self.uncontested()
        elif "contraflor" in parts:
            if "contraflor" in wanted:
                self.accept_flor("contraflor")
            else:
                self.pay(FLOR, side, CONTRAFLOR_PASSED + self.further(side))
        elif self.flores:
            self.must_begin = True  # TR-COM-08
        self.after_compound()

    def after_compound(self) -> None:
        """A passed truco ends the hand when what comes before it is settled."""
        waits = self.declaring or self.flor or self.must_begin or self.leaving
        if self.doomed is not None and not waits and self.phase == "play":
            self.end_contest(self.doomed, 1)

    # --- cards ---

    def lay(self, seat: int, card: str, covered: bool) -> None:
        self.hands[seat].remove(card)
        if not covered:
            self.shown[seat].add(card[-1])
        self.tricks.lay(seat, card, covered)
        self.trick_over()

    def trick_over(self) -> None:
        winner = self.tricks.winner
        if winner is not None:
            self.end_contest(winner, WORTH[self.level])

    def pass_over(self) -> None:
        """AR-MAZ-09: who has left is passed over once nothing is pending."""
        if self.tricks.turn in self.gone and not self.pending():
            self.tricks.advance()
            self.trick_over()

    # --- leaving ---

    def leave(self, seat: int) -> None:
        """TR-GEN-03, TR-GEN-04, AR-MAZ-09."""
        side = self.side[seat]
        if self.options["mazo"] == "player" and self.within(side) != [seat]:
            self.gone.add(seat)
            if self.must_begin and not (self.speakers(0) and self.speakers(1)):
                self.uncontested()
            return
        self.side_leaves(side)

    def side_leaves(self, side: int) -> None:
        """All of it is paid at once, whoever is home by it (ours)."""
        others = 1 - side
        silent = not self.spoken and not any(self.side[seat] == side for seat in self.tricks.opened)
        self.leaving = True
        points = WORTH[self.level]
        if self.compound:
            call = self.compound
            if call.side == side:  # TR-COM-10
                both = len({self.side[flor] for flor in self.flores}) == 2
                if both:
                    self.pay(FLOR, others, 3 * len(self.speakers(others)))
                self.compound = None
                self.end_contest(others, 2)
                return
            if not (self.speakers(0) and self.speakers(1)):
                self.gone |= set(self.within(side))
            self.resolve(set())
        if self.must_begin:  # nobody is left to bet against
            self.gone |= set(self.within(side))
            self.uncontested()
        elif self.flor:
            self.decline_flor(side)
        elif self.envido:
            self.refuse_envido()
        elif self.declaring:
            if self.numbers:
                self.end_declaring()
            else:
                self.pay(ENVIDO, others, self.declaring[others])
        elif silent and not self.truco:
            points = 2
            if holders := self.holders(others):
                self.announced |= holders
                self.pay(FLOR, others, 3 * len(holders))
        if self.doomed is not None:  # what was passed is not undone (ours)
            others, points = self.doomed, 1
        self.end_contest(others, points)

    def uncontested(self) -> None:
        """The flores of one side are left alone before a bet has begun: 3 each (ours)."""
        self.must_begin = False
        for side in (0, 1):
            if self.speakers(side):
                self.pay(FLOR, side, 3 * len(self.speakers(side)))
        self.after_compound()

    # --- faults ---

    def lose_meddled(self, side: int) -> None:
        """TR-SEI-05: what the side won in the duel goes back, the others have 4."""
        self.entries = [
            entry for entry in self.entries if entry.duel != self.duel or entry.side != side
        ]
        self.end_contest(1 - side, 4)

    def ask_for_flor(self, seat: int, asked: int) -> None:
        """TR-FLO-10."""
        side = self.side[seat]
        self.asked_for_flor.add(side)
        if is_flor(self.dealt[asked]):
            self.announced.add(asked)
            self.pay_claim(seat, side, 3)
        elif self.options["pido_false"] == "1":
            self.pay_claim(seat, 1 - side, 1)

    def pay_claim(self, seat: int, side: int, points: int) -> None:
        duel = next(at for at, seats in enumerate(self.contests) if seat in seats)
        entry = Entry(duel, FLOR, side, points)
        if self.phase == "play":
            self.pay(FLOR, side, points)
        else:
            self.entries.append(entry)

    def claim(self, seat: int, verb: str, rest: list[str]) -> None:
        if verb == "pidoflor":
            self.ask_for_flor(seat, int(rest[0]))
            return
        assert verb == "denuncia", verb
        self.denounce(seat)

    def denounce(self, seat: int) -> None:
        """TR-FAL-05, TR-FAL-06; in punta the points of his own duel (ours)."""
        side = self.side[seat]
        self.denounced.add(side)
        duel = next(at for at, seats in enumerate(self.contests) if seat in seats)
        lacking = [
            rival
            for rival in self.rivals(seat)
            if rival in self.said_flor and not self.has_flor(rival)
        ]
        true = all(said == envido_of(self.dealt[rival]) for rival, said in self.words_of(seat))
        for rival in lacking:
            self.settle_flor(rival)
        if true and not lacking:
            self.entries.append(Entry(duel, HAND, 1 - side, 3))  # counted last (ours)
            return
        for entry in self.entries:
            if entry.duel == duel and entry.side != side:
                entry.side = side
                entry.number_wrong = entry.claimant = None
