"""The parts of a screen that show the table: scores, seats, the turned card, tricks."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from bot.match.names import face_of
from bot.model import Status
from bot.screen import CardMark, Score, SeatMark, TrickRow
from bot.screens.moment.context import ScreenContext
from bot.screens.moment.tally import standing
from bot.words.options import in_halves
from engine.cards import UNKNOWN, Card
from engine.numbers import NO_ACCOUNT, NO_SIDE, NOBODY, includes
from engine.seen.view import SeatView
from engine.state.state import OVER, Play

SIDES: Final = ("A", "B")
_NEWEST: Final = 3
"""Only the last words of a contest are shown beside their seats; the log has the others."""


def scores(context: ScreenContext) -> tuple[Score, ...]:
    """Both sides, A first; in gallo por turno every seat has a score of its own."""
    accounts = enumerate(context.view.accounts)
    return tuple(_score(context, account, seats) for account, seats in accounts)


def are_scores_the_same(before: ScreenContext, now: ScreenContext) -> bool:
    """Whether these two moments of a match have the same scores, told in the same words."""
    return (
        now.view.number == before.view.number  # so the sides are the same
        and now.score == before.score
        and now.view.games == before.view.games
        and now.info.seats == before.info.seats
        and now.info.lesson == before.info.lesson
        and now.words is before.words
    )


def _score(context: ScreenContext, account: int, seats: tuple[int, ...]) -> Score:
    view, points = context.view, context.score[account]
    text = score_text(context, points)
    return Score(
        side=SIDES[context.table.sides[seats[0]]],
        names=tuple(context.name(seat) for seat in seats),
        points=points,
        target=0 if context.table.deals else view.target,
        text=text,
        short=text if _halves(context) else str(points),
        games=0 if context.table.deals else view.games[account],
        games_to_win=view.games_to_win,
        won=_games(context, view.games[account]),
    )


def own_scores(scores: tuple[Score, ...], view: SeatView) -> tuple[Score, ...]:
    """These scores, with a mark at the score of the reader's seat."""
    return tuple(
        replace(score, mine=True) if view.seat in seats else score
        for score, seats in zip(scores, view.accounts, strict=True)
    )


def score_text(context: ScreenContext, points: int) -> str:
    """A score in the words of players (AR-MAT-02): "8 malas", "6 buenas"."""
    half = (context.view.target + 1) // 2
    if not points:
        return str(points)
    if not _halves(context):
        return context.points(points)
    if points < context.table.rules.match.buenas:
        return context.text("score.malas", n=points)
    if points == half:
        return context.text("score.half")
    return context.text("score.buenas", n=points - half)


def score_line(context: ScreenContext, rows: tuple[Score, ...]) -> str:
    """ "Ana y Carla 8 malas – 6 buenas Beto y Dani."."""
    return standing(rows, context.words) + "."


def _games(context: ScreenContext, won: int) -> str:
    return context.text("score.games", n=won) if context.view.games_to_win > 1 else ""


def _halves(context: ScreenContext) -> bool:
    """Whether the points are counted in malas and buenas. In a duplicate match they are not,
    because it counts those of all hands."""
    return not context.table.deals and in_halves(context.table.rules.match)


def seats(context: ScreenContext) -> tuple[SeatMark, ...]:
    """All seats round the table."""
    ahead = _ahead(context)
    return tuple(_seat(context, seat, seat in ahead) for seat in range(context.view.players))


def _ahead(context: ScreenContext) -> frozenset[int]:
    """The seats that have won the match, or lead where it was stopped; while it is played, none."""
    accounts, winner = context.view.accounts, context.winner
    if context.info.status is not Status.OVER:
        return frozenset()
    if winner != NO_ACCOUNT:
        return frozenset(accounts[winner])
    standings = [*zip(context.view.games, context.score, strict=True)]
    best = max(standings)
    return frozenset(
        seat
        for seats, reached in zip(accounts, standings, strict=True)
        if reached == best
        for seat in seats
    )


def own_seats(seats: tuple[SeatMark, ...], view: SeatView) -> tuple[SeatMark, ...]:
    """These seats, with a mark at the reader's seat."""
    return tuple(replace(seat, me=True) if seat.seat == view.seat else seat for seat in seats)


