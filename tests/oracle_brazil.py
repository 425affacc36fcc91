"""A second opinion on truco paulista and truco mineiro.

Written from the rules pages alone; it shares no code with the engine and speaks the words of a
record. A :class:`Judge` is told the steps of one hand and knows at any moment what each seat may
do, and at the end who receives how many points and what becomes of the game. Sides are ``"A"``
(even seats) and ``"B"``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Card = str
Side = str

# --- cards ---------------------------------------------------------------------------------------

STRONG_TO_WEAK = "32AKJQ7654"
SUITS = "chsd"
"""Clubs beat hearts beat spades beat diamonds, among manilhas."""
AFTER = dict(zip("4567QJKA23", "567QJKA234", strict=True))
AFTER_CLEAN = dict(zip("QJKA23", "JKA23Q", strict=True))
FIXED = ("4c", "7h", "As", "7d")

FULL_DECK = frozenset(rank + suit for rank in STRONG_TO_WEAK for suit in SUITS)
CLEAN_DECK = frozenset(rank + suit for rank in "QJKA23" for suit in SUITS)
CLEAN_DECK_FIXED = CLEAN_DECK | {"4c", "7h", "7d"}


def has_vira(variant: str, options: Mapping[str, str]) -> bool:
    return variant == "paulista" and options.get("manilhas", "vira") == "vira"


def deck_of(variant: str, options: Mapping[str, str]) -> frozenset[Card]:
    if options.get("deck", "full") == "full":
        return FULL_DECK
    return CLEAN_DECK if has_vira(variant, options) else CLEAN_DECK_FIXED


def manilhas(vira: Card | None, clean: bool) -> tuple[Card, ...]:
    """The four best cards, best first."""
    if vira is None:
        return FIXED
    rank = (AFTER_CLEAN if clean else AFTER)[vira[0]]
    return tuple(rank + suit for suit in SUITS)


def power(card: Card, best: Sequence[Card]) -> int:
    """Greater beats smaller, equals tie."""
    if card in best:
        return 100 - best.index(card)
    return 50 - STRONG_TO_WEAK.index(card[0])


# --- values --------------------------------------------------------------------------------------

LADDERS = {
    "paulista": (("truco", 3), ("seis", 6), ("nove", 9), ("doze", 12)),
    "2-4-6-10-12": (("truco", 4), ("seis", 6), ("dez", 10), ("doze", 12)),
    "2-4-8-10-12": (("truco", 4), ("seis", 8), ("dez", 10), ("doze", 12)),
    "2-4-6-9-12": (("truco", 4), ("seis", 6), ("nove", 9), ("doze", 12)),
}
SILENT = {"paulista": 1, "mineiro": 2}
SPECIAL_WORTH = {"paulista": 3, "mineiro": 4}
SPECIAL_FROM = {
    ("paulista", 12): 11,
    ("paulista", 15): 14,
    ("paulista", 24): 23,
    ("mineiro", 12): 10,
}

# PA-HAN: how a hand ends, by its tricks; the other half exchanges A and B.
ENDINGS: dict[str, Side | None] = {
    "AA": "A",
    "ABA": "A",
    "ABB": "B",
    "TA": "A",
    "TTA": "A",
    "AT": "A",
    "ABT": "A",
    "TTT": None,
}
EXCHANGE = str.maketrans("AB", "BA")
ENDINGS |= {
    tricks.translate(EXCHANGE): winner and winner.translate(EXCHANGE)
    for tricks, winner in ENDINGS.items()
}

YES, NO = "quiero", "noquiero"
SYNONYMS = {"quero": YES, "naoquero": NO, "paso": NO}


def side_of(seat: int) -> Side:
    return "AB"[seat % 2]


@dataclass
class Laid:
    seat: int
    card: Card
    covered: bool


@dataclass
class Call:
    """A call that waits for its answer."""

    side: Side
    step: int
    refused_by: set[int] = field(default_factory=set)


class Judge:
    """One hand."""

    def __init__(
        self,
        variant: str,
        players: int,
        dealer: int,
        hands: Mapping[int, Sequence[Card]],
        vira: Card | None,
        options: Mapping[str, str],
        score: tuple[int, int] = (0, 0),
        games: tuple[int, int] = (0, 0),
    ) -> None:
        self.variant, self.players, self.options = variant, players, options
        self.mao = (dealer + 1) % players
        self.dealt = {seat: list(cards) for seat, cards in hands.items()}
        self.held = {seat: list(cards) for seat, cards in hands.items()}
        self.best = manilhas(vira, self.option("deck", "full") == "clean")
        self.before = dict(zip("AB", score, strict=True))
        self.games = dict(zip("AB", games, strict=True))
        self.target = int(self.option("target", "12"))
        self.games_to_win = int(self.option("games_to_win", "1"))
        name = variant if variant == "paulista" else self.option("ladder", "2-4-6-10-12")
        self.ladder = list(LADDERS[name])
        if self.games_to_win > 1 and self.option("match_call", "on") == "on":
            self.ladder.append(("queda", self.target))
        self.silent = SILENT[variant]

        near = SPECIAL_FROM[variant, self.target]
        there = [side for side in "AB" if self.before[side] >= near]
        self.kind = ("plain", "special", "ferro")[len(there)]
        if self.kind == "special" and players == 2 and self.option("special_solo", "on") == "off":
            self.kind = "plain"
        self.decider = there[0] if self.kind == "special" else ""
        self.run_said: set[int] = set()
        self.deciding = self.kind == "special"
        self.blind = self.kind == "ferro" and self.option("ferro", "own") == "blind"

        self.step_reached = 0
        self.word: Side | None = None
        self.call: Call | None = None
        self.must_beat: Side | None = None
        self.leader = self.turn = self.mao
        self.table: list[Laid] = []
        self.tricks = ""
        self.over = False
        self.received = {"A": 0, "B": 0}
        self.match_to: Side | None = None

    @property
    def phase(self) -> str:
        return "over" if self.over else "play"

    def option(self, name: str, default: str) -> str:
        return self.options.get(name, default)

    # --- what a seat may do ----------------------------------------------------------------------

    @property
    def worth(self) -> int:
        if self.kind == "special":
            return SPECIAL_WORTH[self.variant]
        return self.ladder[self.step_reached - 1][1] if self.step_reached else self.silent

    def may_raise_to(self, side: Side, step: int) -> bool:
        if step > len(self.ladder):
            return False
        if self.option("raise_cap", "none") == "needed":
            present = self.ladder[step - 2][1] if step > 1 else self.silent
            return self.before[side] + present < self.target
        return True

    def legal(self, seat: int) -> set[str]:
        """Every step this seat may take, the faults among them, in canonical words."""
        if self.over:
            return set()
        side = side_of(seat)
        if self.deciding:
            answers = side == self.decider and seat not in self.run_said
            return {"joga", "corre"} if answers else set()
        if self.call is not None:
            if side == self.call.side or seat in self.call.refused_by:
                return set()
            words = {YES, NO}
            if self.may_raise_to(side, self.call.step + 1):
                words.add(self.ladder[self.call.step][0])
            return words
        return self.cards(seat) | self.new_call(seat) | self.faults(seat) | self.claim(seat)

    def awaited(self) -> set[int]:
        if self.over or self.deciding or self.call is not None:
            return {seat for seat in range(self.players) if self.legal(seat)}
        return {self.turn}

    def new_call(self, seat: int) -> set[str]:
        side = side_of(seat)
        step = self.step_reached + 1
        if (
            self.kind != "plain"
            or self.word not in (None, side)
            or (self.option("truco_when", "any_time") == "own_turn" and seat != self.turn)
            or not self.may_raise_to(side, step)
        ):
            return set()
        return {self.ladder[step - 1][0]}

    def faults(self, seat: int) -> set[str]:
        """What is possible and punished: a truco in a special hand, once it is played."""
        if self.over or self.kind == "plain" or self.deciding:
            return set()
        return set() if self.option("special_call", "lose_hand") == "illegal" else {"truco"}

    def claim(self, seat: int) -> set[str]:
        holds = self.best[0] in self.held[seat] and self.best[1] in self.held[seat]
        on = self.option("claim_unbeatable", "on") == "on"
        return (
            {"mostrar"} if self.kind == "special" and on and seat == self.turn and holds else set()
        )

    def cards(self, seat: int) -> set[str]:
        if seat != self.turn:
            return set()
        held = self.held[seat]
        if self.blind:
            dealt = self.dealt[seat]
            return {f"play {dealt.index(card) + 1}" for card in held}
        if self.option("show_after_tie", "free") == "highest" and self.tricks == "T":
            top = max(power(card, self.best) for card in held)
            return {f"play {card}" for card in held if power(card, self.best) == top}
        words = {f"play {card}" for card in held}
        if self.may_cover(seat):
            words |= {f"cover {card}" for card in held}
        return words

    def may_cover(self, seat: int) -> bool:
        first = self.option("cover_from", "2")
        if first == "never" or len(self.tricks) + 1 < int(first):
            return False
        if self.option("cover_limit", "none") == "one_per_team" and any(
            laid.covered and side_of(laid.seat) == side_of(seat) for laid in self.table
        ):
            return False
        return not (self.option("cover_after_tie", "allowed") == "forbidden" and "T" in self.tricks)

    # --- steps -----------------------------------------------------------------------------------

    def canonical(self, seat: int, words: str) -> str:
        verb, *rest = words.split()
        verb = SYNONYMS.get(verb, verb)
        if verb == "corre" and not self.deciding:
            verb = NO
        if verb == "play" and self.blind and rest[0] in self.dealt[seat]:
            rest = [str(self.dealt[seat].index(rest[0]) + 1)]
        return " ".join([verb, *rest])

    def step(self, line: str) -> None:
        """``seat verb [argument]``; it must be possible."""
        number, words = line.split(maxsplit=1)
        seat = int(number)
        words = self.canonical(seat, words)
        assert words in self.legal(seat), f"{line} is not possible"
        verb, *rest = words.split()
        match verb:
            case "joga":
                self.deciding = False
            case "corre":
                self.run_said.add(seat)
                if self.is_final(self.decider, self.run_said):
                    self.end(self.others(self.decider), self.run_pays())
            case "quiero":
                assert self.call is not None
                self.accepted(self.call)
                self.call = None
            case "noquiero":
                self.refuse(seat)
            case "mostrar":
                self.end(side_of(seat), self.worth)
            case "play" | "cover":
                self.lay(seat, rest[0], verb == "cover")
            case _:
                self.say(seat, verb)

    def others(self, side: Side) -> Side:
        return "B" if side == "A" else "A"

    def run_pays(self) -> int:
        return 1 if self.variant == "paulista" else int(self.option("special_run", "2"))

    def is_final(self, side: Side, said_no: set[int]) -> bool:
        if self.option("answer_by", "first_speaks") == "first_speaks":
            return True
        return all(seat in said_no for seat in range(self.players) if side_of(seat) == side)

    def refuse(self, seat: int) -> None:
        call = self.call
        assert call is not None
        call.refused_by.add(seat)
        if self.is_final(self.others(call.side), call.refused_by):
            before = self.ladder[call.step - 2][1] if call.step > 1 else self.silent
            self.end(call.side, before)

    def accepted(self, call: Call) -> None:
        self.step_reached = call.step
        self.word = self.others(call.side)

    def say(self, seat: int, verb: str) -> None:
        side = side_of(seat)
        rivals = self.others(side)
        if self.kind != "plain":
            lost_game = self.option("special_call", "lose_hand") == "lose_game"
            self.end(rivals, self.target - self.before[rivals] if lost_game else self.worth)
            return
        if self.call is not None:
            self.accepted(self.call)
        over_a_card = any(side_of(laid.seat) == rivals and not laid.covered for laid in self.table)
        if over_a_card and self.option("truco_must_beat", "off") == "on":
            self.must_beat = side
        self.call = Call(side, self.step_reached + 1)
        assert self.ladder[self.step_reached][0] == verb

    def lay(self, seat: int, what: str, covered: bool) -> None:
        card = self.dealt[seat][int(what) - 1] if what in ("1", "2", "3") else what
        self.held[seat].remove(card)
        self.table.append(Laid(seat, card, covered))
        self.turn = (seat + 1) % self.players
        if len(self.table) == self.players:
            self.trick_over()

    def trick_over(self) -> None:
        def worth(laid: Laid) -> int:
            return 0 if laid.covered else power(laid.card, self.best)

        top = max(worth(laid) for laid in self.table)
        winners = [laid.seat for laid in self.table if worth(laid) == top]
        if {side_of(seat) for seat in winners} == {"A", "B"} and self.must_beat is not None:
            winners = [seat for seat in winners if side_of(seat) != self.must_beat]
        if len({side_of(seat) for seat in winners}) == 1:
            self.tricks += side_of(winners[0])
            leads = winners[0]
        else:
            self.tricks += "T"
            leads = {
                "last_tied": winners[-1],
                "first_tied": winners[0],
                "previous_leader": self.leader,
            }[self.option("tie_lead", "last_tied")]
        self.table = []
        self.must_beat = None
        self.leader = self.turn = leads
        if self.tricks in ENDINGS:
            self.tricks_over(ENDINGS[self.tricks])

    def tricks_over(self, winner: Side | None) -> None:
        if winner is None and self.option("all_tied", "none") == "mano":
            winner = side_of(self.mao)
        if winner is None:
            self.over = True
        elif self.step_reached and self.ladder[self.step_reached - 1][0] == "queda":
            self.match_to = winner
            self.end(winner, self.target - self.before[winner])
        else:
            self.end(winner, self.worth)

    def end(self, winner: Side, points: int) -> None:
        self.received[winner] = points
        self.over = True

    # --- what came of it -------------------------------------------------------------------------

    def points(self) -> tuple[int, int]:
        """Received in this hand, not cut at the target."""
        return self.received["A"], self.received["B"]

    def final_score(self) -> tuple[int, int]:
        """The score after the hand, points beyond the target not kept."""
        a, b = (min(self.before[side] + self.received[side], self.target) for side in "AB")
        return a, b

    def game_to(self) -> Side | None:
        """Who has won the game with this hand."""
        for side, points in zip("AB", self.final_score(), strict=True):
            if points == self.target:
                return side
        return None

    def winner(self) -> int | None:
        """The same by number."""
        winner = self.game_to()
        return "AB".index(winner) if winner else None

    def games_after(self) -> tuple[int, int]:
        games = dict(self.games)
        winner = self.game_to()
        if winner is not None:
            games[winner] = self.games_to_win if self.match_to else games[winner] + 1
        return games["A"], games["B"]


# --- records, by a few lines of this module alone ------------------------------------------------
