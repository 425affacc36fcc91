"""``/diaria problema``, asked for on all three platforms, and answered with its buttons."""

import re

from bot.community.puzzles import PuzzleHistory
from engine.puzzles import Puzzle, shipped
from tests.adapters.together.house import House, OnPage, Player, alone, opened
from tests.adapters.together.test_analysis import says
from tests.adapters.together.test_match import four
from tests.virtual import pass_by

GAME = "paulista"


async def before(house: House, player: Player) -> tuple[PuzzleHistory, Puzzle]:
    """What stands about this person, and the puzzle before them."""
    person = await house.service.users.person_of(player.user)
    mine = await house.service.puzzles.of(person)
    return mine, next(puzzle for puzzle in shipped(GAME).puzzles if puzzle.id == mine.now)


async def pressed(player: Player, puzzle: Puzzle, place: int) -> None:
    """Presses the button of an answer."""
    token = f"p1.problema..{puzzle.id}.{place}"
    if isinstance(player, OnPage):
        panels = [message["page"] for message in player.page.heard if message["t"] == "panel"]
        assert token in {leaf["key"] for leaf in panels[-1]["turns"]}
        await player.tell("press", token=token)
    else:
        await player.button(f"{re.escape(token)}$")
    await pass_by(5)


async def test_everybody_gets_a_puzzle_alone_and_answers_it() -> None:
    async with opened() as house:
        people = await four(house)
        for person in people:
            with alone(person, people):
                await person.line("diaria", variante=GAME, problema="facil")
                await pass_by(5)
                mine, puzzle = await before(house, person)
                assert (mine.level, mine.tried) == ("facil", ())
                wrong = (puzzle.best + 1) % len(puzzle.answers)
                await pressed(person, puzzle, wrong)
                assert (await before(house, person))[0].tried == (wrong,)
                assert not says("\n".join(person.reads()), "puzzle.solved.late")
                await pressed(person, puzzle, puzzle.best)
                assert (await before(house, person))[0].tried == (wrong, puzzle.best)
                assert says("\n".join(person.reads()), "puzzle.solved.late"), person.user
