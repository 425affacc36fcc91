"""What a finished match teaches one of its seats.

``match_of`` plays a record again, ``moments`` are the choices of one seat with what it knew then,
``verdict`` says what one choice cost, ``reason_of`` why in words that a catalogue can hold. A
verdict has two parts: ``opinion_of`` is quick, ``weighed`` takes long where there is a doubt.
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

__all__ = [
    "OFTEN",
    "Explanation",
    "GoesOn",
    "Luck",
    "Match",
    "Measured",
    "Moment",
    "Opinion",
    "Sitting",
    "Stopped",
    "Verdict",
    "Why",
    "luck_of",
    "match_of",
    "moments",
    "opinion_of",
    "reason_for",
    "reason_of",
    "seed_of",
    "total_cost",
    "verdict",
    "weighed",
]
