"""Truco argentino as data (rules page ``argentino.md``; the ids below are its articles).

Section A of that page has the tables of cards, section C the options. Every value stands next to
its article. The only code here turns options into numbers and names.
"""

from collections.abc import Mapping
from typing import Final

from engine.cards import SPANISH
from engine.rules.calls import EnvidoCall, EnvidoRules, FlorCall, FlorRules, FlorWorth, Ladder
from engine.rules.rule_set import (
    UNLIMITED,
    DuelRules,
    LeaveRules,
    MatchRules,
    OptionSpec,
    RuleSet,
    ShowRules,
    TrickRules,
    Variant,
)
from engine.variants.common import SENAS, chosen, cover_from
from engine.variants.spanish import BELOW_FALTA, CARDS, FALTA, LADDER

# Section C, "All options, default first".
OPTIONS: Final = (
    OptionSpec("target", ("30", "15", "12", "18", "20", "24", "40"), "AR-MAT-01"),
    OptionSpec("games_to_win", ("1", "2", "3"), "AR-MAT-03"),
    OptionSpec("end", ("immediate", "hand", "more_points"), "AR-MAT-05"),
    OptionSpec("flor", ("sin", "con"), "AR-FLO-15"),
    OptionSpec("truco_when", ("any_time", "own_turn"), "AR-TRU-02"),
    OptionSpec("answer_by", ("first_speaks", "accept_prevails", "pie"), "AR-PLA-03"),
    OptionSpec("words", ("strict", "loose"), "AR-TRU-08"),
    OptionSpec("envido_callers", ("pies", "any"), "AR-ENV-02"),
    OptionSpec("real_repeat", ("off", "on"), "AR-ENV-05"),
    OptionSpec("truco_after_envido", ("pending", "lapse"), "AR-ENV-08"),
    OptionSpec("truco_over_envido", ("illegal", "refuses"), "AR-ENV-16"),
    OptionSpec(
        "falta", ("chico_en_malas", "leader_shortfall", "to_buenas", "loser_shortfall"), "AR-FAL-01"
    ),  # AR-FAL-02
    OptionSpec("buenas_from", ("half", "half_plus_1"), "AR-FAL-03"),
    OptionSpec("declare", ("auto", "manual"), "AR-ENV-11"),
    OptionSpec("show", ("auto", "claim"), "AR-MOS-01"),  # AR-MOS-02
    OptionSpec("show_penalty", ("envido", "envido_and_truco"), "AR-MOS-03"),
    OptionSpec("flor_when", ("any_time", "own_turn"), "AR-FLO-03"),
    OptionSpec("flor_call", ("claim", "auto"), "AR-FLO-13"),
    OptionSpec("flor_values", ("modern", "plain", "sum"), "AR-FLO-07"),
    OptionSpec("team_flores", ("each", "single"), "AR-FLO-09"),
    OptionSpec(
        "resto", ("leader_shortfall", "plus_flores", "same_as_falta", "win_chico"), "AR-FLO-08"
    ),
    OptionSpec("resto_refused_direct", ("6", "4"), "AR-FLO-06"),
    OptionSpec("pido_false", ("1", "0"), "AR-FLO-13"),
    OptionSpec("mazo", ("team", "player"), "AR-MAZ-01"),  # AR-MAZ-09
    OptionSpec("mazo_early", ("2", "1"), "AR-MAZ-02"),
    OptionSpec("tie_lead", ("mano", "previous_leader", "first_tied"), "AR-TRI-05"),
    OptionSpec("cover_from", ("1", "2", "never"), "AR-COV-01"),
    OptionSpec("duels_from", ("5", "0"), "AR-PIC-02"),
    OptionSpec("duels_until", ("5", "10", "0"), "AR-PIC-02"),
    OptionSpec("duel_cap", ("6", "10", "none"), "AR-PIC-04"),
    SENAS,
)

VARIANT: Final = Variant(
    name="argentino",
    deck=SPANISH.name,
    players=(2, 3, 4, 6),  # AR-PLA-01, AR-GAL-01
    options=OPTIONS,
    hand_cap=11,  # DU-07: envido, envido, real envido and vale cuatro
)


ARTICLES: Final = (
    ("hand", "AR-TRU-01"),
    ("truco.refused", "AR-TRU-06"),
    ("envido.accepted", "AR-ENV-06"),
    ("envido.refused", "AR-ENV-06"),
    ("envido.falta", "AR-FAL-01"),
    ("envido.declared", "AR-ENV-10"),
    ("envido.wrong", "AR-ENV-14"),
    ("envido.annulled", "AR-FLO-04"),
    ("envido.no_flor", "AR-FLO-03"),
    ("truco.lapsed", "AR-ENV-08"),
    ("flor.alone", "AR-FLO-05"),
    ("flor.asked", "AR-FLO-06"),
    ("flor.accepted", "AR-FLO-06"),
    ("flor.refused", "AR-FLO-06"),
    ("flor.resto", "AR-FLO-08"),
    ("flor.partners", "AR-FLO-09"),
    ("flor.automatic", "AR-FLO-13"),
    ("flor.claim", "AR-FLO-13"),
    ("leave.early", "AR-MAZ-02"),
    ("leave.hand", "AR-MAZ-03"),
    ("leave.truco", "AR-MAZ-04"),
    ("leave.envido", "AR-MAZ-05"),
    ("leave.early_flor", "AR-MAZ-06"),
    ("leave.flor", "AR-MAZ-07"),
    ("show", "AR-MOS-01"),
    ("show.missing", "AR-MOS-03"),
)


