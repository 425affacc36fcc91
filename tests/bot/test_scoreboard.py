"""The sums of a scoreboard."""

from bot.community.scoreboard import scoreboard
from bot.store.model import Result


def result(person: str, won: bool, at: float, points: tuple[int, int] = (30, 20)) -> Result:
    return Result(
        match=f"m{at}",
        person=person,
        community="web:p",
        name=person.title(),
        won=won,
        points_for=points[0],
        points_against=points[1],
        at=at,
    )


def test_sums_and_streaks() -> None:
    wins = [True, True, True, False, True, True]
    (ana,) = scoreboard("web:p", [result("ana", won, at) for at, won in enumerate(wins)]).standings
    assert (ana.matches, ana.won, ana.lost) == (6, 5, 1)
    assert (ana.points_for, ana.points_against) == (180, 120)
    assert (ana.streak, ana.best_streak) == (2, 3)


def test_a_loss_ends_the_streak() -> None:
    (ana,) = scoreboard("web:p", [result("ana", True, 1), result("ana", False, 2)]).standings
    assert (ana.streak, ana.best_streak) == (0, 1)


def test_the_name_is_the_last_one() -> None:
    old = result("ana", True, 1)
    new = Result("m2", "ana", "web:p", "Anita", True, 30, 1, 2.0)
    assert scoreboard("web:p", [old, new]).standings[0].name == "Anita"


def test_the_order() -> None:
    """Wins, then fewer losses, then the difference of points, then the name."""
    results = [
        result("dani", True, 1, (30, 29)),
        result("carla", True, 2, (30, 10)),
        result("beto", True, 3, (30, 29)),
        result("ana", True, 4),
        result("ana", False, 5),
        result("eva", True, 6),
        result("eva", True, 7),
        result("eva", False, 8),
    ]
    order = [standing.person for standing in scoreboard("web:p", results).standings]
    assert order == ["eva", "carla", "beto", "dani", "ana"]


def test_nobody_has_played() -> None:
    assert scoreboard("web:p", []).standings == ()
