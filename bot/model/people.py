"""The ids that stand in the seats of a table, and the people behind them."""

from typing import Final

from bot.messages import PersonId

NOBODY: Final = ""
"""The person of a free seat or of a robot's seat: nobody."""

PAGE: Final = "web:"
"""The beginning of the ids of the page's place, and of people who use only the page."""

ROBOT_MARK: Final = "(robot)"
"""Stands after a name in the record while a robot plays for the person."""

SOMEONE: Final = "someone:"
"""The beginning of the id of a person whose data were erased; the number of the seat follows."""

NOWHERE: Final = SOMEONE
"""Community and place of a match in the private chat of a person whose data were erased."""


def someone(seat: int) -> PersonId:
    """The id in the seat of a person whose data were erased. It reveals nothing about that person,
    and is of no use in another match."""
    return f"{SOMEONE}{seat}"


def is_someone(person: PersonId) -> bool:
    """Whether this id stands for a person whose data were erased."""
    return person.startswith(SOMEONE)


def is_registered(person: PersonId) -> bool:
    """Whether this person has an account on a platform. A person who uses only the page is not
    registered, because anybody can open the page several times."""
    return bool(person) and not person.startswith((PAGE, SOMEONE))
