"""A second opinion on a hand of Truco argentino: what may be said, and what it pays.

A plain and slow judge, written from the rules page alone. It shares no code with ``engine``: cards
and steps are the words of a record, tables of stakes are copied from the page as they stand there.
It takes the steps of a hand one after another (it trusts them to be legal) and says what the hand
paid, when it stopped and who won the chico with it; which numbers an envido forces out (AR-ENV-10);
and, before each step, everything that each seat may do. :mod:`tests.properties.test_oracles` holds
it against the engine.

Where the page is silent it follows the same decisions as the engine, and says "ours".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle_common import (
    STRENGTH,
    Award,
    Pieces,
    Tricks,
    check_numbers,
    declarations,
    envido_of,
    flor_of,
    half,
    has_to_show,
    is_flor,
    lays,
    sayable_numbers,
    settle_shown,
)

# AR-ENV-06 as it stands, E(nvido), R(eal envido), F(alta): (wanted, refused); None is the falta.
ENVIDO_STAKES: Mapping[str, tuple[int | None, int]] = {
    "E": (2, 1),
    "EE": (4, 2),
    "R": (3, 1),
    "ER": (5, 2),
    "EER": (7, 4),
    "F": (None, 1),
    "EF": (None, 2),
    "RF": (None, 3),
    "EEF": (None, 4),
    "ERF": (None, 5),
    "EERF": (None, 7),
    # AR-ENV-05, real_repeat=on: one more real envido, +3.
    "RR": (6, 3),
    "ERR": (8, 5),
    "EERR": (10, 7),
    "RRF": (None, 6),
    "ERRF": (None, 8),
    "EERRF": (None, 10),
}
ENVIDO_LETTER = {"envido": "E", "realenvido": "R", "faltaenvido": "F"}

# AR-FLO-06: what each sequence pays when wanted (None: R) and when declined.
FLOR_STAKES: Mapping[tuple[str, ...], tuple[int | None, int]] = {
    ("flor",): (4, 3),
    ("flor", "contraflor"): (6, 4),
    ("flor", "contraflor", "resto"): (None, 6),
    ("flor", "resto"): (None, 6),
}

# AR-TRU-01: nothing, truco, retruco, vale cuatro; AR-TRU-06: refused, the value before the step.
WORTH = (1, 2, 3, 4)
REFUSED = {1: 1, 2: 2, 3: 3}
LADDER = {"truco": 1, "retruco": 2, "vale4": 3}

PLAIN = Pieces("argentino", {}, "")
"""No card is a piece."""

DEFAULTS = {
    "target": "30",
    "games_to_win": "1",
    "end": "immediate",
    "flor": "sin",
    "truco_when": "any_time",
    "answer_by": "first_speaks",
    "words": "strict",
    "envido_callers": "pies",
    "real_repeat": "off",
    "truco_after_envido": "pending",
    "truco_over_envido": "illegal",
    "falta": "chico_en_malas",
    "buenas_from": "half",
    "declare": "auto",
    "show": "auto",
    "show_penalty": "envido",
    "flor_when": "any_time",
    "flor_call": "claim",
    "flor_values": "modern",
    "team_flores": "each",
    "resto": "leader_shortfall",
    "resto_refused_direct": "6",
    "pido_false": "1",
    "mazo": "team",
    "mazo_early": "2",
    "tie_lead": "mano",
    "cover_from": "1",
    "duels_from": "5",
    "duels_until": "5",
    "duel_cap": "6",
    "senas": "partner",
}


def falta(options: Mapping[str, str], score: Sequence[int], winner: int) -> int:
    """AR-FAL-01 to 03: what a falta won by ``winner`` pays at this score."""
    # A chico that went on above the target (end=more_points) lacks nothing: at least 1, ours.
    return max(1, _falta(options, score, winner))


def _falta(options: Mapping[str, str], score: Sequence[int], winner: int) -> int:
    target = int(options["target"])
    leader = max(score)
    buenas = half(target) + (1 if options["buenas_from"] == "half_plus_1" else 0)
    in_malas = leader < buenas
    match options["falta"]:
        case "chico_en_malas":
            return target - score[winner] if in_malas else target - leader
        case "leader_shortfall":
            return target - leader
        case "to_buenas":
            # "half - leader": half is where the buenas begin (buenas_from moves the mark).
            return buenas - leader if in_malas else target - leader
        case "loser_shortfall":
            return target - score[1 - winner]
        case unknown:
            raise AssertionError(unknown)


def contests(players: int, dealer: int, mode: str) -> list[list[int]]:
    """AR-PIC-03 for a hand of duels; otherwise one contest, mano first."""
    if mode == "pica":
        d = dealer
        return [[(d + 1) % 6, (d + 4) % 6], [(d + 2) % 6, (d + 5) % 6], [(d + 3) % 6, d % 6]]
    return [[(dealer + 1 + place) % players for place in range(players)]]


def sides_of(players: int, dealer: int) -> list[int]:
    """AR-PLA-01, AR-GAL-01: by seat; with three the dealer is A alone."""
    if players == 3:
        return [0 if seat == dealer else 1 for seat in range(3)]
    return [seat % 2 for seat in range(players)]


@dataclass
class Contest:
    """What has happened in the running contest (all seats, or one duel)."""

    seats: list[int]
    tricks: Tricks
    truco_level: int = 0
    truco: tuple[int, int] | None = None
    """A pending call: its step and its side."""
    word: int | None = None
    """The side that holds *el quiero* (AR-TRU-05)."""
    envido: str = ""
    """Letters of the sequence while it is pending."""
    envido_by: int = -1
    envido_over: bool = False
    """Answered, refused, annulled or closed."""
    envido_accepted: bool = False
    envido_called: bool = False
    flor: tuple[str, ...] = ()
    """The sequence while it is pending."""
    flor_by: int = -1
    flor_seat: int = -1
    """Who said the last word of it."""
    announced: set[int] = field(default_factory=set)
    """Holders whose side spoke first."""
    asked: set[int] = field(default_factory=set)
    """Holders of the other side."""
    flor_over: bool = False
    no: dict[str, set[int]] = field(
        default_factory=lambda: {"truco": set(), "envido": set(), "flor": set()}
    )
    """By game, the seats that have refused the pending call where one acceptance prevails."""
    stated: list[tuple[int, int]] = field(default_factory=list)
    declaring: tuple[int, int] | None = None
    """What the envido pays each side, while it is declared by hand."""
    ended: bool = False


class Judge:
    """Takes the steps of one hand and awards its points."""

    def __init__(
        self,
        *,
        players: int,
        dealer: int,
        hands: Mapping[int, Sequence[str]],
        options: Mapping[str, str] | None = None,
        mode: str = "",
        score: Sequence[int] = (0, 0),
    ) -> None:
        self.options = {**DEFAULTS, **(options or {})}
        self.players = players
        self.dealt = {seat: tuple(cards) for seat, cards in hands.items()}
        self.side = sides_of(players, dealer)
        self.start = tuple(score)
        """By side; with three players by seat (AR-GAL-02)."""
        self.target = int(self.options["target"])
        self.contests = contests(players, dealer, mode)
        self.is_pica = mode == "pica"
        self.awards: list[Award] = []
        self.gone: set[int] = set()
        self.announced: set[int] = set()
        self.begun: set[int] = set()
        self.face_up: dict[int, set[str]] = {seat: set() for seat in hands}
        self.laid: dict[int, set[str]] = {seat: set() for seat in hands}
        self.shown: set[int] = set()
        self.claimed: set[int] = set()
        self.said: list[tuple[int, int | None]] = []
        """Numbers the program published (declare=auto), all contests together."""
        self.leaving = False
        self.stopped = False
        """Points that end the chico stop the play."""
        self.home = False
        """... and they are safe: the chico is over at once."""
        self.phase = "play"
        """Then perhaps ``claims``, then ``over``."""
        self.duel = -1
        self._next_contest()

    # --- score -------------------------------------------------------------------------------

    def accounts(self, side: int) -> list[int]:
        """Who is credited with what a side wins (AR-GAL-02), the one nearest the mano first."""
        if self.players != 3:
            return [side]
        return [seat for seat in self.contests[0] if self.side[seat] == side]

    def score(self) -> list[int]:
        """The score now: the start and everything that is safe."""
        total = list(self.start)
        for award in self.awards:
            if not award.held:
                for account in self.accounts(award.side):
                    total[account] += award.points
        return total

    def by_side(self) -> tuple[int, int]:
        """The same by side; a pair has that of the one who is further on (AR-GAL-03)."""
        score = self.score()
        of_a, of_b = (max(score[account] for account in self.accounts(side)) for side in (0, 1))
        return of_a, of_b

    def points(self) -> tuple[int, int]:
        """What each side has received in this hand."""
        total = [0, 0]
        for award in self.awards:
            total[award.side] += award.points
        return total[0], total[1]

    def duel_points(self, duel: int) -> tuple[int, int]:
        total = [0, 0]
        for award in self.awards:
            if award.duel == duel:
                total[award.side] += award.points
        return total[0], total[1]

    def _counted(self) -> tuple[tuple[int, ...], int | None]:
        """The score after the hand, and the account that wins the chico with it."""
        kinds = ("flor", "envido", "truco")
        ordered = sorted(self.awards, key=lambda award: (award.duel, kinds.index(award.kind)))
        more_points = self.options["end"] == "more_points"
        total = list(self.start)
        for award in ordered:
            paid = self.accounts(award.side)
            for account in paid:
                total[account] += award.points
            first = max(paid, key=lambda account: total[account])  # AR-GAL-03
            if not more_points and total[first] >= self.target:
                cut = tuple(min(points, self.target) for points in total)  # AR-MAT-06
                return cut, first
        score = tuple(total)
        if not more_points or max(score) < self.target or score[0] == score[1]:
            return score, None
        return score, score.index(max(score))

    def winner(self) -> int | None:
        """The account that wins the chico with this hand (AR-MAT-04 to 06)."""
        return self._counted()[1]

    def final_score(self) -> tuple[int, ...]:
        """The score after the hand: who is home has the target, the other what came before."""
        return self._counted()[0]

    # --- steps -------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """One step in the words of a record: ``0 play 7o``."""
        assert self.phase != "over", f"the hand is closed: {text}"
        words = text.split()
        seat, verb, arg = int(words[0]), words[1], words[2] if len(words) > 2 else ""
        if self.phase == "claims":
            self._claim(seat, verb, arg)
            return
        assert seat in self.c.seats, text
        assert seat not in self.gone, text
        match verb:
            case "play" | "cover":
                self._lay(seat, arg, verb == "cover")
            case "truco" | "retruco" | "vale4":
                self._call_truco(seat, verb)
            case "envido" | "realenvido" | "faltaenvido":
                self._call_envido(seat, verb)
            case "quiero":
                self._accept(seat)
            case "noquiero":
                self._refuse(seat)
            case "flor":
                self._announce(seat)
            case "contraflor" | "resto":
                self.c.flor = (*self.c.flor, verb)
                self.c.flor_by = self.side[seat]
                self.c.flor_seat = seat
                self.c.no["flor"] = set()
            case "florquiero":
                self._flor_accepted()
            case "achico":
                self._refuse(seat)
            case "tengo":
                self.c.stated.append((seat, int(arg)))
            case "buenas":
                self._declared()
            case "mazo":
                self._mazo(seat)
            case _:
                raise AssertionError(text)
        if self.phase == "play":
            self._everyone_refused()
        if self.phase == "play":
            self._pass_over()
        if self.phase == "play":
            self._automatic_flor()

    def close(self) -> None:
        """The time for claims is over: what was not shown goes to the others (AR-MOS-03)."""
        assert self.phase == "claims"
        settle_shown(self.awards, self._is_seen)
        for award in list(self.awards):
            if award.to_show is not None:
                award.to_show = None
                loser = award.side
                award.side = 1 - award.side
                if self.options["show_penalty"] == "envido_and_truco":
                    for hand in self.awards:
                        if hand.kind == "truco" and hand.duel == award.duel and hand.side == loser:
                            hand.side = 1 - loser
        self.phase = "over"

    # --- what may be said -----------------------------------------------------------------------

    def legal(self, seat: int) -> set[str]:
        """Everything this seat may do now, in the words of a record; numbers as ``tengo 0-33``."""
        if self.phase == "claims":
            return self._claims_of(seat)
        if self.phase == "over" or seat not in self._in():
            return set()
        return (
            self._cards_of(seat)
            | self._truco_of(seat)
            | self._envido_of(seat)
            | self._flor_of(seat)
            | self._numbers_of(seat)
            | self._answers_of(seat)
            | self._mazo_of(seat)
        )

    def awaited(self) -> set[int]:
        """For whom the table waits."""
        if self.phase != "play":
            return set()
        if self._top() == "":
            return {self.c.tricks.turn}
        return {seat for seat in self._in() if self._may_answer(seat)}

    def _top(self) -> str:
        """What must be answered first: flor, then envido (and its numbers), then truco."""
        c = self.c
        if c.flor:
            return "flor"
        if c.envido:
            return "envido"
        if c.declaring is not None:
            return "numbers"
        return "" if c.truco is None else "truco"

    def _asked(self) -> int | None:
        """The side whose word is awaited."""
        c, top = self.c, self._top()
        if top == "flor":
            return 1 - c.flor_by
        if top == "envido":
            return 1 - c.envido_by
        if top == "numbers":
            return 1 - self.side[c.stated[-1][0]] if c.stated else self.side[self._in()[0]]
        return None if c.truco is None else 1 - c.truco[1]

    def _pie(self, side: int) -> int:
        """AR-PLA-02, AR-MAZ-09: the last of a side, in playing order, who is still in."""
        return [seat for seat in self._in() if self.side[seat] == side][-1]

    def _may_answer(self, seat: int) -> bool:
        """AR-PLA-03."""
        top, c = self._top(), self.c
        if self.side[seat] != self._asked():
            return False
        if top == "numbers":
            return bool(c.stated) or seat == self._in()[0]
        if seat in c.no[top]:
            return False  # he has refused; his partners may still accept
        if top == "flor":
            return seat in self._holders_in(self.side[seat])
        return self.options["answer_by"] != "pie" or seat == self._pie(self.side[seat])

    def _cards_of(self, seat: int) -> set[str]:
        """AR-TRI-01, AR-COV-01, AR-TRU-07."""
        c = self.c
        accepts = self._top() == "truco" and self._may_answer(seat)
        if seat != c.tricks.turn or not (self._top() == "" or accepts):
            return set()
        left = [card for card in self.dealt[seat] if card not in self.laid[seat]]
        return lays(left, c.tricks, self.options["cover_from"])

    def _truco_of(self, seat: int) -> set[str]:
        """AR-TRU-02 to 05, AR-ENV-16."""
        c, top = self.c, self._top()
        names = [*LADDER, ""]
        if top == "truco" and self._may_answer(seat):
            assert c.truco is not None
            return {names[c.truco[0]]} - {""}
        if top == "":
            on_turn = seat == c.tricks.turn or self.options["truco_when"] == "any_time"
            holds_quiero = c.word is None or c.word == self.side[seat]
            return {names[c.truco_level]} - {""} if on_turn and holds_quiero else set()
        if top == "envido" and self.options["truco_over_envido"] == "refuses":
            if not self._may_answer(seat):
                return set()
            if c.truco is None or self.options["truco_after_envido"] == "lapse":
                # Nothing stays beneath the refused envido: it is an ordinary call.
                holds_quiero = c.word is None or c.word == self.side[seat]
                return {names[c.truco_level]} - {""} if holds_quiero else set()
            return {names[c.truco[0]]} - {""} if c.truco[1] != self.side[seat] else set()
        return set()

    def _holds_flor(self, seat: int) -> bool:
        return self.options["flor"] == "con" and is_flor(self.dealt[seat])

    def _envido_of(self, seat: int) -> set[str]:
        """AR-ENV-01, 02, 03, 05, 07, 09, AR-FLO-03."""
        c, top = self.c, self._top()
        if self._holds_flor(seat):
            return set()
        if top == "envido":
            if not self._may_answer(seat):
                return set()
            return {
                verb
                for verb, letter in ENVIDO_LETTER.items()
                if c.envido + letter in ENVIDO_STAKES
                and (self.options["real_repeat"] == "on" or "RR" not in c.envido + letter)
            }
        first = top == "truco" and self.side[seat] == self._asked() and seat not in c.no["truco"]
        if not first and not (top == "" and seat == c.tricks.turn):
            return set()
        if c.tricks.results or seat in c.tricks.opened or c.envido_called or c.envido_over:
            return set()
        pies = self.options["envido_callers"] == "pies" and self.players != 3  # AR-GAL-04
        if pies and seat != self._pie(self.side[seat]):
            return set()
        return set(ENVIDO_LETTER)

    def _flor_of(self, seat: int) -> set[str]:
        """AR-FLO-03, 06, 12."""
        c, top = self.c, self._top()
        if top == "flor" and self._may_answer(seat):
            raises = {("flor",): {"contraflor", "resto"}, ("flor", "contraflor"): {"resto"}}
            return {"florquiero", "achico"} | raises.get(c.flor, set())
        if c.announced or not self._announceable(seat):
            return set()
        over_a_call = top == "envido" or (top != "" and self._asked() == self.side[seat])
        if self.options["flor_when"] == "any_time" or seat == c.tricks.turn or over_a_call:
            return {"flor"}
        return set()

    def _numbers_of(self, seat: int) -> set[str]:
        """AR-ENV-17."""
        c = self.c
        if self._top() != "numbers" or not self._may_answer(seat):
            return set()
        return sayable_numbers(seat, c.stated, c.seats)

    def _answers_of(self, seat: int) -> set[str]:
        """AR-TRU-03, AR-ENV-05, AR-FLO-03."""
        top = self._top()
        if top not in ("truco", "envido") or not self._may_answer(seat):
            return set()
        if top == "envido" and self._holds_flor(seat):
            return {"noquiero"}
        return {"quiero", "noquiero"}

    def _mazo_of(self, seat: int) -> set[str]:
        """AR-MAZ-01, 08."""
        return {"mazo"} if self._top() == "" or self._asked() == self.side[seat] else set()

    def _claims_of(self, seat: int) -> set[str]:
        """AR-FLO-13, AR-MOS-02, AR-PIC-06: whoever has played claims of whom he played against."""
        found: set[str] = set()
        if self._has_claims() and self.side[seat] not in self.claimed:
            found |= {
                f"pidoflor {asked}"
                for contest in self.contests
                for asked in contest
                if seat in contest
                and seat in self.begun
                and self.side[asked] != self.side[seat]
                and asked not in self.announced
            }
        if has_to_show(self.awards, seat, self._is_seen):
            found.add("mostrar")
        return found

    # --- cards -------------------------------------------------------------------------------

    def _lay(self, seat: int, card: str, covered: bool) -> None:
        c = self.c
        assert seat == c.tricks.turn, f"{seat} lays, turn of {c.tricks.turn}"
        assert card in self.dealt[seat]
        if c.truco is not None:  # AR-TRU-07
            assert c.truco[1] != self.side[seat]
            self._truco_accepted()
        self.laid[seat].add(card)
        if not covered:
            self.face_up[seat].add(card)
        c.tricks.lay(seat, card, covered)
        self._contest_won()

    def _contest_won(self) -> None:
        winner = self.c.tricks.winner
        if winner is not None:
            self._contest_ends(winner, WORTH[self.c.truco_level])

    # --- truco -------------------------------------------------------------------------------

    def _call_truco(self, seat: int, verb: str) -> None:
        c = self.c
        if c.envido:  # AR-ENV-16, refuses
            self._envido_refused()
            if self.phase != "play":
                return
        if c.truco is not None:  # AR-TRU-04: raising accepts
            assert c.truco[1] != self.side[seat]
            self._truco_accepted()
        assert LADDER[verb] == c.truco_level + 1
        c.truco = (LADDER[verb], self.side[seat])
        c.no["truco"] = set()

    def _truco_accepted(self) -> None:
        c = self.c
        assert c.truco is not None
        c.truco_level = c.truco[0]
        c.word = 1 - c.truco[1]
        c.truco = None
        c.envido_over = True  # AR-ENV-09

    # --- envido ------------------------------------------------------------------------------

    def _call_envido(self, seat: int, verb: str) -> None:
        c = self.c
        c.envido += ENVIDO_LETTER[verb]
        c.envido_by = self.side[seat]
        c.envido_called = True
        c.no["envido"] = set()

    def _accept(self, seat: int) -> None:
        c = self.c
        if c.flor:
            self._flor_accepted()
        elif c.envido:
            self._envido_accepted()
        else:
            self._truco_accepted()

    def _refuse(self, seat: int) -> None:
        c = self.c
        game = "flor" if c.flor else "envido" if c.envido else "truco"
        c.no[game].add(seat)
        if self.options["answer_by"] != "accept_prevails":
            # "The first answer counts": as if all had said it.
            c.no[game] |= set(c.seats)

    def _everyone_refused(self) -> None:
        """AR-PLA-03: refused once every player of the side (with a flor: holder) has said so.

        Who has left the hand alone answers no more (AR-MAZ-09).
        """
        c = self.c
        if c.flor and self._holders_in(1 - c.flor_by) <= c.no["flor"]:
            self._flor_refused()
        if not c.flor and c.envido and self._side_in(1 - c.envido_by) <= c.no["envido"]:
            self._envido_refused()
        if c.ended or c.flor or c.envido or c.declaring or c.truco is None:
            return
        step, side = c.truco
        if self._side_in(1 - side) <= c.no["truco"]:
            self._contest_ends(side, REFUSED[step])

    def _capped(self, points: int) -> int:
        """AR-PIC-04."""
        if self.is_pica and self.options["duel_cap"] != "none":
            return min(points, int(self.options["duel_cap"]))
        return points

    def _side_in(self, side: int) -> set[int]:
        return {seat for seat in self._in() if self.side[seat] == side}

    def _in(self) -> list[int]:
        return [seat for seat in self.c.seats if seat not in self.gone]

    def _envido_accepted(self) -> None:
        c = self.c
        letters, c.envido = c.envido, ""
        c.envido_over = c.envido_accepted = True
        wanted = ENVIDO_STAKES[letters][0]
        numbers = {seat: envido_of(self.dealt[seat]) for seat in self._in()}
        if self.options["declare"] == "manual":
            # What it is worth is settled by the score of this moment (AR-FAL-03).
            c.declaring = (
                (self._falta(0), self._falta(1))
                if wanted is None
                else (self._capped(wanted), self._capped(wanted))
            )
            return
        said, winner = declarations(self._in(), numbers, self.side)
        self.said += said
        points = self._falta(self.side[winner]) if wanted is None else self._capped(wanted)
        self._envido_won(winner, points, None)
        self._lapse()

    def _falta(self, side: int) -> int:
        if self.is_pica and self.options["duel_cap"] != "none":
            return int(self.options["duel_cap"])  # "the falta is exactly that"
        return falta(self.options, self.by_side(), side)

    def _declared(self) -> None:
        """AR-ENV-17 ends, AR-ENV-14 begins."""
        c = self.c
        assert c.declaring is not None
        seat, number = c.stated[-1]
        points = c.declaring[self.side[seat]]
        c.declaring = None
        self._envido_won(seat, points, number)
        self._lapse()

    def _envido_won(self, seat: int, points: int, stated: int | None) -> None:
        award = Award(self.duel, "envido", self.side[seat], points)
        if self.options["show"] == "claim":
            award.to_show = [{seat: cards} for cards in PLAIN.proofs(self.dealt[seat])]
        if stated is not None:
            award.number_wrong = stated != envido_of(self.dealt[seat])
        self._add(award)

    def _envido_refused(self) -> None:
        c = self.c
        letters, c.envido = c.envido, ""
        c.envido_over = True
        points = self._capped(ENVIDO_STAKES[letters][1])
        self._award("envido", c.envido_by, points)
        self._lapse()

    def _lapse(self) -> None:
        """AR-ENV-08: a suspended truco is still pending, or void."""
        if self.options["truco_after_envido"] == "lapse" and not self.c.ended:
            self.c.truco = None

    # --- flor --------------------------------------------------------------------------------

    def _announceable(self, seat: int) -> bool:
        c = self.c
        return (
            self.options["flor"] == "con"
            and is_flor(self.dealt[seat])
            and seat in c.seats
            and seat not in c.tricks.opened | self.gone | c.announced
            and not c.envido_accepted  # AR-FLO-12
        )

    def _holders_in(self, side: int) -> set[int]:
        holders = self.c.announced | self.c.asked
        return {seat for seat in holders if self.side[seat] == side and seat not in self.gone}

    def _announce(self, seat: int) -> None:
        """AR-FLO-04, 05, 09: with one flor those of the partners who have not played."""
        c = self.c
        assert self._announceable(seat), f"{seat} says flor"
        side = self.side[seat]
        c.envido = ""
        c.envido_over = True
        c.flor_seat = seat
        holders = {other for other in c.seats if self._announceable(other)}
        c.announced = {other for other in holders if self.side[other] == side}
        c.asked = holders - c.announced
        self.announced |= c.announced | c.asked
        c.flor_by = side
        if c.asked:
            c.flor = ("flor",)
            return
        self._flor_won(seat, 3)

    def _flor_won(self, seat: int, points: int) -> None:
        """AR-FLO-09: every further flor of the scoring team adds 3, or the deciding one is all."""
        if self.options["team_flores"] == "each":
            counted = self._holders_in(self.side[seat])
            self._flor_paid(self.side[seat], points + 3 * (len(counted) - 1), counted)
        else:
            self._flor_paid(self.side[seat], points, {seat})

    def _flor_paid(self, side: int, points: int, counted: set[int]) -> None:
        self.c.flor = ()
        self.c.flor_over = True
        award = Award(self.duel, "flor", side, points)
        if self.options["show"] == "claim":
            award.to_show = [{seat: set(self.dealt[seat]) for seat in counted}]
        self._add(award)

    def _flor_accepted(self) -> None:
        c = self.c
        holders = (c.announced | c.asked) - self.gone
        best = max(
            sorted(holders, key=c.seats.index), key=lambda seat: flor_of(self.dealt[seat])
        )  # the first of equals sits nearest the mano: AR-FLO-10
        side = self.side[best]
        wanted = FLOR_STAKES[c.flor][0]
        if wanted is None:  # "R is never increased"
            self._flor_paid(side, self._resto(side, len(holders)), {best})
        elif c.flor == ("flor",) and self.options["flor_values"] == "plain":
            self._flor_won(best, 3)
        elif c.flor == ("flor",) and self.options["flor_values"] == "sum":
            self._flor_paid(side, 3 * len(holders), self._holders_in(side))
        else:
            self._flor_won(best, wanted)

    def _resto(self, side: int, flores: int) -> int:
        """AR-FLO-08; what is missing is at least 1, as for the falta."""
        score = self.by_side()
        match self.options["resto"]:
            case "leader_shortfall":
                return max(1, self.target - max(score))
            case "plus_flores":
                return max(1, self.target - max(score)) + 3 * flores
            case "same_as_falta":
                return falta(self.options, score, side)
            case "win_chico":
                return max(1, self.target - score[side])
            case unknown:
                raise AssertionError(unknown)

    def _flor_refused(self) -> None:
        c = self.c
        points = FLOR_STAKES[c.flor][1]
        if c.flor == ("flor", "resto"):
            points = int(self.options["resto_refused_direct"])
        self._flor_won(c.flor_seat, points)

    def _automatic_flor(self) -> None:
        """``flor_call=auto`` (AR-FLO-13): at the holder's first turn, or over a pending call."""
        c = self.c
        if self.options["flor_call"] != "auto" or self.phase != "play" or c.announced:
            return
        for seat in c.seats:
            if not self._announceable(seat):
                continue
            pending = bool(c.envido) or (c.truco is not None and c.truco[1] != self.side[seat])
            if pending or seat == c.tricks.turn:
                self._announce(seat)
                return

    # --- leaving -----------------------------------------------------------------------------

    def _mazo(self, seat: int) -> None:
        side = self.side[seat]
        rest = [other for other in self._in() if self.side[other] == side and other != seat]
        if self.options["mazo"] == "team" or not rest:
            self._side_leaves(side)
            return
        self.gone.add(seat)  # AR-MAZ-09

    def _pass_over(self) -> None:
        """The turn of who left passes on once nothing is pending (ours: AR-MAZ-09 is silent).

        Passing it may end the trick, and with it the hand, under a bet that waits for its answer.
        """
        c = self.c
        pending = c.flor or c.envido or c.truco is not None or c.declaring is not None
        if c.tricks.turn in self.gone and not pending:
            c.tricks.advance()
            self._contest_won()

    def _side_leaves(self, side: int) -> None:
        """The table AR-MAZ-02 to 07: all of it is paid at once, whoever is home by it."""
        c = self.c
        winner = 1 - side
        self.leaving = True
        if c.flor:  # AR-MAZ-07
            assert c.flor_by == winner
            self._flor_refused()
        elif c.envido:  # AR-MAZ-05
            assert c.envido_by == winner
            self._envido_refused()
        elif c.declaring is not None:
            # Leaving instead of stating a number gives the envido up (AR-ENV-17, ours).
            if c.stated:
                self._declared()
            else:
                self._award("envido", winner, c.declaring[winner])
        elif c.truco is not None:  # AR-MAZ-04
            assert c.truco[1] == winner
        elif (
            not c.tricks.results and not c.envido_called and not c.announced and c.truco_level == 0
        ):
            flores = {
                seat for seat in c.seats if self.side[seat] == winner and self._announceable(seat)
            }
            if flores:  # AR-MAZ-06
                self.announced |= flores
                self._flor_paid(winner, 3 * len(flores), flores)
            elif self.options["mazo_early"] == "2":  # AR-MAZ-02
                self._award("envido", winner, 1)
        self.leaving = False
        self._contest_ends(winner, WORTH[c.truco_level])

    # --- awards, ends ------------------------------------------------------------------------

    def _award(self, kind: str, side: int, points: int) -> None:
        self._add(Award(self.duel, kind, side, points))

    def _contest_ends(self, winner: int, points: int) -> None:
        """The contest is decided: numbers are checked (AR-ENV-14), then its truco is paid."""
        before = self.score()
        home = self.options["end"] == "immediate" and max(before) >= self.target
        if not home:
            check_numbers(self.awards)
            home = self.options["end"] == "immediate" and max(self.score()) >= self.target
            self.home = self.home or home  # AR-MAT-05: by envido points that changed sides
        if not home or max(before) >= self.target:
            self._award("truco", winner, points)
        self._contest_over()

    def _add(self, award: Award) -> None:
        self.awards.append(award)
        if award.kind == "truco" or self.options["end"] != "immediate":
            return
        side, held = award.side, award.held
        if held:
            if self._with_escrow(side) < self.target:
                return
            check_numbers(self.awards)  # AR-ENV-14: at once if the points would end the chico
        self.home = self.by_side()[award.side] >= self.target  # a wrong number has changed sides
        if self.home or (held and self._with_escrow(side) >= self.target):  # AR-MAT-05
            self.stopped = True
            if not self.leaving:
                self.c.ended = True
                self._play_stops()

    def _with_escrow(self, side: int) -> int:
        """The score of a side with what it holds in escrow."""
        held = sum(award.points for award in self.awards if award.held and award.side == side)
        return self.by_side()[side] + held

    def _contest_over(self) -> None:
        self.c.ended = True
        score = self.by_side()
        tied = self.options["end"] == "more_points" and score[0] == score[1]
        reached = max(score) >= self.target and not tied
        if self.duel + 1 < len(self.contests) and not reached and not self.stopped:  # AR-PIC-05
            self._next_contest()
            return
        self._play_stops()

    def _play_stops(self) -> None:
        check_numbers(self.awards)
        settle_shown(self.awards, self._is_seen)
        # AR-MAT-05: where flor or envido points ended the chico there is nothing to claim, unless
        # cards have still to be shown.
        escrow = any(award.to_show is not None for award in self.awards)
        claims = escrow or (self._has_claims() and not self.home)
        self.phase = "claims" if claims else "over"

    def _has_claims(self) -> bool:
        return self.options["flor"] == "con" and self.options["flor_call"] == "claim"

    def _next_contest(self) -> None:
        self.duel += 1
        seats = self.contests[self.duel]
        tricks = Tricks(seats, self.side, STRENGTH.__getitem__, self.gone, self.options["tie_lead"])
        self.c = Contest(seats, tricks)
        self.begun |= set(seats)
        self._automatic_flor()

    # --- claims ------------------------------------------------------------------------------

    def _is_seen(self, seat: int, cards: set[str]) -> bool:
        return seat in self.shown or cards <= self.face_up[seat]

    def _claim(self, seat: int, verb: str, arg: str) -> None:
        match verb:
            case "mostrar":  # AR-MOS-02
                self.shown.add(seat)
                settle_shown(self.awards, self._is_seen)
            case "pidoflor":  # AR-FLO-13
                asked = int(arg)
                assert self.side[seat] not in self.claimed
                assert self.side[asked] != self.side[seat]
                assert asked not in self.announced
                self.claimed.add(self.side[seat])
                duel = next(n for n, seats in enumerate(self.contests) if seat in seats)
                if is_flor(self.dealt[asked]):
                    self.awards.append(Award(duel, "flor", self.side[seat], 3))
                elif self.options["pido_false"] == "1":
                    self.awards.append(Award(duel, "flor", self.side[asked], 1))
            case _:
                raise AssertionError(verb)
