"""Truco venezolano as data (rules page ``venezolano.md``)."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.cards import SPANISH
from engine.rules.calls import (
    EnvidoCall,
    EnvidoRules,
    FlorCall,
    FlorRules,
    FlorWorth,
    Ladder,
    LadderStep,
)
from engine.rules.rule_set import (
    UNLIMITED,
    LeaveRules,
    MatchRules,
    OptionSpec,
    Piece,
    RuleSet,
    TrickRules,
    Variant,
)
from engine.variants.common import SENAS, chosen, cover_from
from engine.variants.spanish import CARDS, FALTA

OPTIONS: Final = (
    OptionSpec("target", ("24", "12", "32"), "VE-MAT-01"),
    OptionSpec("games_to_win", ("1", "2", "3"), "VE-MAT-01"),
    OptionSpec("truco_when", ("any_time", "own_turn"), "VE-TRU-01"),
    OptionSpec("answer_by", ("first_speaks", "accept_prevails", "pie"), "VE-PLA-01"),
    OptionSpec("envido_callers", ("any", "pies"), "VE-ENV-02"),
    OptionSpec("first_parda", ("stacked", "sequential"), "VE-PAR-02"),  # VE-PAR-06
    OptionSpec("parda_calls", ("open", "closed"), "VE-PAR-05"),
    OptionSpec("reservada_pays", ("seed", "five"), "VE-FLO-09"),
    OptionSpec("flor_when", ("any_time", "own_turn"), "VE-FLO-03"),
    OptionSpec("aley_bluff", ("off", "on"), "VE-FLO-05"),
    OptionSpec("mazo_early", ("1", "2"), "VE-MAZ-01"),
    OptionSpec("cover_from", ("1", "2", "never"), "VE-COV-01"),
    OptionSpec("end", ("hand",), "VE-MAT-02"),
    SENAS,
)

VARIANT: Final = Variant(
    name="venezolano",
    deck=SPANISH.name,
    players=(2, 4),  # VE-PLA-01
    options=OPTIONS,
    hand_cap=13,  # DU-07: envido, envido and vale nueve
    turned=True,
)

ARTICLES: Final = (
    ("hand", "VE-TRU-01"),
    ("valejuego", "VE-TRU-03"),
    ("truco.refused", "VE-TRU-02"),
    ("envido.accepted", "VE-ENV-04"),
    ("envido.refused", "VE-ENV-05"),
    ("envido.falta", "VE-ENV-06"),
    ("envido.declared", "VE-ENV-03"),
    ("envido.annulled", "VE-FLO-03"),
    ("flor.said", "VE-FLO-03"),
    ("flor.ley", "VE-FLO-05"),
    ("flor.asked", "VE-FLO-04"),
    ("flor.alone", "VE-FLO-04"),
    ("flor.compared", "VE-FLO-04"),
    ("flor.accepted", "VE-FLO-04"),
    ("flor.refused", "VE-FLO-04"),
    ("flor.reservada", "VE-FLO-08"),
    ("flor.reservada_hand", "VE-FLO-09"),
    ("tricks.pile", "VE-PAR-02"),
    ("leave.early", "VE-MAZ-01"),
    ("leave.hand", "VE-MAZ-01"),
    ("leave.truco", "VE-MAZ-01"),
    ("leave.envido", "VE-MAZ-01"),
    ("show", "VE-FLO-04"),
)

# VE-CAR-01, VE-ENV-01: the 11 and the 10 of the vira's suit.
_RANKS: Final = SPANISH.ranks
PERICO: Final = Piece(_RANKS.index("11"), 30)
PERICA: Final = Piece(_RANKS.index("10"), 29)


def rules(options: Mapping[str, str]) -> RuleSet:
    """The rule set of these (complete, valid) options."""
    target = int(options["target"])
    stacked = options["first_parda"] == "stacked"
    return RuleSet(
        variant=VARIANT.name,
        deck=VARIANT.deck,
        options=chosen(OPTIONS, options),
        cards=replace(
            CARDS,  # section A, below the pieces
            promotion="pieces",
            pieces=(PERICO, PERICA),
            substitute=_RANKS.index("12"),  # VE-CAR-03
            second_piece=True,  # VE-ENV-01: 20 + 10 + 9
            flor_value="reservada",  # VE-FLO-02
        ),
        match=MatchRules(
            target=target,
            games_to_win=int(options["games_to_win"]),
            end=options["end"],
            buenas=UNLIMITED,
            standing=True,  # VE-MAT-02: counted when the hand is over
        ),
        tricks=TrickRules(
            tie_lead="mano",  # VE-PAR-02, VE-PAR-06
            cover_from=cover_from(options),
            after_tie="stack" if stacked else "play",
        ),
        truco=Ladder(
            base=1,
            steps=(
                LadderStep("truco", 3),
                LadderStep("retruco", 6),
                LadderStep("vale9", 9),
                LadderStep("valejuego", target, formula="missing"),  # VE-TRU-03
            ),
            any_time=options["truco_when"] == "any_time",
            card_accepts=False,  # VE-TRU-01: only words
            after_envido_lapses=False,  # VE-ENV-07
            after_tie=options["parda_calls"] == "open",
        ),
        envido=EnvidoRules(
            calls=_ENVIDO,
            pies_only=options["envido_callers"] == "pies",
            falta="leader_shortfall",  # VE-ENV-06
            highest=39,
            floor=True,  # VE-ENV-06
            at_end=True,  # VE-ENV-03
        ),
        flor=FlorRules(
            alone=3,
            unanswered=FlorWorth(3, "further"),
            calls=(
                FlorCall("flor", wanted=_THREE, refused=_THREE, accept="", decline=""),
                FlorCall(
                    "florenvido", over=("flor",), wanted=FlorWorth(5, "further"), refused=_THREE
                ),
            ),
            when=options["flor_when"],
            partners="own",
            obligatory=False,  # VE-FLO-03: a holder may, but may not say his flor any more
            closed_by=(),
            ley="anyone" if options["aley_bluff"] == "on" else "holders",
            reservada=options["reservada_pays"],
        ),
        answer_by=options["answer_by"],
        leave=LeaveRules(early_envido=int(options["mazo_early"]) - 1),
        articles=ARTICLES,
    )


_THREE: Final = FlorWorth(3, "further")
"""VE-FLO-04: 3 points, and 3 more for the flor of the partner."""

_ANY: Final = ("envido", "aleyenvido", "piedras")
# VE-ENV-03, VE-ENV-04, VE-FLO-07.
_ENVIDO: Final = (
    EnvidoCall("envido", adds=2, times=UNLIMITED, over=_ANY),
    EnvidoCall(
        "piedras",
        adds=0,
        times=UNLIMITED,
        over=_ANY,
        low=1,
        high=UNLIMITED,
        bare=False,
        opens=False,
    ),
    replace(FALTA, over=_ANY),
    EnvidoCall("aleyenvido", adds=2, ley=True),
)
