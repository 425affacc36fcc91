"""What a game needs elsewhere, by its rule sets: articles for reasons, words that are said."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Final

from engine.actions import (
    ALEY,
    BUENAS,
    CORRE,
    COVER,
    DENUNCIA,
    DESCARTA,
    INTERFIERE,
    JOGA,
    MAZO,
    MOSTRAR,
    NO_QUIERO,
    PASSO,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    QUIERO,
    STACK,
    TENGO,
    VER,
)
from engine.rules.calls import FlorRules
from engine.rules.rule_set import UNLIMITED, RuleSet
from engine.variants import VARIANTS, rules_for


@cache
def rule_sets(game: str) -> tuple[RuleSet, ...]:
    """One for every pair of option values, so that each option is met beside each other one."""
    values = [(spec.name, value) for spec in VARIANTS[game].options for value in spec.values]
    pairs = [dict(pair) for pair in combinations(values, 2)]
    return (rules_for(game), *(rules_for(game, pair) for pair in pairs if len(pair) == 2))


def flor_of(rules: RuleSet, holds: Callable[[FlorRules], object]) -> bool:
    """Whether the table has a flor of which this is true."""
    return rules.flor is not None and bool(holds(rules.flor))


ARTICLE_KEYS: Final[Mapping[str, Callable[[RuleSet], object]]] = {
    "hand": lambda rules: True,
    "truco.refused": lambda rules: rules.truco.steps,
    "truco.lapsed": lambda rules: rules.truco.after_envido_lapses,
    "truco.flor": lambda rules: flor_of(rules, lambda flor: flor.truco != "goes_on"),
    "envido.refused": lambda rules: rules.envido.calls,
    "envido.declared": lambda rules: rules.envido.calls,
    "envido.wrong": lambda rules: rules.envido.manual,
    "envido.annulled": lambda rules: rules.flor is not None and rules.envido.calls,
    "envido.no_flor": lambda rules: flor_of(rules, lambda flor: flor.obligatory),
    "flor.alone": lambda rules: rules.flor is not None,
    "flor.asked": lambda rules: rules.flor is not None,
    "flor.accepted": lambda rules: rules.flor is not None,
    "flor.refused": lambda rules: rules.flor is not None,
    "flor.partners": lambda rules: flor_of(rules, lambda flor: not flor.each_his_own),
    "flor.said": lambda rules: flor_of(rules, lambda flor: flor.each_his_own),
    "flor.compared": lambda rules: flor_of(rules, lambda flor: flor.each_his_own),
    "flor.ley": lambda rules: flor_of(rules, lambda flor: flor.ley),
    "flor.reservada": lambda rules: flor_of(rules, lambda flor: flor.reservada),
    "flor.reservada_hand": lambda rules: flor_of(rules, lambda flor: flor.reservada),
    "flor.automatic": lambda rules: flor_of(rules, lambda flor: flor.automatic),
    "flor.claim": lambda rules: flor_of(rules, lambda flor: flor.claim),
    "flor.fault": lambda rules: flor_of(rules, lambda flor: flor.fault),
    "flor.resto": lambda rules: flor_of(
        rules, lambda flor: any(call.then == "compare_and_end" for call in flor.calls)
    ),
    "tricks.highest": lambda rules: rules.tricks.highest_after_tie,
    "tricks.pile": lambda rules: rules.tricks.after_tie == "stack",
    "leave.early": lambda rules: rules.leave.exists,
    "leave.hand": lambda rules: rules.leave.exists,
    "leave.truco": lambda rules: rules.leave.exists and not rules.leave.own_turn,
    "leave.envido": lambda rules: (
        rules.leave.exists and not rules.leave.own_turn and rules.envido.calls
    ),
    "leave.flor": lambda rules: (
        rules.leave.exists
        and not rules.leave.own_turn
        and flor_of(rules, lambda flor: not flor.each_his_own)
    ),
    "leave.early_flor": lambda rules: rules.flor is not None and rules.leave.early_flor,
    "special.run": lambda rules: rules.special,
    "special.hand": lambda rules: rules.special,
    "special.peek": lambda rules: rules.special,
    "special.call": lambda rules: rules.special and rules.special.call != "illegal",
    "special.unbeatable": lambda rules: rules.special and rules.special.claim_unbeatable,
    "ferro.hand": lambda rules: rules.special,
    "ferro.peek": lambda rules: rules.special and rules.special.ferro == "peek",
    "blind.flores": lambda rules: rules.blind,
    "blind.flor": lambda rules: rules.blind,
    "blind.left": lambda rules: rules.blind,
    "duel.interfered": lambda rules: rules.duels and rules.duels.interference,
    "denounce": lambda rules: rules.denounce,
    "denounce.false": lambda rules: rules.denounce,
    "show": lambda rules: rules.envido.calls or rules.flor,
    "show.missing": lambda rules: rules.show.claim,
}
"""Every key by which the engine reports why something happened, and the tables that need it. Keys
that a rule set names itself (a step of the ladder, a call of the flor) are :func:`named_keys`."""


def named_keys(rules: RuleSet) -> Iterator[str]:
    """The keys that the rule set's own data make."""
    for step in rules.truco.steps:
        yield step.verb if step.formula else step.article
    for call in rules.envido.calls:
        yield f"envido.{call.formula or 'accepted'}"
    if rules.flor is not None and not rules.flor.each_his_own:
        for flor_call in rules.flor.calls:
            yield from (flor_call.article, flor_call.declined)


def article_keys(rules: RuleSet) -> set[str]:
    """The keys that ``ARTICLES`` of a game with this rule set must have."""
    return {key for key, needed in ARTICLE_KEYS.items() if needed(rules)} | {*named_keys(rules)}


def words_of(rules: RuleSet) -> set[str]:
    """The words that may be said at this table."""
    words = {step.verb for step in rules.truco.steps} | {QUIERO, NO_QUIERO}
    words |= {call.verb for call in rules.envido.calls}
    words |= {MAZO} if rules.leave.exists else set()
    words |= {TENGO, BUENAS} if rules.envido.manual else set()
    if rules.flor is not None:
        for call in rules.flor.calls:
            words |= {call.verb, call.accept, call.decline} - {""}
        words |= {PIDO_FLOR} if rules.flor.claim else set()
        words |= {PASSO} if rules.flor.partners == "asked" else set()
        words |= {ALEY} if rules.flor.ley else set()
    words |= {MOSTRAR} if rules.show.claim else set()
    if rules.special is not None:
        words |= {JOGA, CORRE} | ({MOSTRAR} if rules.special.claim_unbeatable else set())
    if rules.blind is not None:
        words |= {VER, *(call.verb for call in rules.blind.calls)}
    words |= {INTERFIERE} if rules.duels and rules.duels.interference else set()
    words |= {DENUNCIA} if rules.denounce else set()
    words |= {DESCARTA} if rules.gallo.four_cards else set()
    return words


def cards_laid(rules: RuleSet) -> set[str]:
    """The steps that lay a card at this table."""
    steps = {PLAY} | ({COVER} if rules.tricks.cover_from < UNLIMITED else set())
    steps |= {STACK} if rules.tricks.after_tie == "stack" else set()
    return steps | ({PLAY_NTH} if rules.special and rules.special.ferro == "blind" else set())


@cache
def words_of_game(game: str) -> frozenset[str]:
    """The words that may be said at some table of this game."""
    return frozenset().union(*map(words_of, rule_sets(game)))


@cache
def steps_of_game(game: str) -> frozenset[str]:
    """Those words, and the steps that lay a card."""
    return words_of_game(game).union(*map(cards_laid, rule_sets(game)))
