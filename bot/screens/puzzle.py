"""A puzzle, for the person who tries it: the position, the answers as buttons, the explanation."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

from babel.numbers import format_decimal, format_percent

from bot.community.puzzles import LEVELS, NoPuzzle, PuzzleShown
from bot.model import MatchInfo, Seat, Status
from bot.screens import lines
from bot.screens.context import ScreenContext
from bot.screens.hand import build_hand
from bot.screens.pages import PUZZLE, Leaf, Page, PageKey, page_picture
from bot.screens.pictured import picture_of
from bot.screens.step_names import named_step
from bot.screens.step_reasons import reason_text
from bot.screens.table_parts import TableParts
from bot.store.results.ratings import points
from bot.words import Words, words_for
from engine.actions import BUENAS, COVER, MAZO, PLAY, STACK, TENGO, VER, Action
from engine.cards import UNKNOWN
from engine.puzzles import Puzzle, PuzzleAnswer, action_of, table_at, view_of
from engine.record.notation import parse_action
from engine.teacher import Sitting

_POINTS: Final = "+0.0;−0.0"
_MARGIN: Final = "0.0"
_CHANGE: Final = "+0;−0"
_NO_MATCH: Final = "problema"
"""A text in the form of a match's id, because screens need one. No button here has it in its
token."""
_PLACES: Final = {Sitting.MANO: "puzzle.mano", Sitting.PIE: "puzzle.pie"}
_NEXT: Final = {
    "facil": "puzzle.next.easy",
    "justo": "puzzle.next.same",
    "dificil": "puzzle.next.hard",
}
"""The button to the next puzzle, by level."""


def puzzle_key(values: Mapping[str, str]) -> PageKey:
    """The page of a new puzzle, of the game (``variante``) and the level (``problema``) that
    somebody asked for."""
    level = values.get("problema", LEVELS[0])
    return PageKey(PUZZLE, topic=values["variante"], part=LEVELS.index(level))


def no_puzzle_page(found: NoPuzzle, words: Words) -> Page:
    """The page when there is no puzzle."""
    game = words.text(f"variant.{found.variant}") if found.variant else ""
    return Page(words.text("puzzle.title.none"), words.text(found.why, game=game))


def puzzle_page(shown: PuzzleShown, locale: str) -> Page:
    """The page of a puzzle: the position and the possible answers, or the explanation."""
    puzzle = shown.puzzle
    words = words_for(locale, puzzle.variant)
    context = _context(puzzle, words)
    title = words.text("puzzle.title", game=words.text(f"variant.{puzzle.variant}"))
    position = [*_position(context, puzzle)]
    said = [*(_explanation(context, shown) if shown.is_over else _question(context, shown))]
    page = Page(
        title,
        "\n".join([*position, "", *said]),
        turns=tuple(_next(puzzle, words) if shown.is_over else _answers(context, shown)),
    )
    drawn = picture_of(build_hand(context, TableParts(context)))
    if drawn is None:
        return page
    picture = page_picture(drawn.shown, [drawn.alt], beside=[title, *position, "", *said])
    return Page(page.title, page.text, turns=page.turns, picture=picture)


def _context(puzzle: Puzzle, words: Words) -> ScreenContext:
    """The context of a made-up table that shows the seat's view: the reader plays against a player
    without a name."""
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


def _position(context: ScreenContext, puzzle: Puzzle) -> Iterator[str]:
    words, view = context.words, context.view
    yield words.text("puzzle.score", score=context.score_pair(view.score), target=view.target)
    yield from (line.text for line in lines.games(context))
    place = Sitting.MANO if view.seat == view.mano else Sitting.PIE
    yield words.text(_PLACES[place])
    yield from (line.text for line in lines.vira(context))
    held = ", ".join(context.named_card(card) for card in view.cards)
    yield words.text("puzzle.held", cards=held)
    so_far = [
        words.text("puzzle.did", name=context.name(step.seat), step=_step(context, step))
        for step in _done(context, puzzle)
    ]
    if so_far:
        yield words.text("puzzle.so_far", steps="; ".join(so_far))


def _done(context: ScreenContext, puzzle: Puzzle) -> Iterator[Action]:
    """What was done so far, with the points of an envido that the program said for the seats. That
    somebody looked at the cards is left out: a call without looking has a name of its own."""
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
        return context.words.text("card.hidden")
    if step.verb in (TENGO, BUENAS):
        return context.words.text("hint.word", word=context.says(step.verb, step.arg))
    return named_step(context, step)


def _question(context: ScreenContext, shown: PuzzleShown) -> Iterator[str]:
    words = context.words
    tried = shown.mine.tried
    if tried:
        step = _step(context, action_of(shown.puzzle, tried[-1]))
        yield words.text("puzzle.wrong", step=step)
    yield words.text("puzzle.ask", n=shown.left)


def _answers(context: ScreenContext, shown: PuzzleShown) -> Iterator[Leaf]:
    """The answers that were not tried yet."""
    puzzle = shown.puzzle
    for place in range(len(puzzle.answers)):
        if place not in shown.mine.tried:
            key = PageKey(PUZZLE, topic=puzzle.id, part=place)
            yield Leaf(str(key), _label(context, action_of(puzzle, place)))


def _label(context: ScreenContext, step: Action) -> str:
    """An answer as the caption of its button."""
    if step.verb in (PLAY, COVER):
        named = named_step(context, step)
        return named[:1].upper() + named[1:]
    if step.verb == MAZO:
        return context.words.text("button.mazo")
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
    """Ways to the next puzzle: an easier one, one as hard, a harder one."""
    for level, id in _NEXT.items():
        key = PageKey(PUZZLE, topic=puzzle.variant, part=LEVELS.index(level))
        yield Leaf(str(key), words.text(id))
