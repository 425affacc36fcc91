"""A second opinion on a hand of truco venezolano: who may do what, and what it pays.

Written from the rules page alone; it shares no code with ``engine``. Cards and steps are the words
of a record. It trusts the steps it is given, says before each what every seat may do and for whom
the table waits, and at the end what the hand paid and who is first at the target.
Left out: signals, which change nothing, and misdeals, which software does not make (VE-DEA-02).

Where the page is silent it follows the same decisions as the engine, and says "ours".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle_common import RESERVADA, Pieces, Tricks, Truco, lays

LADDER = ("truco", "retruco", "vale9", "valejuego")
WORTH = (1, 3, 6, 9)
"""Silent, truco, retruco, vale nueve; a vale juego is the game (VE-TRU-03)."""
GAME = 4


@dataclass
class Envido:
    """A pending envido."""

    side: int
    wanted: int
    before: int
    falta: bool
    no: set[int] = field(default_factory=set)


@dataclass
class Bet:
    """A pending "con flor envido"."""

    side: int
    no: set[int] = field(default_factory=set)


class Judge:
    """Takes the steps of one hand."""

    def __init__(
        self,
        *,
        players: int,
        dealer: int,
        hands: Sequence[Sequence[str]],
        vira: str,
        options: Mapping[str, str],
        score: Sequence[int],
    ) -> None:
        self.options = options
        self.target = int(options["target"])
        self.players = players
        self.seats = [(dealer + 1 + step) % players for step in range(players)]
        self.hands = [list(hand) for hand in hands]
        self.dealt = [tuple(hand) for hand in hands]
        self.cards = Pieces("venezolano", options, vira)
        self.score = tuple(score)
        self.over = False
        self.paid: list[tuple[str, int, int]] = []
        """Kind, side, points."""
        # Tricks.
        side = [seat % 2 for seat in range(players)]
        self.tricks = Tricks(self.seats, side, self.cards.power)
        self.laid = [0] * players
        self.piles: dict[int, tuple[str, str]] | None = None
        # Truco.
        self.level = 0
        self.word: int | None = None
        self.truco: Truco | None = None
        # Envido.
        self.envido: Envido | None = None
        self.envido_open = True
        self.accepted = 0
        self.called_a_ley: int | None = None
        """Who called the envido of this hand with "a ley envido"."""
        # Flor.
        self.announced: list[int] = []
        self.a_ley: set[int] = set()
        self.lost: set[int] = set()
        self.owed: list[set[int]] = []
        """Holders who speak before anything else happens (VE-FLO-04): those asked by the flor said
        last come first (ours)."""
        self.bet: Bet | None = None
        self.bet_wanted = False
        self.bet_refused: int | None = None
        """The side whose bet was refused."""

    # --- who is who ---

    @property
    def phase(self) -> str:
        return "over" if self.over else "play"

    def of(self, side: int) -> list[int]:
        return [seat for seat in self.seats if seat % 2 == side]

    def pie(self, side: int) -> int:
        return self.of(side)[-1]

    def reservada(self, seat: int) -> bool:
        return self.cards.flor(self.dealt[seat]) == RESERVADA

    def may_announce(self, seat: int) -> bool:
        """Whether somebody holds a flor that he can still say (VE-FLO-03, 05, 06)."""
        if seat in self.announced or seat in self.lost or not self.cards.has_flor(self.dealt[seat]):
            return False
        return self.laid[seat] < (2 if seat in self.a_ley else 1)

    # --- what may be done ---

    def answerers(self) -> set[int]:
        """Who may answer what is to be answered first: flor, then envido, then truco."""
        if self.bet:
            side = 1 - self.bet.side
            return {seat for seat in self.of(side) if seat in self.announced} - self.bet.no
        if self.owed:
            return self.owed[-1]
        pending = self.envido or self.truco
        assert pending
        side = 1 - pending.side
        if self.options["answer_by"] == "pie":
            return {self.pie(side)} - pending.no
        return set(self.of(side)) - pending.no

    def awaited(self) -> set[int]:
        if self.over:
            return set()
        if self.bet or self.owed or self.envido or self.truco:
            return self.answerers()
        return {self.tricks.turn}

    def legal(self, seat: int) -> set[str]:
        if self.over:
            return set()
        side = seat % 2
        if self.bet or self.owed:
            asking = self.bet.side if self.bet else 1 - next(iter(self.owed[-1])) % 2
            may = set() if side == asking else {"mazo"}
            if seat in self.answerers():
                may |= {"florquiero", "achico"} if self.bet else self.flor_answers()
            return may
        may = set()
        if self.may_say_flor(seat):
            may.add("flor")
        if self.may_say_a_ley(seat):
            may.add("aley")
        if self.envido:
            if side != self.envido.side:
                may.add("mazo")
            if seat in self.answerers():
                may |= {"quiero", "noquiero"}
                if not self.envido.falta:
                    lacks = self.target - max(self.score)
                    may |= {"envido", "faltaenvido", f"piedras 1-{lacks}"}
            return may
        if self.truco:
            if side != self.truco.side:
                may.add("mazo")
                if seat not in self.truco.no:
                    may |= self.openings(seat)
            if seat in self.answerers():
                may |= {"quiero", "noquiero"}
                if self.truco.step < GAME:
                    may.add(LADDER[self.truco.step])
            return may
        may.add("mazo")
        if seat == self.tricks.turn:
            may |= self.lays(seat) | self.openings(seat)
        if self.may_call_truco(seat):
            may.add(LADDER[self.level])
        return may

    def may_call_truco(self, seat: int) -> bool:
        """VE-TRU-01, VE-TRU-02, VE-PAR-05; nothing is pending."""
        if self.level == GAME or self.word not in (None, seat % 2):
            return False
        if self.piles is not None and self.options["parda_calls"] == "closed":
            return False
        return seat == self.tricks.turn or self.options["truco_when"] == "any_time"

    def may_say_flor(self, seat: int) -> bool:
        """VE-FLO-03; confirming an "a ley" at any moment (VE-FLO-06)."""
        if not self.may_announce(seat):
            return False
        if (
            seat in self.a_ley
            or self.options["flor_when"] == "any_time"
            or seat == self.tricks.turn
        ):
            return True
        if self.envido:
            return True
        return self.truco is not None and self.truco.side != seat % 2

    def flor_answers(self) -> set[str]:
        """VE-FLO-04; one bet in a hand (ours)."""
        if self.bet_wanted or self.bet_refused is not None:
            return {"flor"}
        return {"flor", "florenvido"}

    def may_say_a_ley(self, seat: int) -> bool:
        """VE-FLO-05. A player has no turn while an answer is awaited, as in VE-ENV-02; who could
        have no flor to say any more does not pretend to (both ours)."""
        if (
            self.envido
            or self.truco
            or seat != self.tricks.turn
            or self.laid[seat]
            or seat in self.a_ley
        ):
            return False
        if seat in self.announced or seat in self.lost:
            return False
        if any(other % 2 != seat % 2 for other in self.announced):
            return False
        return self.options["aley_bluff"] == "on" or self.may_announce(seat)

    def lays(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        if self.piles is not None:  # VE-PAR-02: the better one on top
            height = self.cards.power
            one, two = hand
            found = set()
            if height(one) >= height(two):
                found.add(f"stack {one} {two}")
            if height(two) >= height(one):
                found.add(f"stack {two} {one}")
            return found
        return lays(hand, self.tricks, self.options["cover_from"])

    def openings(self, seat: int) -> set[str]:
        """VE-ENV-02, VE-FLO-07."""
        if self.laid[seat] or not self.envido_open:
            return set()
        if self.truco and self.truco.step > 1:
            return set()
        if self.options["envido_callers"] == "pies" and seat != self.pie(seat % 2):
            return set()
        found = {"envido", "faltaenvido"}
        if self.may_say_a_ley(seat):
            found.add("aleyenvido")
        return found

    # --- steps ---

    def step(self, words: str) -> None:
        seat_text, verb, *rest = words.split()
        seat = int(seat_text)
        side = seat % 2
        if verb in ("envido", "faltaenvido", "piedras", "quiero", *LADDER):
            self.speaks_without_flor(seat)
        if verb in ("play", "cover"):
            self.lay(seat, rest[0], verb == "cover")
        elif verb == "stack":
            self.stack(seat, rest[0], rest[1])
        elif verb == "mazo":
            self.leave(side)
        elif verb == "flor":
            self.announce(seat)
        elif verb == "florenvido":
            self.announce(seat)
            self.bet = Bet(side)
        elif verb in ("florquiero", "achico"):
            self.answer_bet(seat, verb)
        elif verb == "aley":
            self.a_ley.add(seat)
        elif verb == "aleyenvido":
            self.a_ley.add(seat)
            self.called_a_ley = seat
            self.call_envido(side, "envido", 0)
        elif verb in LADDER:
            if self.truco:
                self.accept_truco()
            self.truco = Truco(side, self.level + 1)
        elif verb in ("envido", "faltaenvido", "piedras"):
            self.call_envido(side, verb, int(rest[0]) if rest else 0)
        elif verb == "quiero":
            if self.envido:
                self.accept_envido()
            else:
                self.accept_truco()
        else:
            assert verb == "noquiero", verb
            self.refuse(seat)

    def speaks_without_flor(self, seat: int) -> None:
        """VE-FLO-03, VE-FLO-06. A reservada cannot be announced any more either, but scores all
        the same (VE-FLO-08; ours)."""
        if seat not in self.announced:
            self.lost.add(seat)

    def everyone_said_no(self, no: set[int], seat: int) -> bool:
        """AR-PLA-03: with ``accept_prevails`` everybody has to refuse."""
        no.add(seat)
        return self.options["answer_by"] != "accept_prevails" or not self.answerers()

    # --- truco ---

    def accept_truco(self) -> None:
        assert self.truco
        self.level, self.word, self.truco = self.truco.step, 1 - self.truco.side, None
        self.envido_open = False

    def refuse(self, seat: int) -> None:
        if self.envido:
            if self.everyone_said_no(self.envido.no, seat):
                self.refuse_envido()
            return
        assert self.truco
        if self.everyone_said_no(self.truco.no, seat):
            self.end(self.truco.side, WORTH[self.truco.step - 1], played_out=False)

    # --- envido ---

    def call_envido(self, side: int, verb: str, stones: int) -> None:
        """VE-ENV-03, VE-ENV-04."""
        before = self.envido.wanted if self.envido else 0
        adds = {"envido": 2, "piedras": stones, "faltaenvido": 0}[verb]
        self.envido = Envido(side, before + adds, before, verb == "faltaenvido")
        self.envido_open = False

    def refuse_envido(self) -> None:
        """VE-ENV-05."""
        assert self.envido
        self.pay("envido", self.envido.side, max(1, self.envido.before))
        self.envido = None

    def accept_envido(self) -> None:
        """VE-ENV-03, VE-ENV-06: settled at the end."""
        assert self.envido
        self.accepted = self.envido.wanted
        if self.envido.falta:
            self.accepted = max(self.envido.before, self.target - max(self.score))
        self.envido = None

    def count_envido(self) -> None:
        """VE-ENV-03: an accepted one, at the end."""
        if self.accepted:
            values = {seat: self.envido_of(seat) for seat in self.seats}
            best = next(seat for seat in self.seats if values[seat] == max(values.values()))
            self.pay("envido", best % 2, self.accepted)

    def envido_of(self, seat: int) -> int:
        """VE-ENV-01, VE-FLO-07."""
        if seat == self.called_a_ley and seat in self.announced:
            return max(self.cards.flor(self.dealt[seat]), self.cards.envido(self.dealt[seat]))
        return self.cards.envido(self.dealt[seat])

    # --- flor ---

    def announce(self, seat: int) -> None:
        """VE-FLO-03, VE-FLO-04."""
        self.announced.append(seat)
        self.owed = [rest for asked in self.owed if (rest := asked - {seat})]
        if seat != self.called_a_ley:
            self.envido, self.accepted = None, 0
            self.envido_open = False
        asked = {
            rival
            for rival in self.of(1 - seat % 2)
            if self.may_announce(rival)
            and not self.reservada(rival)
            and not any(rival in before for before in self.owed)
        }
        if asked:
            self.owed.append(asked)

    def answer_bet(self, seat: int, verb: str) -> None:
        assert self.bet
        if verb == "florquiero":
            self.bet, self.bet_wanted = None, True
        elif self.everyone_said_no(self.bet.no, seat):
            self.decline_bet()

    def decline_bet(self) -> None:
        assert self.bet
        self.bet_refused, self.bet = self.bet.side, None

    def count_flores(self) -> None:
        """VE-FLO-04, VE-FLO-08: at the end, among those announced and not lost."""
        shown = {seat for seat in self.seats if self.reservada(seat)}
        silent = shown - set(self.announced)
        values = {seat: self.cards.flor(self.dealt[seat]) for seat in silent | set(self.announced)}
        if not values:
            return
        best = next(seat for seat in self.seats if values.get(seat) == max(values.values()))
        side, points = best % 2, 3
        if self.bet_wanted:
            points = 5  # silent or not, the reservada plays it (ours)
        if self.bet_refused is not None and not silent:
            side = self.bet_refused
        further = sum(1 for seat in values if seat % 2 == side) - 1
        self.pay("flor", side, points + 3 * further)

    # --- cards ---

    def lay(self, seat: int, card: str, covered: bool) -> None:
        self.put(seat, card)
        self.tricks.lay(seat, card, covered)
        tied = self.tricks.results == [None] and not self.tricks.table
        if tied and self.options["first_parda"] == "stacked":
            self.piles = {}
            return
        won = self.tricks.winner
        if won is not None:
            self.end(won, self.value(won), played_out=True)

    def put(self, seat: int, *cards: str) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.laid[seat] += len(cards)

    def stack(self, seat: int, top: str, below: str) -> None:
        assert self.piles is not None
        self.put(seat, top, below)
        self.piles[seat] = (top, below)
        if len(self.piles) < self.players:
            self.tricks.turn = self.tricks.from_seat(seat)[1]
            return
        tied = self.seats
        for place in (0, 1):  # VE-PAR-02, VE-PAR-03
            heights = {holder: self.cards.power(self.piles[holder][place]) for holder in tied}
            tied = [holder for holder in tied if heights[holder] == max(heights.values())]
            if len({holder % 2 for holder in tied}) == 1:  # VE-PAR-07
                break
        side = tied[0] % 2  # VE-PAR-04
        self.end(side, self.value(side), played_out=True)

    # --- the end ---

    def value(self, side: int) -> int:
        """What the hand is worth to a side (VE-TRU-03)."""
        if self.level < GAME:
            return WORTH[self.level]
        return self.target - self.score[side]

    def leave(self, side: int) -> None:
        """VE-MAZ-01."""
        rivals = 1 - side
        early = (
            not self.tricks.results
            and self.envido_open
            and not self.level
            and not (self.envido or self.truco or self.bet or self.owed)
        )
        # A call of the others counts as refused, one's own lapses (AR-MAZ-05), of the envido with
        # what it accepted (ours).
        points = self.value(rivals)
        if self.bet:
            self.decline_bet()
        elif self.envido and self.envido.side == rivals:
            self.refuse_envido()
        elif early:  # AR-MAZ-02
            points = int(self.options["mazo_early"])
        self.end(rivals, points, played_out=False)

    def end(self, side: int, points: int, *, played_out: bool) -> None:
        """VE-MAT-02, VE-FLO-09."""
        self.over = True
        self.truco = self.envido = None
        holds = played_out and any(self.reservada(seat) for seat in self.of(side))
        five = holds and self.options["reservada_pays"] == "five"
        if five:  # nothing of what was accepted, but for the game; what was refused is paid (ours)
            self.pay("flor", side, 3)
            self.pay("envido", side, 1)
            points = points if self.level == GAME else 1
        else:
            self.count_flores()
            self.count_envido()
            points = max(3, points) if holds else points
        self.pay("truco", side, points)

    def pay(self, kind: str, side: int, points: int) -> None:
        self.paid.append((kind, side, points))

    def points(self) -> tuple[int, int]:
        a, b = (sum(won for _, to, won in self.paid if to == side) for side in (0, 1))
        return a, b

    def winner(self) -> int | None:
        """Who is first at the target (VE-MAT-02); of one kind, what was paid first (ours)."""
        score = list(self.score)
        for kind in ("flor", "envido", "truco"):
            for paid, side, points in self.paid:
                score[side] += points if paid == kind else 0
                if score[side] >= self.target:
                    return side
        return None
