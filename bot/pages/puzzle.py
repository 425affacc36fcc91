"""Puzzles: a hand in which the reader finds the best step. ``/diaria problema`` asks for one."""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from babel.numbers import format_decimal, format_percent
from msgspec.structs import replace

from bot.community.puzzles import LEVELS, NoPuzzle, PuzzleShown
from bot.model import MatchInfo, Seat, Status
from bot.pages.page_spec import Commanded, PageSpec, Reading
from bot.pictures.deck import BACK
from bot.pictures.moment import PicturedMoment
from bot.screen import Button, Line, Screen
from bot.screens.hand.hand import build_hand
from bot.screens.history import score_lines
from bot.screens.moment import lines
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import PUZZLE, Leaf, Page, PageKey, page_picture
from bot.screens.rendering.pictured import seat_of_moment
from bot.screens.table.buttons import say_buttons
from bot.screens.table.table_parts import TableParts
from bot.screens.teaching.step_names import named_step
from bot.screens.teaching.step_reasons import reason_text
from bot.store.results.ratings import points
from bot.words import Words, regional, words_for
from engine.actions import BUENAS, CARD_VERBS, COVER, MAZO, PLAY, STACK, TENGO, VER, Action
from engine.cards import UNKNOWN
from engine.puzzles import Puzzle, PuzzleAnswer, action_of, table_at, view_of
from engine.record.notation import parse_action
from engine.teacher import Sitting
from engine.variants import VARIANTS

_POINTS: Final = "+0.0;−0.0"
_MARGIN: Final = "0.0"
_CHANGE: Final = "+0;−0"
_NO_MATCH: Final = "problema"
"""A text like a match's id, because screens need one. No button's token has it."""
_PLACES: Final = {Sitting.MANO: "puzzle.mano", Sitting.PIE: "puzzle.pie"}
_ORDER: Final = {PLAY: 0, COVER: 2}
"""The place of buttons by the verbs of their answers. All other answers have the place 1."""
_NEXT: Final = {
    "facil": "puzzle.next.easy",
    "justo": "puzzle.next.same",
    "dificil": "puzzle.next.hard",
}
"""The button to the next puzzle, by level."""


def puzzle_key(values: Mapping[str, str]) -> PageKey:
    """The page of a new puzzle of the game (``variante``) and level (``problema``) given."""
    level = values.get("problema", LEVELS[0])
    return PageKey(PUZZLE, topic=values["variante"], part=LEVELS.index(level))


def no_puzzle_page(found: NoPuzzle, words: Words) -> Page:
    game = words.text(f"variant.{found.variant}") if found.variant else ""
    return Page(words.text("puzzle.title.none"), words.text(found.why, game=game))


def puzzle_page(shown: PuzzleShown, locale: str) -> Page:
    """The page of a puzzle: the story, the table and the possible answers, or the explanation."""
    puzzle = shown.puzzle
    words = words_for(locale, puzzle.variant)
    context = _context(puzzle, words)
    title = words.text("puzzle.title", game=words.text(f"variant.{puzzle.variant}"))
    done = [*_done(context, puzzle)]
    position, story = [*_position(context, done)], _story(context, done)
    said = [*(_explanation(context, shown) if shown.is_over else _question(context, shown))]
    games = [line.text for line in score_lines.games(context)]
    answers = [] if shown.is_over else [*_answers(context, shown)]
    return Page(
        title,
        "\n".join([*position, story, "", *said]),
        turns=tuple(_next(puzzle, words) if shown.is_over else (leaf for leaf, _ in answers)),
        picture=page_picture(
            _moment(context, title), position, names=(title, *games), beside=[story, "", *said]
        ),
        position=_played(context, story, answers),
    )


def _moment(context: ScreenContext, title: str) -> PicturedMoment:
    """The table with the seat's own cards. The other seats have backs for the cards that they
    hold. The story is no part of the picture: it stands in the text beside it."""
    view = context.view
    laid: dict[int, list[str]] = {seat: [] for seat in range(view.players)}
    for play in view.plays:
        laid[play.seat].append(BACK if play.covered else context.code(play.card))
    spots = tuple(
        seat_of_moment(
            seat,
            laid[seat.seat],
            [context.code(card) for card in view.cards]
            if seat.seat == view.seat
            else [BACK] * view.counts[seat.seat],
        )
        for seat in TableParts(context).seats
    )
    score, turned = context.score_pair(view.score), view.turned
    return PicturedMoment(
        context.table.spelling.name,
        title,
        context.text("puzzle.score", score=score, target=view.target),
        "",
        spots,
        "" if turned == UNKNOWN else context.code(turned),
    )


