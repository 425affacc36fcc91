"""A second opinion on a hand of truco uruguayo: who may do what, and what it pays.

Written from the rules page alone; it shares no code with ``engine``. Cards and steps are the words
of a record. It trusts the steps it is given, says before each what every seat may do and for whom
the table waits, and at the end what the hand paid. Declarations by mouth, points in escrow and
leaving alone (``declare=manual``, ``show=claim``, ``mazo=player``) are argentino's, and judged by
that game's oracle; here they are as usual.

Where the page is silent it follows the same decisions as the engine, and says "ours".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SUITS = "eboc"
PIECES = (2, 4, 5, 11, 10)
MATAS = ("1e", "1b", "7e", "7o")
CHICAS = (3, 2, 1, 12, 11, 10, 7, 6, 5, 4)
LADDER = ("truco", "retruco", "vale4")
WORTH = (1, 2, 3, 4)
FLORES = ("flor", "florenvido", "resto", "florquiero", "achico")


def number(card: str) -> int:
    return int(card[:-1])


def face(card: str) -> int:
    return number(card) if number(card) <= 7 else 0


class Cards:
    """What cards are worth under a muestra (UY-CAR, UY-ENV-01, UY-FLO-01, UY-FLO-02)."""

    def __init__(self, muestra: str, values: str) -> None:
        self.pieces: dict[str, int] = {}
        self.order: list[str] = []
        points = {2: 30, 4: 29, 5: 28, 11: 27, 10: 27}
        if values == "perico_30":
            points |= {11: 30, 10: 29}
        for rank in PIECES:
            card = f"{rank}{muestra[-1]}"
            stands_in = f"12{muestra[-1]}" if card == muestra else card
            self.pieces[stands_in] = points[rank]
            self.order.append(stands_in)

    def height(self, card: str) -> int:
        if card in self.pieces:
            return 100 - self.order.index(card)
        if card in MATAS:
            return 50 - MATAS.index(card)
        return 20 - CHICAS.index(number(card))

    def envido(self, cards: Sequence[str]) -> int:
        held = [self.pieces[card] for card in cards if card in self.pieces]
        if held:
            # Of several (a flor kept silent) the best counts as a piece, the others what they
            # show (ours).
            return max(held) + max(
                max(face(card) for card in cards if card != piece)
                for piece in cards
                if self.pieces.get(piece) == max(held)
            )
        pairs = [
            20 + face(one) + face(two)
            for at, one in enumerate(cards)
            for two in cards[at + 1 :]
            if one[-1] == two[-1]
        ]
        return max(pairs) if pairs else max(map(face, cards))

    def is_flor(self, cards: Sequence[str]) -> bool:
        plain = {card[-1] for card in cards if card not in self.pieces}
        held = sum(card in self.pieces for card in cards)
        return held >= 2 or len(plain) == 1

    def flor(self, cards: Sequence[str]) -> int:
        held = sorted((self.pieces[card] for card in cards if card in self.pieces), reverse=True)
        plain = sum(face(card) for card in cards if card not in self.pieces)
        if not held:
            return 20 + plain
        return held[0] + sum(points % 10 for points in held[1:]) + plain


def half(target: int) -> int:
    return -(-target // 2)


def duels_are_due(options: Mapping[str, str], score: Sequence[int]) -> bool:
    """UY-SEI-01 and its options."""
    target = int(options["target"])
    if max(score) < int(options["duels_from"]):
        return False
    until = options["duels_until"]
    if until == "half":
        return max(score) < half(target)
    return target - max(score) >= int(until)


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
class Truco:
    side: int
    step: int
    no: set[int] = field(default_factory=set)


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
        self.hands = [list(hand) for hand in hands]
        self.dealt = [tuple(hand) for hand in hands]
        self.cards = Cards(muestra, options["piece_values"])
        self.score = list(score)
        self.won: list[tuple[int, int, int, int]] = []
        """Duel, kind (0 flor, 1 envido, 2 hand), side, points."""
        around = [(dealer + 1 + step) % players for step in range(players)]
        self.contests = [around]
        if duels:  # UY-SEI-02
            self.contests = [[seat, (seat + 3) % 6] for seat in around[:3]]
        self.duels = duels
        self.phase = "play"
        self.announced: set[int] = set()
        self.claimed: set[int] = set()
        self.begun: set[int] = set()
        self.leaving = False
        self.duel = -1
        self.next_contest()

    # --- the contest ---

    def next_contest(self) -> None:
        self.duel += 1
        self.seats = self.contests[self.duel]
        self.begun |= set(self.seats)
        self.turn = self.lead = self.seats[0]
        self.trick: list[tuple[int, str, bool]] = []
        self.tricks: list[int | None] = []
        self.played: set[int] = set()
        self.level = 0
        self.word: int | None = None
        self.truco: Truco | None = None
        self.envido: Envido | None = None
        self.envido_open = True
        self.flor: Flor | None = None
        self.flor_open = True
        self.spoken: set[int] = set()
        """Who has said truco or quiero (UY-ENV-02)."""
        self.announce_by_program()

    def of(self, side: int) -> list[int]:
        return [seat for seat in self.seats if seat % 2 == side]

    def pie(self, side: int) -> int:
        return self.of(side)[-1]

    def has_flor(self, seat: int) -> bool:
        return self.cards.is_flor(self.dealt[seat])

    @property
    def obligatory(self) -> bool:
        """UY-FLO-03; with ``optional`` a flor that is not said just does not score (UY-FLO-10)."""
        return self.options["flor_call"] != "optional"

    # --- what may be done ---

    def answerers(self) -> set[int]:
        """Who may answer what is to be answered first: flor, then envido, then truco."""
        if self.flor:
            return self.flor.asked - self.flor.no
        pending = self.envido or self.truco
        assert pending
        side = 1 - pending.side
        if self.options["answer_by"] == "pie":
            return {self.pie(side)} - pending.no
        return set(self.of(side)) - pending.no

    def awaited(self) -> set[int]:
        if self.phase != "play":
            return set()
        if self.flor or self.envido or self.truco:
            return self.answerers()
        return {self.turn}

    def legal(self, seat: int) -> set[str]:
        if self.phase == "claims":
            return self.claims(seat)
        if self.phase != "play" or seat not in self.seats:
            return set()
        side = seat % 2
        may: set[str] = set()
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
                if seat == self.turn:  # AR-TRU-07
                    may |= self.lays(seat)
            return may
        may.add("mazo")
        if seat == self.turn:
            may |= self.lays(seat) | self.openings(seat)
        own_turn = self.options["truco_when"] == "own_turn"
        if self.level < 3 and self.word in (None, side) and (seat == self.turn or not own_turn):
            may.add(LADDER[self.level])
        return may

    def lays(self, seat: int) -> set[str]:
        cover = self.options["cover_from"]
        covers = cover != "never" and len(self.tricks) + 1 >= int(cover)
        verbs = ("play", "cover") if covers else ("play",)
        return {f"{verb} {card}" for verb in verbs for card in self.hands[seat]}

    def may_say_flor(self, seat: int) -> bool:
        """UY-FLO-03, AR-FLO-03."""
        if not self.flor_open or seat in self.played or not self.has_flor(seat):
            return False
        if self.options["flor_when"] == "any_time" or seat == self.turn or self.envido:
            return True
        return self.truco is not None and self.truco.side != seat % 2

    def openings(self, seat: int) -> set[str]:
        """UY-ENV-02, UY-ENV-10."""
        if self.tricks or not self.envido_open or seat in self.played | self.spoken:
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
                found |= {one for one in self.numbered(2) if one.startswith("envido")}
            found.add("realenvido")
            found |= {one for one in self.numbered(2) if one.startswith("real")}
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
        """AR-FLO-13: of an opponent who announced none, once for a side."""
        if seat % 2 in self.claimed or seat not in self.begun:
            return set()
        others = [(seat + 3) % 6] if self.duels else range(self.players)
        return {
            f"pidoflor {one}" for one in others if one % 2 != seat % 2 and one not in self.announced
        }

    # --- steps ---

    def step(self, words: str) -> None:
        seat_text, verb, *rest = words.split()
        seat = int(seat_text)
        side = seat % 2
        if verb in ("play", "cover"):
            if self.truco:
                self.accept_truco()
            self.lay(seat, rest[0], verb == "cover")
        elif verb == "pidoflor":
            self.claimed.add(side)
            asked = int(rest[0])
            found = self.has_flor(asked)
            points = 3 if found else int(self.options["pido_false"])
            if points:
                duel = next(n for n, seats in enumerate(self.contests) if seat in seats)
                self.won.append((duel, 0, side if found else 1 - side, points))
        elif verb == "mazo":
            self.leave(side)
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
        else:
            assert verb == "noquiero", verb
            self.refuse(seat)
        if self.phase == "play":
            self.announce_by_program()

    def everyone_said_no(self, no: set[int], seat: int) -> bool:
        """AR-PLA-03: with ``accept_prevails`` everybody has to refuse."""
        no.add(seat)
        return self.options["answer_by"] != "accept_prevails" or not self.answerers()

    def accept_truco(self) -> None:
        assert self.truco
        self.level, self.word, self.truco = self.truco.step, 1 - self.truco.side, None

    def refuse(self, seat: int) -> None:
        if self.envido:
            if self.everyone_said_no(self.envido.no, seat):
                self.settle_envido_refused()
            return
        assert self.truco
        if self.everyone_said_no(self.truco.no, seat):
            self.end_contest(self.truco.side, WORTH[self.truco.step - 1])

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
        target, leader = int(self.options["target"]), max(self.score)
        if self.duels:
            return int(self.options["duel_cap"])
        if self.options["falta"] == "to_buenas" and leader < half(target):
            return half(target) - leader
        return target - leader

    def settle_envido_refused(self) -> None:
        assert self.envido
        side, points = self.envido.side, max(1, self.envido.before)
        self.envido, self.envido_open = None, False
        self.pay(1, side, points)

    def accept_envido(self) -> None:
        assert self.envido
        pending, self.envido = self.envido, None
        self.envido_open = self.flor_open = False
        points = pending.wanted or self.falta()
        if self.options["falta_cap"] == "on":
            points = min(points, self.falta())
        self.pay(1, self.better() % 2, points)

    def better(self) -> int:
        """UY-ENV-09."""
        envido = {seat: self.cards.envido(self.dealt[seat]) for seat in self.seats}
        if self.options["envido_tie"] == "nearest_mano":
            return next(seat for seat in self.seats if envido[seat] == max(envido.values()))
        leader = self.seats[0]
        while True:
            higher = [
                seat
                for seat in self.seats
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
        moment = [self.turn]
        if self.envido:
            moment = self.seats
        elif self.truco:
            moment = self.of(1 - self.truco.side)
        for seat in moment:
            if seat not in self.played and self.has_flor(seat):
                self.announce(seat)
                return

    def announce(self, seat: int) -> None:
        """UY-FLO-03, UY-FLO-04."""
        self.flor_open = self.envido_open = False
        self.envido = None
        side = seat % 2
        holders = {one for one in self.seats if one not in self.played and self.has_flor(one)}
        self.announced |= holders
        asked = {one for one in holders if one % 2 != side}
        if asked:
            self.flor = Flor(side, "flor", asked)
        else:
            self.pay(0, side, 3 * self.flores(side))

    def flores(self, side: int) -> int:
        return sum(1 for seat in self.of(side) if seat in self.announced)

    def answer_flor(self, seat: int, verb: str) -> None:
        flor = self.flor
        assert flor
        side = seat % 2
        if verb in ("florenvido", "resto"):
            asked = {one for one in self.of(1 - side) if one in self.announced}
            self.flor = Flor(side, verb, asked, over=flor.verb)
        elif verb == "achico":
            if self.everyone_said_no(flor.no, seat):
                self.decline_flor()
        else:
            self.flor = None
            holders = [one for one in self.seats if one in self.announced]
            values = {one: self.cards.flor(self.dealt[one]) for one in holders}
            best = next(one for one in holders if values[one] == max(values.values()))
            winner = best % 2
            own = 3 * self.flores(winner)
            points = {"flor": own, "florenvido": 5 + own - 3, "resto": self.resto(winner)}
            self.pay(0, winner, points[flor.verb])

    def resto(self, winner: int) -> int:
        """UY-FLO-07, UY-SEI-03."""
        target = int(self.options["target"])
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
        further = 3 * (self.flores(flor.side) - 1)
        points = 3
        if flor.verb == "resto" and flor.over == "florenvido":
            points = int(self.options["resto_refused_raise"])
        self.pay(0, flor.side, points + further)

    # --- cards ---

    def lay(self, seat: int, card: str, covered: bool) -> None:
        self.hands[seat].remove(card)
        self.played.add(seat)
        self.trick.append((seat, card, covered))
        if len(self.trick) < len(self.seats):
            self.turn = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
            return
        heights = [0 if down else self.cards.height(card) for _, card, down in self.trick]
        best = [
            laid[0] for laid, high in zip(self.trick, heights, strict=True) if high == max(heights)
        ]
        self.trick = []
        sides = {one % 2 for one in best}
        winner: int | None = best[0]
        if len(sides) == 2:
            winner = None
            if self.options["equal_cards"] == "mano":  # UY-CAR-04; the nearest the mano, ours
                winner = min(best, key=self.seats.index)
        self.tricks.append(None if winner is None else winner % 2)
        self.turn = self.lead = self.seats[0] if winner is None else winner
        mano = self.seats[0] % 2
        won = self.winner_of_hand(mano)
        if won is not None:
            self.end_contest(won, WORTH[self.level])

    def winner_of_hand(self, mano: int) -> int | None:
        """AR-HAN-01 to 07."""
        tricks = self.tricks
        wins = [side for side in tricks if side is not None]
        for side in (0, 1):
            if wins.count(side) == 2:
                return side
        if len(tricks) > 1 and wins and None in tricks:
            return wins[0]
        return mano if len(tricks) == 3 else None

    # --- the end ---

    def leave(self, side: int) -> None:
        """UY-MAZ-01, UY-MAZ-02."""
        rivals = 1 - side
        early = (
            not self.tricks
            and self.envido_open
            and not self.level
            and not (self.flor or self.envido or self.truco)
        )
        whole = WORTH[self.level]
        self.leaving = True  # one event: all of it is received (ours)
        if self.flor:
            self.decline_flor()
        elif self.envido:
            self.settle_envido_refused()
        elif early and self.options["mazo_early"] == "2":
            self.pay(1, rivals, 1)  # AR-MAZ-02; nothing for flores that nobody said
        self.end_contest(rivals, whole)

    def pay(self, kind: int, side: int, points: int) -> None:
        """Flor and envido are scored at once, and who is home ends the hand (UY-MAT-03)."""
        self.won.append((self.duel, kind, side, points))
        self.score[side] += points
        if self.score[side] >= int(self.options["target"]) and not self.leaving:
            self.phase = "over"

    def end_contest(self, side: int, points: int) -> None:
        self.won.append((self.duel, 2, side, points))
        self.score[side] += points
        self.leaving = False
        self.truco = self.envido = self.flor = None
        home = max(self.score) >= int(self.options["target"])
        if self.duel + 1 < len(self.contests) and not home:
            self.next_contest()
            return
        self.phase = "claims" if self.options["flor_call"] == "claim" else "over"

    def close(self) -> None:
        """The time for claims is over."""
        self.phase = "over"

    def points(self) -> tuple[int, int]:
        points = [0, 0]
        for _, _, side, won in self.won:
            points[side] += won
        return points[0], points[1]
