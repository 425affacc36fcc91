"""Decides which table a person means, and what is shown after their command.

Every platform asks here. An adapter says who asks and where (:class:`Whereabouts`). The answer is
the :class:`~bot.catalogue.Asker` with the table that the person means. If the person may mean
several tables, the answer is a question that names them. The rules, in this order:

1. An explicit code always decides.
2. The command says what kind of table it is about (:class:`About`): ``/unirse`` is about a lobby
   with a free seat, ``/empezar`` about a lobby of the person, ``/truco`` about their running match.
3. A table of this place goes before one of another place. In a private chat every table of the
   person counts as one of this place.
4. Of tables that are equal so far, the table that this thread, topic or tab shows is meant.
5. If several are left, a command that changes something asks; a command that only shows something
   takes the newest.

What a button means is read here too (:func:`read_press`).
"""

from bot.asking.asking import Asked, Asking, Whereabouts
from bot.asking.follow_up import FollowUp, follow_up
from bot.asking.presses import (
    AnyAtTable,
    AtTable,
    Do,
    OpenPage,
    Press,
    SeeHand,
    SeeOrder,
    TurnPage,
    Unclear,
    UnknownPage,
    UnknownWord,
    read_press,
)
from bot.asking.resumed import Resume