def _played(context: ScreenContext, story: str, answers: Sequence[tuple[Leaf, Action]]) -> Screen:
    """The table as a position to be played, with the seat's own cards. A card or a word that is an
    answer carries the key of its page."""
    hand = build_hand(context, TableParts(context))
    laid = {step.arg: leaf.key for leaf, step in answers if step.verb == PLAY}
    covered = {step.arg: leaf.key for leaf, step in answers if step.verb == COVER}
    return replace(
        hand,
        lines=(Line("puzzle.story", story),),
        cards=tuple(
            replace(mark, token=laid.get(card, ""), cover_token=covered.get(card, ""))
            for mark, card in zip(hand.cards, context.view.cards, strict=True)
        ),
        buttons=tuple(
            _word(context, leaf, step) for leaf, step in answers if step.verb not in (PLAY, COVER)
        ),
        question=None,
        senas=(),
        log=(),
    )


def _word(context: ScreenContext, leaf: Leaf, step: Action) -> Button:
    """A word of a position. It looks as it does in a match."""
    if step.verb in CARD_VERBS:
        return Button(leaf.key, leaf.label, "answer", "primary")
    (word,) = say_buttons(context, (step,))
    return replace(word, token=leaf.key, confirm="")


def _context(puzzle: Puzzle, words: Words) -> ScreenContext:
    """The context of an invented table with the seat's view, against a player without a name."""
    me, rival = words.text("puzzle.me"), words.text("puzzle.rival")
    seats = tuple(
        Seat(seat, name=me if seat == puzzle.seat else rival) for seat in range(puzzle.players)
    )
    info = MatchInfo(
        match=_NO_MATCH,
        community="",
        place="",
        variant=puzzle.variant,
        options=puzzle.options,
        players=puzzle.players,
        seats=seats,
        host="",
        turn_seconds=0,
        status=Status.PLAYING,
        created=0.0,
    )
    return ScreenContext(info, view_of(puzzle), words)


def _position(context: ScreenContext, done: Sequence[Action]) -> Iterator[str]:
    words, view = context.words, context.view
    yield words.text("puzzle.score", score=context.score_pair(view.score), target=view.target)
    yield from (line.text for line in score_lines.games(context))
    yield from (line.text for line in lines.vira(context))
    if view.cards:
        held = ", ".join(context.named_card(card) for card in view.cards)
        yield words.text("puzzle.held", cards=held)
    is_told = bool(done) and done[-1].verb in CARD_VERBS  # in the story
    for number, plays in groupby(view.plays[: -1 if is_told else None], lambda play: play.trick):
        laid = (Action(play.seat, COVER if play.covered else PLAY, play.card) for play in plays)
        cards = words.list(_deed(context, step) for step in laid)
        yield words.text("trick.going", trick=words.text(f"trick.{number + 1}"), cards=cards)


def _story(context: ScreenContext, done: Sequence[Action]) -> str:
    """The story of this hand: the player who leads, the words, and the last card. The other cards
    lie on the table, and are told with it."""
    words, view = context.words, context.view
    place = words.text(_PLACES[Sitting.MANO if view.seat == view.mano else Sitting.PIE])
    told = [step for step in done if step is done[-1] or step.verb not in CARD_VERBS]
    if not told:
        return f"{place} {words.text('puzzle.begins')}"
    steps = words.list(_deed(context, step) for step in told)
    return f"{place} {words.text('puzzle.story', steps=f'{steps[:1].upper()}{steps[1:]}')}"


def _deed(context: ScreenContext, step: Action) -> str:
    """A step as a sentence about its player: "el rival tira el siete de copas"."""
    said = _step(context, step)
    if step.seat == context.view.seat:
        id = "puzzle.mine.laid" if step.verb in CARD_VERBS else "puzzle.mine.said"
    else:
        id = "puzzle.theirs.laid" if step.verb in CARD_VERBS else "puzzle.theirs.said"
    return context.text(id, step=said)


def _done(context: ScreenContext, puzzle: Puzzle) -> Iterator[Action]:
    """The steps so far, with the envido points that the program has said for the seats. The step of
    looking at one's cards is left out, because a call without looking has a name of its own."""
    done = [parse_action(table_at(puzzle), seat, text) for seat, text in puzzle.steps]
    words = {(step.seat, step.verb) for step in done}
    said = deque(context.view.said)
    for step in done:
        if step.verb != VER:
            yield step
        if said and (said[0].seat, said[0].verb) == (step.seat, step.verb):
            said.popleft()
        while (
            said and said[0].verb in (TENGO, BUENAS) and (said[0].seat, said[0].verb) not in words
        ):
            told = said.popleft()
            yield Action(told.seat, told.verb, told.number)


