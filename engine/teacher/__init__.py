"""The lessons of a finished match for one of its seats.

``match_of`` plays a record again, ``moments`` are the choices of one seat with its knowledge then,
``verdict`` gives the cost of one choice, and ``reason_of`` the reason, as a message of the
catalogues. A verdict has two parts: ``opinion_of`` is quick; ``weighed`` takes long if the choice
is doubtful.
"""

from engine.teacher.moments import Match, Moment, match_of, moments
from engine.teacher.reasons import Explanation, Sitting, Why, reason_for, reason_of
from engine.teacher.rollouts import GoesOn, Measured, Stopped
from engine.teacher.verdicts import (
    OFTEN,
    Luck,
    Opinion,
    Verdict,
    luck_of,
    opinion_of,
    seed_of,
    total_cost,
    verdict,
    weighed,
)
