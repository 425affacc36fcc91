"""Truco uruguayo as data (rules page ``uruguayo.md``; the ids below are its articles)."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.actions import CFT
from engine.cards import SPANISH
from engine.rules.calls import EnvidoCall, EnvidoRules, FlorCall, FlorRules, FlorWorth, Ladder
from engine.rules.rule_set import (
    UNLIMITED,
    BlindCall,
    BlindRules,
    CardRules,
    DuelRules,
    LeaveRules,
    MatchRules,
    OptionSpec,
    Piece,
    RuleSet,
    ShowRules,
    TrickRules,
    Variant,
)
from engine.variants.common import SENAS, chosen, cover_from
from engine.variants.spanish import BELOW_FALTA, CARDS, FALTA, LADDER

# Section C, "All options, default first".
OPTIONS: Final = (
    OptionSpec("target", ("40", "20", "24", "30"), "UY-MAT-01"),
    OptionSpec("games_to_win", ("1", "2", "3"), "UY-MAT-01"),
    OptionSpec("piece_values", ("perico_27", "perico_30"), "UY-CAR-05"),
    OptionSpec("equal_cards", ("parda", "mano"), "UY-CAR-04"),
    OptionSpec("truco_when", ("own_turn", "any_time"), "UY-TRU-01"),
    OptionSpec("answer_by", ("first_speaks", "accept_prevails", "pie"), "UY-PLA-01"),
    OptionSpec("envido_callers", ("any", "pies"), "UY-ENV-02"),
    OptionSpec("raises", ("at_least", "ladder"), "UY-ENV-04"),
    OptionSpec("numbered_envido", ("off", "on"), "UY-ENV-10"),
    OptionSpec("falta", ("leader_shortfall", "to_buenas"), "UY-ENV-07"),
    OptionSpec("falta_cap", ("on", "off"), "UY-ENV-08"),
    OptionSpec("envido_tie", ("nearest_mano", "alternating"), "UY-ENV-09"),
    OptionSpec("two_pieces", ("face", "units"), "UY-ENV-12"),
    OptionSpec("declare", ("auto", "manual"), "UY-ENV-11"),
    OptionSpec("show", ("auto", "claim"), "UY-ENV-11"),
    OptionSpec("flor_when", ("any_time", "own_turn"), "UY-FLO-03"),
    OptionSpec("flor_call", ("claim", "auto", "optional"), "UY-FLO-10"),
    OptionSpec("resto", ("plus_flores", "leader_shortfall", "win_chico"), "UY-FLO-07"),
    OptionSpec("resto_refused_raise", ("5", "8"), "UY-FLO-07"),
    OptionSpec("pido_false", ("1", "0"), "UY-FLO-10"),
    OptionSpec("mazo", ("team", "player"), "UY-MAZ-03"),
    OptionSpec("mazo_early", ("1", "2"), "UY-MAZ-01"),
    OptionSpec("cover_from", ("1", "2", "never"), "UY-COV-01"),
    OptionSpec("blind_calls", ("off", "on"), "UY-PER-01"),
    OptionSpec("duels_from", ("0", "5"), "UY-SEI-01"),
    OptionSpec("duels_until", ("half", "0", "5", "10"), "UY-SEI-01"),
    OptionSpec("duel_cap", ("6", "10"), "UY-SEI-03"),
    SENAS,
)

VARIANT: Final = Variant(
    name="uruguayo",
    deck=SPANISH.name,
    players=(2, 4, 6),  # UY-PLA-01
    options=OPTIONS,
    hand_cap=11,  # DU-07: envido, envido, real envido and vale cuatro
    turned=True,
)

# UY-CAR-01: 2 > 4 > 5 > 11 > 10 of the muestra's suit, each with its points (UY-CAR-05).
PIECES: Final = (("2", 30), ("4", 29), ("5", 28), ("11", 27), ("10", 27))
PERICO_30: Final = {"11": 30, "10": 29}

ARTICLES: Final = (
    ("hand", "UY-TRU-01"),
    ("truco.refused", "UY-TRU-02"),
    ("envido.accepted", "UY-ENV-05"),
    ("envido.refused", "UY-ENV-06"),
    ("envido.falta", "UY-ENV-07"),
    ("envido.declared", "UY-ENV-09"),
    ("envido.wrong", "UY-ENV-11"),
    ("envido.annulled", "UY-FLO-03"),
    ("envido.no_flor", "UY-FLO-03"),
    ("flor.alone", "UY-FLO-04"),
    ("flor.asked", "UY-FLO-03"),
    ("flor.accepted", "UY-FLO-05"),
    ("flor.envido", "UY-FLO-06"),
    ("flor.refused", "UY-FLO-06"),
    ("flor.resto", "UY-FLO-07"),
    ("flor.resto_refused", "UY-FLO-07"),
    ("flor.partners", "UY-FLO-03"),
    ("flor.automatic", "UY-FLO-10"),
    ("flor.claim", "UY-FLO-10"),
    ("leave.early", "UY-MAZ-01"),
    ("leave.hand", "UY-MAZ-01"),
    ("leave.truco", "UY-MAZ-01"),
    ("leave.envido", "UY-MAZ-02"),
    ("leave.flor", "UY-MAZ-02"),
    ("blind.flores", "UY-PER-01"),
    ("blind.flor", "UY-PER-01"),
    ("blind.left", "UY-PER-01"),
    ("show", "UY-ENV-11"),
    ("show.missing", "UY-ENV-11"),
)


def cards(options: Mapping[str, str]) -> CardRules:
    """The cards, with five pieces. When the turned card is itself a piece, the 12 of its suit takes
    its place (UY-CAR-01 to UY-CAR-03)."""
    values = dict(PIECES) | (PERICO_30 if options["piece_values"] == "perico_30" else {})
    ranks = SPANISH.ranks
    return replace(
        CARDS,  # UY-CAR-02: the argentine order
        promotion="pieces",
        pieces=tuple(Piece(ranks.index(rank), points) for rank, points in values.items()),
        substitute=ranks.index("12"),
        second_piece=options["two_pieces"] == "units",  # UY-ENV-12
    )


def highest_envido(options: Mapping[str, str]) -> int:
    """The highest envido of a hand: the best piece and a 7 (UY-ENV-01), or the two best pieces
    (UY-ENV-12)."""
    if options["two_pieces"] == "face":
        return 37
    return 40 if options["piece_values"] == "perico_30" else 39


def envido_calls(options: Mapping[str, str], target: int) -> tuple[EnvidoCall, ...]:
    """The calls of the envido, each with the calls that it may raise (UY-ENV-03, UY-ENV-04,
    UY-ENV-10)."""
    at_least = options["raises"] == "at_least"
    numbered = options["numbered_envido"] == "on"
    below = BELOW_FALTA
    return (
        EnvidoCall(
            "envido",
            adds=2,
            times=UNLIMITED if at_least else 2,
            over=below if at_least else ("envido",),
            low=2,
            high=target if numbered else 0,
        ),
        EnvidoCall(
            "realenvido",
            adds=3,
            times=UNLIMITED if at_least else 1,
            over=below if at_least else ("envido",),
            low=2,
            high=target // 3 if numbered else 0,
            each=3,
        ),
        FALTA,
    )


def flor(options: Mapping[str, str]) -> FlorRules:
    """The flor and its two bets (UY-FLO-04 to UY-FLO-08, UY-FLO-10)."""
    resto = {  # UY-FLO-07
        "plus_flores": FlorWorth(flores="all", formula="falta"),
        "leader_shortfall": FlorWorth(formula="contest_shortfall"),
        "win_chico": FlorWorth(formula="win_chico"),
    }[options["resto"]]
    own = FlorWorth(flores="own")
    call = options["flor_call"]
    return FlorRules(
        alone=3,
        unanswered=own,  # UY-FLO-04
        calls=(
            # UY-FLO-05: "la mía flor"; nobody can decline it.
            FlorCall("flor", wanted=own, refused=own, accept="flor", decline=""),
            FlorCall(
                "florenvido",
                over=("flor",),
                wanted=FlorWorth(5, "further"),
                refused=own,
                article="flor.envido",
            ),
            FlorCall(
                "resto",
                over=("flor",),
                wanted=resto,
                refused=own,
                article="flor.resto",
                declined="flor.resto_refused",
            ),
            FlorCall(
                "resto",
                over=("florenvido",),
                wanted=resto,
                refused=FlorWorth(int(options["resto_refused_raise"]), "further"),
                article="flor.resto",
                declined="flor.resto_refused",
            ),
        ),
        when=options["flor_when"],
        automatic="turn_or_call" if call == "auto" else "",
        obligatory=call != "optional",
        claim=3 if call == "claim" else 0,
        false_claim=int(options["pido_false"]),
    )


def rules(options: Mapping[str, str]) -> RuleSet:
    """The rule set of these (complete, valid) options."""
    target = int(options["target"])
    half = (target + 1) // 2  # UY-MAT-02
    until = options["duels_until"]
    return RuleSet(
        variant=VARIANT.name,
        deck=VARIANT.deck,
        options=chosen(OPTIONS, options),
        cards=cards(options),
        match=MatchRules(
            target=target,
            games_to_win=int(options["games_to_win"]),
            end="immediate",  # UY-MAT-03
            buenas=half,
        ),
        tricks=TrickRules(cover_from=cover_from(options), equal_cards=options["equal_cards"]),
        truco=Ladder(
            base=1,
            steps=LADDER,
            any_time=options["truco_when"] == "any_time",
            card_accepts=True,
            after_envido_lapses=False,
        ),
        envido=EnvidoRules(
            calls=envido_calls(options, target),
            pies_only=options["envido_callers"] == "pies",
            falta=options["falta"],
            manual=options["declare"] == "manual",
            highest=highest_envido(options),
            cap="falta" if options["falta_cap"] == "on" else "",
            at_least=options["raises"] == "at_least",
            tie=options["envido_tie"],
            closed_by="own_word",
        ),
        flor=flor(options),
        answer_by=options["answer_by"],
        leave=LeaveRules(
            whole_team=options["mazo"] == "team", early_envido=int(options["mazo_early"]) - 1
        ),
        show=ShowRules(claim=options["show"] == "claim"),
        duels=DuelRules(
            players=(6,),
            mode="pico",
            score_from=int(options["duels_from"]),
            # UY-SEI-01: while no team has half the target.
            missing=target - half + 1 if until == "half" else int(until),
            cap=int(options["duel_cap"]),
            caps_all=False,
        ),
        articles=ARTICLES,
        # UY-PER-01: as TR-COM; the only bet on the flor is the resto.
        blind=BlindRules(calls=(BlindCall(CFT, flor="resto"),), flores=3, leaving=2)
        if options["blind_calls"] == "on"
        else None,
    )