def problems(options: Mapping[str, str], players: int) -> tuple[tuple[str, str], ...]:
    """The options that three players do not have: a flor, and a game that goes on for more points,
    because a game of three has three scores (AR-GAL-05)."""
    without = (("flor", "con"), ("end", "more_points")) if players == 3 else ()
    return tuple((name, value) for name, value in without if options[name] == value)


def rules(options: Mapping[str, str]) -> RuleSet:
    """The rule set of these (complete, valid) options."""
    target = int(options["target"])
    half = (target + 1) // 2  # AR-MAT-02: half, rounded up
    # AR-ENV-05: an envido may be raised by one more envido; a real may raise envidos (with
    # real_repeat a real too); a falta may raise any call; nothing may raise a falta.
    repeat = options["real_repeat"] == "on"
    calls = (
        EnvidoCall("envido", adds=2, times=2, over=("envido",)),
        EnvidoCall(
            "realenvido",
            adds=3,
            times=2 if repeat else 1,
            over=BELOW_FALTA if repeat else ("envido",),
        ),
        FALTA,
    )
    # AR-FLO-09: each further flor of the side that scores adds the points of one flor.
    more = "further" if options["team_flores"] == "each" else ""
    accepted = {  # AR-FLO-06, AR-FLO-07
        "modern": FlorWorth(4, more),
        "plain": FlorWorth(3, more),
        "sum": FlorWorth(flores="all"),
    }[options["flor_values"]]
    resto = FlorWorth(formula=options["resto"])
    flor = FlorRules(
        alone=3,  # AR-FLO-05
        unanswered=FlorWorth(3, more),
        calls=(  # AR-FLO-06
            FlorCall("flor", wanted=accepted, refused=FlorWorth(3, more)),
            FlorCall(
                "contraflor", over=("flor",), wanted=FlorWorth(6, more), refused=FlorWorth(4, more)
            ),
            FlorCall(
                "resto",
                over=("flor",),
                wanted=resto,
                refused=FlorWorth(int(options["resto_refused_direct"]), more),
                article="flor.resto",
            ),
            FlorCall(
                "resto",
                over=("contraflor",),
                wanted=resto,
                refused=FlorWorth(6, more),
                article="flor.resto",
            ),
        ),
        when=options["flor_when"],
        automatic="turn_or_call" if options["flor_call"] == "auto" else "",
        claim=3 if options["flor_call"] == "claim" else 0,  # AR-FLO-13
        false_claim=int(options["pido_false"]),
    )
    cap = options["duel_cap"]
    return RuleSet(
        variant=VARIANT.name,
        deck=VARIANT.deck,
        options=chosen(OPTIONS, options),
        cards=CARDS,
        match=MatchRules(
            target=target,
            games_to_win=int(options["games_to_win"]),
            end=options["end"],
            buenas=half + (options["buenas_from"] == "half_plus_1"),
        ),
        tricks=TrickRules(
            tie_lead=options["tie_lead"],
            all_tied="mano",  # AR-HAN-07
            cover_from=cover_from(options),
        ),
        truco=Ladder(
            base=1,
            steps=LADDER,
            any_time=options["truco_when"] == "any_time",
            card_accepts=True,  # AR-TRU-07
            over_envido=options["truco_over_envido"] == "refuses",
            after_envido_lapses=options["truco_after_envido"] == "lapse",
        ),
        envido=EnvidoRules(
            calls=calls,
            pies_only=options["envido_callers"] == "pies",
            falta=options["falta"],
            manual=options["declare"] == "manual",
        ),
        flor=flor if options["flor"] == "con" else None,
        answer_by=options["answer_by"],
        leave=LeaveRules(
            whole_team=options["mazo"] == "team",
            early_envido=int(options["mazo_early"]) - 1,
            early_flor=3,
        ),
        show=ShowRules(
            claim=options["show"] == "claim", hand_too=options["show_penalty"] == "envido_and_truco"
        ),
        duels=DuelRules(
            players=(6,),
            mode="pica",
            score_from=int(options["duels_from"]),
            missing=int(options["duels_until"]),
            cap=UNLIMITED if cap == "none" else int(cap),
        ),
        articles=ARTICLES,
    )
