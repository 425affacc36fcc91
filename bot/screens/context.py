"""What every picture of a running match needs: the view, the names, the words, the tokens.

Everything is built from a :class:`~engine.seen.view.SeatView` and from
:class:`~bot.model.MatchInfo`, which anybody may know. The picture for the channel is therefore a
function of the public view, and two deals that look the same from there look the same here.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import repeat
from typing import Final

from bot.model import MatchInfo, Status, forfeited
from bot.screen import Button, CardMark, Score, SeatMark, TrickRow
from bot.screens.tally import abreast, standing
from bot.tokens import GO_ON, encode, point
from bot.words import Words
from bot.words.cards import MANILHAS, PIECES, TURNED
from bot.words.options import in_halves
from bot.words.shouts import BUTTONS, DUELS, caption, shout
from engine.actions import CORRE, FLOR, JOGA, MAZO, PART_VERBS, TENGO, VER, Legal, Range
from engine.cards import UNKNOWN, Card
from engine.moves.envido import worth
from engine.rules.ranking import order_with, pieces_of
from engine.rules.rule_set import RuleSet
from engine.seen.view import SeatView, table_of
from engine.state.facts import EVERYBODY, HOLDS
from engine.state.seats import asked_side, is_blind
from engine.state.state import (
    BLIND_GAME,
    CLAIMS,
    ENVIDO_GAME,
    FLOR_GAME,
    FLOR_PARTNERS,
    KIND_NAMES,
    NOBODY,
    OPEN,
    ORDINARY,
    OVER,
    PLAYING,
    SPECIAL_GAME,
    TRUCO_GAME,
    TRUCO_POINTS_KIND,
    Entry,
    Pending,
    Play,
    Position,
)
from engine.state.table import Table

SIDES: Final = ("A", "B")
UNTIMED: Final = (
    "quiero",
    "florquiero",
    JOGA,
    *PART_VERBS,
    "noquiero",
    "achico",
    "passo",
    CORRE,
    "buenas",
    VER,
)
"""Answers, the kind ones first; raises and calls follow."""
NEWEST: Final = 3
"""How many words of a contest are still in the air; what was said before them is in the log."""
WON_BY: Final = {
    "special.run": "kind.special.run",
    "special.call": "kind.special.call",
    "special.unbeatable": "kind.special.unbeatable",
    "queda": "kind.queda",
}
"""Points that are called otherwise than those of a hand, by the key of their article."""


class ScreenContext:
    """A match as one reader sees it, in their language."""

    def __init__(self, info: MatchInfo, view: SeatView, words: Words) -> None:
        self.info = info
        self.view = view
        self.words = words
        self.table: Table = table_of(view)
        self.point = point(view)

    # --- the end -----------------------------------------------------------------------------

    @property
    def winner(self) -> int:
        """The account that has won the match, be it because the others left; ``NOBODY``: none."""
        return self.view.winner if self.info.winner == NOBODY else self.info.winner

    @property
    def score(self) -> tuple[int, ...]:
        """The score by account; of a match that was stopped, as it was then."""
        return self.info.final or self.view.score

    @property
    def left(self) -> tuple[int, ...]:
        """The people who lose unless one of them returns: all others have left the running match
        to one account."""
        accounts = self.view.accounts
        lost = forfeited(self.info, accounts)
        if len(accounts) - len(lost) != 1:
            return ()
        return tuple(seat for one in lost for seat in accounts[one] if self.info.seats[seat].person)

    @property
    def winners_by_staying(self) -> str:
        """Who wins if those who :attr:`left` do not return."""
        stayed = [seats for seats in self.view.accounts if not set(seats) & set(self.left)]
        return self.names(seat for seats in stayed for seat in seats)

    # --- names -------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """Who sits here, as shown."""
        return self.info.seats[seat].name

    def names(self, seats: Iterable[int]) -> str:
        """ "Ana, Beto y Carla"."""
        return self.words.list(self.name(seat) for seat in seats)

    def either(self, seats: Iterable[int]) -> str:
        """ "Ana o Carla"."""
        return self.words.either(self.name(seat) for seat in seats)

    def side(self, side: int) -> str:
        """The people of a side."""
        if side == NOBODY:
            return self.words.text("side.none")
        return self.names(self.seats_of(side))

    def seats_of(self, side: int) -> list[int]:
        """The seats of a side."""
        return [seat for seat, own in enumerate(self.table.sides) if own == side]

    def either_side(self, side: int) -> str:
        """One of the people of a side, whichever."""
        position = self.view.position
        contest = position.contest if position is not None else ()
        return self.either(seat for seat in contest if self.table.sides[seat] == side)

    def contestants(self, side: int) -> str:
        """The people of a side that play the running contest."""
        position = self.view.position
        contest = position.contest if position is not None else ()
        return self.names(seat for seat in sorted(contest) if self.table.sides[seat] == side)

    def proved(self, seat: int) -> tuple[Card, ...]:
        """Cards that this seat turned up to prove points, in this hand."""
        return tuple(
            fact.card
            for fact in self.view.facts
            if fact.seat == seat and fact.kind == HOLDS and not fact.negated
            if fact.known_to == EVERYBODY
        )

    def peeked(self, seat: int) -> tuple[Card, ...]:
        """Cards that the reader alone (and partners) saw of this seat before the hand."""
        return tuple(
            fact.card
            for fact in self.view.facts
            if fact.seat == seat and fact.kind == HOLDS and not fact.negated
            if fact.known_to != EVERYBODY
        )

    # --- cards -------------------------------------------------------------------------------

    def card(self, card: Card) -> str:
        """A card in words: "siete de oros"."""
        return self.words.card(card, self.table.spelling)

    def the_card(self, card: Card) -> str:
        """The same in a sentence: "el siete de oros"."""
        return self.words.the_card(card, self.table.spelling)

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards in words."""
        return self.words.cards(cards, self.table.spelling)

    @property
    def manilhas(self) -> tuple[Card, ...]:
        """The four cards above all others, the strongest first; none in games without them."""
        if self.table.rules.special is None or (self.table.turns and self.view.turned == UNKNOWN):
            return ()
        order = order_with(self.table.rules.cards, self.view.turned)
        return tuple(step[0] for step in order[: len(MANILHAS)])

    def manilhas_text(self) -> str:
        """Which cards they are, once a card was turned: "los sietes"."""
        return self.words.rank(self.manilhas[0], self.table.spelling)

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The cards that the turned one promotes one by one, the strongest first (UY-CAR-01)."""
        return tuple(card for card, _ in pieces_of(self.table.rules.cards, self.view.turned))

    @cached_property
    def named(self) -> dict[Card, str]:
        """The cards that are called something for their strength in this hand, and what."""
        if self.manilhas:
            return dict(zip(self.manilhas, MANILHAS, strict=True))
        any_piece = self.words.text("card.piece")
        return dict(
            zip(self.pieces, PIECES.get(self.view.variant, repeat(any_piece)), strict=False)
        )

    def named_card(self, card: Card) -> str:
        """A card with what it is called for its strength in this hand: "dos de corazones (copas)";
        the others as they are."""
        if card not in self.named:
            return self.card(card)
        return self.words.text("card.manilha", card=self.card(card), name=self.named[card])

    @property
    def turned_name(self) -> str:
        """The end of the ids of the messages about the turned card."""
        return TURNED.get(self.view.variant, "vira")

    def turned(self) -> CardMark | None:
        """The turned card, face up beside the deck."""
        card = self.view.turned
        if card == UNKNOWN:
            return None
        label = self.words.text(f"card.{self.turned_name}", card=self.card(card))
        return CardMark(self.code(card), label)

    @property
    def blind(self) -> bool:
        """Nobody sees any card, one's own included (PA-FER-02)."""
        return self.position is not None and is_blind(self.table, self.position.special)

    def special_hand(self) -> str:
        """ "Mão de onze": the name of a hand in which a side decides."""
        rules = self.table.rules.special
        score = 0 if rules is None else rules.score_from
        if f"special.{score}" in self.words:
            return self.words.text(f"special.{score}")
        return self.words.text("special.other", n=score)

    def won_by(self, kind: str, article: str) -> str:
        """What points were won with: "Flor", "Mano", "Mão corrida"."""
        return self.words.text(WON_BY.get(article, f"kind.{kind}"))

    def reason(self, entry: Entry) -> str:
        """The same in a sum: "envido", "truco", "mano" where nobody raised it."""
        if self._raised(entry):
            return self.caption(self.table.rules.truco.steps[0].verb).lower()
        return self.won_by(KIND_NAMES[entry.kind], entry.article).lower()

    def unnamed(self, entry: Entry) -> bool:
        """The points of a hand that no word was behind."""
        plain = entry.kind == TRUCO_POINTS_KIND and entry.article not in WON_BY
        return plain and not self._raised(entry)

    def _raised(self, entry: Entry) -> bool:
        """A hand's points as some step of the ladder makes them."""
        special = self.position is not None and self.position.special != ORDINARY
        if entry.kind != TRUCO_POINTS_KIND or entry.article in WON_BY or special:
            return False
        return any(one.worth == entry.points for one in self.table.rules.truco.steps)

    def points(self, number: int) -> str:
        """ "3 puntos"."""
        return self.words.text("points", n=number)

    def says(self, verb: str, number: int = NOBODY) -> str:
        """A word as it is heard: "¡Truco!"."""
        return shout(self.view.variant, verb, number)

    def caption(self, verb: str) -> str:
        """A word as its button has it: "Truco"."""
        return caption(self.view.variant, verb)

    # --- the moment --------------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """The running contest, while there is one."""
        return self.view.position

    @property
    def playing(self) -> bool:
        """Cards and words are still to come in this hand."""
        return self.view.position is not None and self.view.position.phase == PLAYING

    @property
    def top(self) -> Pending | None:
        """What must be answered first."""
        position = self.view.position
        return position.stack[-1] if position is not None and position.stack else None

    def called(self, pending: Pending) -> str:
        """A pending call as it was said: "¡4 envido!"."""
        verb = self.call_of(pending)
        said = reversed(self.view.said)
        number = next((one.number for one in said if one.verb == verb), NOBODY)
        return self.says(verb, number)

    @property
    def duels_name(self) -> str:
        """What the hand's duels are called: "pica-pica"."""
        return DUELS.get(self.view.mode, self.view.mode)

    def call_of(self, pending: Pending) -> str:
        """The verb of a pending call."""
        rules = self.table.rules
        if pending.game in (FLOR_GAME, FLOR_PARTNERS):
            assert rules.flor is not None, "a flor at a table without flor"
            return rules.flor.calls[pending.step].verb
        if pending.game == ENVIDO_GAME:
            return rules.envido.calls[pending.step].verb
        if pending.game == BLIND_GAME and rules.blind is not None:
            return rules.blind.calls[pending.step].verb
        return rules.truco.steps[pending.step - 1].verb

    @property
    def queda(self) -> bool:
        """The pending call is for the whole match (PA-TRU-10)."""
        top = self.top
        steps = self.table.rules.truco.steps
        return top is not None and top.game == TRUCO_GAME and steps[top.step - 1].match

    @property
    def deciding(self) -> bool:
        """A side has to say whether it plays the special hand or runs."""
        return self.top is not None and self.top.game == SPECIAL_GAME

    @property
    def opening(self) -> bool:
        """A holder has to begin a flor's bet over which nobody has said anything (TR-COM-08)."""
        top = self.top
        return top is not None and top.game == FLOR_GAME and top.seat == NOBODY

    def passed(self, pending: Pending) -> bool:
        """Everybody asked has refused this call already; it only waits to be paid (TR-COM-06)."""
        position = self.view.position
        assert position is not None
        spoken = pending.said_no | position.gone
        sides = self.table.sides
        return all(spoken >> seat & 1 for seat in position.contest if sides[seat] != pending.side)

    @property
    def unseen(self) -> int:
        """The seat that may still call before looking at its cards (TR-COM-01)."""
        return self.position.blind if self.position is not None and self.playing else NOBODY

    @property
    def discarding(self) -> int:
        """The seat that has to put one of four cards away (TR-GAL-04)."""
        if self.position is None or not self.playing or self.unseen != NOBODY:
            return NOBODY
        return self.position.discard

    @property
    def has_four(self) -> bool:
        """Who looks has not put his fourth card away yet (TR-GAL-04)."""
        position = self.position
        return self.playing and position is not None and position.discard == self.view.seat >= 0

    @property
    def cutting(self) -> bool:
        """The next deal waits for somebody's cut."""
        return self.info.cutter >= 0 and not self.playing

    @property
    def deserted(self) -> tuple[int, ...]:
        """The people for whom the table waits because robots hold every person's seat, and play no
        further (:attr:`bot.match.deadlines.Kind.ABANDON`); of these the ones who did not leave."""
        people = self.info.people
        if self.info.status is not Status.PLAYING or any(seat.present for seat in people):
            return ()
        return tuple(seat.seat for seat in people if not seat.left)

    def asked_seats(self) -> tuple[int, ...]:
        """The seats the table waits for."""
        if self.deserted:
            return self.deserted
        return (self.info.cutter,) if self.cutting else self.view.awaited

    @property
    def deadline(self) -> float | None:
        """When the time of whoever may speak ends; ``None`` while nobody may."""
        claims = self.position is not None and self.position.phase == CLAIMS
        return self.info.deadline if claims or self.asked_seats() else None

    def asked_side(self) -> int:
        """The side whose word is awaited; ``NOBODY`` when nothing is pending."""
        top, position = self.top, self.view.position
        if top is None or position is None:
            return NOBODY
        return asked_side(self.table, position, top)

    @property
    def rules(self) -> RuleSet:
        """The rules of this table."""
        return self.table.rules

    @property
    def is_duel(self) -> bool:
        """The running contest is one of several."""
        return len(self.view.contests) > 1

    def by_side(self) -> tuple[int, int]:
        """The score of the two sides, as a formula has to read it (TR-GAL-03)."""
        return self.table.by_side(self.view.score)

    def wanted(self) -> tuple[int, int] | None:
        """What the pending call, once it is wanted, pays either side if it wins; ``None`` where it
        is known by its name: a falta but for that of a duel, a resto."""
        top, duels = self.top, self.rules.duels
        assert top is not None
        if top.game != ENVIDO_GAME:
            return (top.wanted, top.wanted) if top.wanted else None
        if self.rules.envido.calls[top.step].formula == "falta" and not (
            self.is_duel and duels is not None and duels.cap < self.rules.match.target
        ):
            return None
        return worth(self, top, 0), worth(self, top, 1)

    # --- parts of a picture ------------------------------------------------------------------

    def scores(self) -> tuple[Score, ...]:
        """Both sides, A first; in gallo por turno every seat has a score of its own."""
        view = self.view
        return tuple(
            Score(
                side=SIDES[self.table.sides[seats[0]]],
                names=tuple(self.name(seat) for seat in seats),
                points=self.score[account],
                target=view.target,
                text=self.score_text(self.score[account]),
                short=self._short(self.score[account]),
                games=view.games[account],
                games_to_win=view.games_to_win,
                won=self._games(view.games[account]),
                mine=view.seat in seats,
            )
            for account, seats in enumerate(view.accounts)
        )

    def _games(self, won: int) -> str:
        return self.words.text("score.games", n=won) if self.view.games_to_win > 1 else ""

    def score_text(self, points: int) -> str:
        """As players say it (AR-MAT-02): "8 malas", "6 buenas"."""
        half = (self.view.target + 1) // 2
        if not points:
            return str(points)
        if not self._halves:
            return self.points(points)
        if points < self.table.rules.match.buenas:
            return self.words.text("score.malas", n=points)
        if points == half:
            return self.words.text("score.half")
        return self.words.text("score.buenas", n=points - half)

    @property
    def _halves(self) -> bool:
        """The points are counted in malas and buenas."""
        return in_halves(self.table.rules.match)

    def _short(self, points: int) -> str:
        return self.score_text(points) if self._halves else str(points)

    def score_pair(self, score: tuple[int, ...]) -> str:
        """ "Ana y Carla 8 – 21 Beto y Dani"."""
        points = (str(one) for one in score)
        return abreast(tuple(map(self.holders, range(len(score)))), tuple(points))

    def score_lines(self) -> str:
        """ "Ana y Carla 8 malas – 6 buenas Beto y Dani."."""
        return standing(self.scores(), self.words) + "."

    def holders(self, account: int) -> str:
        """The people whose points this score holds."""
        return self.names(self.view.accounts[account])

    def seats(self) -> tuple[SeatMark, ...]:
        """Everybody round the table."""
        return tuple(self._seat(seat) for seat in range(self.view.players))

    def _seat(self, seat: int) -> SeatMark:
        view, position, who = self.view, self.view.position, self.info.seats[seat]
        contest = position.contest if position is not None else ()
        running = position is not None and position.phase != OVER
        return SeatMark(
            seat=seat,
            name=who.name,
            side=SIDES[self.table.sides[seat]],
            me=seat == view.seat,
            robot=who.robot,
            away=who.away,
            host=seat == self.info.host_seat,
            dealer=seat == view.dealer,
            mano=seat == (contest[0] if self.is_duel and contest else view.mano),
            turn=seat in self.asked_seats(),
            gone=running and position is not None and bool(position.gone >> seat & 1),
            playing=not contest or seat in contest,
            cards=view.counts[seat],
            says=self._last_word(seat),
        )

    def _last_word(self, seat: int) -> str:
        for word in reversed(self.view.said[-NEWEST:]):
            if word.seat == seat:
                return self.says(word.verb, word.number)
        return ""

    def tricks(self) -> tuple[TrickRow, ...]:
        """The cards on the table, trick by trick."""
        rows = []
        for number in range(max((play.trick for play in self.view.plays), default=-1) + 1):
            plays = tuple(play for play in self.view.plays if play.trick == number)
            done = number < len(self.view.tricks)
            won_by = ""
            if done:
                side = self.view.tricks[number].side
                won_by = "parda" if side == NOBODY else SIDES[side]
            winning = self.view.tricks[number].seat if done else self._winning(plays)
            cards = tuple(self.laid(play, winning=play.seat == winning) for play in plays)
            rows.append(TrickRow(number + 1, cards, done, won_by))
        return tuple(rows)

    def _winning(self, plays: tuple[Play, ...]) -> int:
        """Whose card is the highest so far; ``NOBODY`` where both sides have one as high."""
        height_of = self.table.heights(self.view.turned)
        heights = [0 if play.covered else height_of[play.card] for play in plays]
        best = [
            play.seat for play, height in zip(plays, heights, strict=True) if height == max(heights)
        ]
        return best[0] if len({self.table.sides[seat] for seat in best}) == 1 else NOBODY

    def laid(self, play: Play, *, winning: bool) -> CardMark:
        """A card on the table."""
        label = self.card(play.card)
        if play.covered and play.card != UNKNOWN:
            label = self.words.text("card.laid_covered", card=label)
        return CardMark(
            code=self.code(play.card),
            label=label,
            seat=play.seat,
            winning=winning,
            covered=play.covered,
            named="" if play.covered else self.named.get(play.card, ""),
        )

    def code(self, card: Card) -> str:
        """How a card is drawn."""
        return "back" if card == UNKNOWN else self.table.spelling.write(card)

    def tricks_text(self, rows: tuple[TrickRow, ...]) -> tuple[str, ...]:
        """The cards on the table in words, a sentence or two per trick."""
        texts = []
        for row in rows:
            trick = self.words.text(f"trick.{row.number}")
            cards = "; ".join(
                self.words.text("card.laid_by", card=card.label, name=self.name(card.seat))
                for card in row.cards
            )
            texts.append(self.words.text("trick.going", trick=trick, cards=cards))
            if row.won_by == "parda":
                texts.append(self.words.text(self.tied, trick=trick))
            elif row.done:
                seat = self.view.tricks[row.number - 1].seat
                texts.append(self.words.text("trick.won", trick=trick, name=self.name(seat)))
        return tuple(texts)

    @property
    def tied(self) -> str:
        """The message of a trick that nobody won."""
        return "trick.tied" if self.table.rules.special is None else "trick.cangada"

    # --- buttons -----------------------------------------------------------------------------

    def token(self, action: str) -> str:
        """The token of a step of the game."""
        return encode(self.info.match, self.point, action)

    def match_token(self, action: str) -> str:
        """The token of something that relies on no moment of the game."""
        return encode(self.info.match, "", action)

    def word_button(self, verb: str) -> Button:
        """A word to be pressed: an answer, or a call."""
        captions = BUTTONS[self.view.variant]
        if verb == MAZO:
            alone = not self.table.rules.leave.whole_team and self.view.players > 2
            confirm = "hand.mazo.confirm.alone" if alone else "hand.mazo.confirm"
            label = self.words.text("button.mazo")
            return Button(self.token(MAZO), label, "leave", "secondary", self.words.text(confirm))
        flor = self.table.rules.flor
        confirm = ""
        if verb == FLOR and flor is not None and flor.fault and not self._asked_for_flor:
            confirm = self.words.text("hand.flor.confirm", points=self.points(flor.fault))
        style = {
            "quiero": "success",
            "florquiero": "success",
            "noquiero": "danger",
            "achico": "danger",
            "passo": "secondary",
            JOGA: "success",
            CORRE: "danger",
            "buenas": "secondary",
        }.get(verb, "primary")
        group = "answer" if verb in UNTIMED else "call"
        return Button(self.token(verb), captions[verb], group, style, confirm)

    @property
    def _asked_for_flor(self) -> bool:
        """Whether *flor* is an answer now: who is asked for it has one."""
        return self.position is not None and self.position.flor != OPEN

    def number_button(self, verb: str) -> Button:
        """A word whose number is asked for once it is pressed: ``envido ?``."""
        if verb == TENGO:
            label = self.words.text("button.tengo")
            return Button(self.token(f"{TENGO} ?"), label, "answer", "primary")
        label = self.words.text("button.number", call=BUTTONS[self.view.variant][verb])
        return Button(self.token(f"{verb} ?"), label, "call", "primary")

    def say_buttons(self, offers: Iterable[Legal]) -> Iterator[Button]:
        """Words and words with a number, each once: the answers first, then the calls."""
        for verb, number in _in_order((one.verb, isinstance(one, Range)) for one in offers):
            yield self.number_button(verb) if number else self.word_button(verb)

    @property
    def unready(self) -> tuple[int, ...]:
        """The present people who have not asked to go on, while only time has to pass."""
        position, info = self.position, self.info
        if position is None or self.playing or self.cutting or info.status is not Status.PLAYING:
            return ()
        return tuple(
            seat.seat for seat in info.people if seat.present and seat.person not in info.ready
        )

    def go_on_buttons(self) -> Iterator[Button]:
        """The button that ends a wait, for whoever has not pressed it yet."""
        unready = self.unready
        if unready and (self.view.seat < 0 or self.view.seat in unready):
            yield Button(self.token(GO_ON), self.words.text("button.next"), "match", "primary")

    def match_buttons(self) -> tuple[Button, ...]:
        """The amicable end, while it is proposed; the end that those who stayed may take."""
        text = self.words.text
        if self.left and self.view.seat not in self.left and not self.info.agreed:
            label = text("button.end")
            confirm = text("hand.end.confirm", names=self.winners_by_staying)
            return (Button(self.match_token("END"), label, "match", "danger", confirm),)
        if not self.info.agreed:
            return ()
        return (
            Button(self.match_token("END"), text("button.agree"), "match", "danger"),
            Button(self.match_token("PLAYON"), text("button.disagree"), "match"),
        )


def _in_order(said: Iterable[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Words once each: the answers first, then the calls in the order in which they were given."""
    last = len(UNTIMED)
    place = {verb: number for number, verb in enumerate(UNTIMED)}
    return sorted(dict.fromkeys(said), key=lambda one: place.get(one[0], last))