def _seat(context: ScreenContext, seat: int, ahead: bool) -> SeatMark:
    view, position, who = context.view, context.view.position, context.info.seats[seat]
    contest = position.contest if position is not None else ()
    running = position is not None and position.phase != OVER
    says, spoke = _last_word(context, seat)
    return SeatMark(
        seat=seat,
        name=who.name,
        side=SIDES[context.table.sides[seat]],
        robot=who.robot,
        face=face_of(who.name) if who.robot else -1,
        away=who.away,
        dealer=seat == view.dealer,
        mano=seat == (contest[0] if context.is_duel and contest else view.mano),
        turn=seat in context.asked_seats,
        gone=running and position is not None and includes(position.gone, seat),
        playing=not contest or seat in contest,
        cards=view.counts[seat],
        says=says,
        spoke=spoke,
        ahead=ahead,
    )


def _last_word(context: ScreenContext, seat: int) -> tuple[str, int]:
    """A seat's last word and its number in the contest, if it is among the newest words."""
    said = context.view.said
    for number, word in reversed([*enumerate(said, 1)][-_NEWEST:]):
        if word.seat == seat:
            return context.says(word.verb, word.number), number
    return "", 0


def held(context: ScreenContext, cards: Iterable[Card], seat: int) -> tuple[CardMark, ...]:
    """Cards in a player's hand that can only be looked at."""
    return tuple(
        CardMark(
            code=context.code(card),
            label=context.card(card),
            seat=seat,
            named=context.named.get(card, ""),
        )
        for card in cards
    )


def turned(context: ScreenContext) -> CardMark | None:
    """The turned card, face up beside the deck."""
    card = context.view.turned
    if card == UNKNOWN:
        return None
    label = context.text(f"card.{context.turned_name}", card=context.card(card))
    return CardMark(context.code(card), label)


def tricks(context: ScreenContext) -> tuple[TrickRow, ...]:
    """The cards on the table by trick."""
    rows = []
    for number in range(max((play.trick for play in context.view.plays), default=-1) + 1):
        plays = tuple(play for play in context.view.plays if play.trick == number)
        done = number < len(context.view.tricks)
        won_by = ""
        if done:
            side = context.view.tricks[number].side
            won_by = "parda" if side == NO_SIDE else SIDES[side]
        winning = context.view.tricks[number].seat if done else _winning(context, plays)
        cards = tuple(_laid(context, play, winning=play.seat == winning) for play in plays)
        rows.append(TrickRow(number + 1, cards, done, won_by))
    return tuple(rows)


def _winning(context: ScreenContext, plays: tuple[Play, ...]) -> int:
    """The seat with the highest card so far; ``NOBODY`` if both sides have an equally high card."""
    height_of = context.table.heights(context.view.turned)
    heights = [0 if play.covered else height_of[play.card] for play in plays]
    best = [
        play.seat for play, height in zip(plays, heights, strict=True) if height == max(heights)
    ]
    return best[0] if len({context.table.sides[seat] for seat in best}) == 1 else NOBODY


def _laid(context: ScreenContext, play: Play, *, winning: bool) -> CardMark:
    label = context.card(play.card)
    if play.covered and play.card != UNKNOWN:
        label = context.text("card.laid_covered", card=label)
    return CardMark(
        code=context.code(play.card),
        label=label,
        seat=play.seat,
        winning=winning,
        covered=play.covered,
        named="" if play.covered else context.named.get(play.card, ""),
    )


def tricks_text(context: ScreenContext, rows: tuple[TrickRow, ...]) -> tuple[str, ...]:
    """The cards on the table in words, a sentence or two per trick."""
    texts = []
    for row in rows:
        trick = context.text(f"trick.{row.number}")
        cards = "; ".join(
            context.text("card.laid_by", card=card.label, name=context.name(card.seat))
            for card in row.cards
        )
        texts.append(context.text("trick.going", trick=trick, cards=cards))
        if row.won_by == "parda":
            texts.append(context.text(context.tied, trick=trick))
        elif row.done:
            seat = context.view.tricks[row.number - 1].seat
            texts.append(context.text("trick.won", trick=trick, name=context.name(seat)))
    return tuple(texts)