def _step(context: ScreenContext, step: Action) -> str:
    """A step in the players' words. A card that the other player laid face down has no name."""
    if step.verb in (COVER, STACK) and step.arg == UNKNOWN:
        return context.text("card.hidden")
    if step.verb in (TENGO, BUENAS):
        return context.text("hint.word", word=context.says(step.verb, step.arg).strip("."))
    return named_step(context, step)


def _question(context: ScreenContext, shown: PuzzleShown) -> Iterator[str]:
    words = context.words
    if tried := shown.mine.tried:
        step = _step(context, action_of(shown.puzzle, tried[-1]))
        yield words.text("puzzle.wrong", step=step)
    yield words.text("puzzle.ask", n=shown.left)


def _answers(context: ScreenContext, shown: PuzzleShown) -> Iterator[tuple[Leaf, Action]]:
    """The answers that were not tried yet: cards face up first, cards face down last."""
    puzzle = shown.puzzle
    steps = {place: action_of(puzzle, place) for place in range(len(puzzle.answers))}
    for place in sorted(steps, key=lambda place: (_ORDER.get(steps[place].verb, 1), place)):
        if place not in shown.mine.tried:
            key = PageKey(PUZZLE, topic=puzzle.id, part=place)
            yield Leaf(str(key), _label(context, steps[place])), steps[place]


def _label(context: ScreenContext, step: Action) -> str:
    """An answer as the caption of its button."""
    if step.verb in (PLAY, COVER):
        named = named_step(context, step)
        return named[:1].upper() + named[1:]
    if step.verb == MAZO:
        return context.text("button.mazo")
    return context.caption(step.verb)


def _explanation(context: ScreenContext, shown: PuzzleShown) -> Iterator[str]:
    words, puzzle = context.words, shown.puzzle
    best, textbook = (action_of(puzzle, at) for at in (puzzle.best, puzzle.textbook))
    tried = shown.mine.tried
    if tried and tried[0] in puzzle.right:
        yield words.text("puzzle.solved.first")
    else:
        yield words.text("puzzle.solved.late" if shown.is_solved else "puzzle.solved.never")
    yield words.text(
        "puzzle.best", step=_step(context, best), **_worth(puzzle.answers[puzzle.best], words)
    )
    for at in puzzle.equal:
        yield words.text("puzzle.equal", step=_step(context, action_of(puzzle, at)))
    yield words.text(
        "puzzle.textbook",
        step=_step(context, textbook),
        **_worth(puzzle.answers[puzzle.textbook], words),
    )
    yield words.text("puzzle.why", why=reason_text(context, puzzle.reason, best, textbook))
    mine = shown.mine
    yield words.text(
        "puzzle.rating",
        rating=points(mine.mu),
        change=format_decimal(mine.change, format=_CHANGE, locale=words.locale),
        difficulty=shown.difficulty,
    )


def _worth(answer: PuzzleAnswer, words: Words) -> dict[str, str]:
    return {
        "points": format_decimal(answer.points.mean, format=_POINTS, locale=words.locale),
        "margin": format_decimal(answer.points.margin, format=_MARGIN, locale=words.locale),
        "chance": format_percent(answer.chance.mean, locale=words.locale),
    }


def _next(puzzle: Puzzle, words: Words) -> Iterator[Leaf]:
    """Buttons to the next puzzle: an easier one, an equally hard one, a harder one."""
    for level, id in _NEXT.items():
        key = PageKey(PUZZLE, topic=puzzle.variant, part=LEVELS.index(level))
        yield Leaf(str(key), words.text(id))


_PUZZLE: Final = re.compile(r"[0-9a-f]{10}")


async def _answer(commanded: Commanded) -> PageKey:
    return puzzle_key(commanded.values)


async def _build(reading: Reading) -> Page:
    """The page of a puzzle for this person: a new puzzle of a game, or the result of an answer."""
    puzzles, key, person = reading.service.puzzles, reading.key, reading.reader
    if key.topic in VARIANTS:
        level = LEVELS[min(key.part, len(LEVELS) - 1)]
        found = await puzzles.ask(person, key.topic, level)
    else:
        found = await puzzles.answer(person, key.topic, key.part)
    if isinstance(found, NoPuzzle):
        return no_puzzle_page(found, reading.words)
    return puzzle_page(found, regional(reading.locale, found.puzzle.variant))


def _is_puzzle(topic: str, part: int) -> bool:
    return topic in VARIANTS or _PUZZLE.fullmatch(topic) is not None


PAGE: Final = PageSpec(name=PUZZLE, answer=_answer, build=_build, keys=_is_puzzle, personal=True)
