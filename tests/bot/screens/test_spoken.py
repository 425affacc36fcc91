"""What is said at every step of every game, in every language, against what somebody has read.

Matches are played at random. The first line of each message id that a screen brings is kept in
``golden/spoken/<game>.txt``, in all languages one below the other, so that a reader sees at once
whether they say the same. ``refusals.txt`` holds every refusal. With ``TRUCO_REWRITE`` the
files are written anew; the difference is the review.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.messages import Refused
from bot.model import Status
from bot.reasons import ServiceReason
from bot.screen import Screen
from bot.screens import build, notice_text, reply_text
from bot.words import BY_GAME, LOCALES, REGIONAL, SOURCE_LOCALE, regional
from bot.words.catalogues import entries
from engine.actions import MAZO, Action, Close, Range
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.errors import Reason
from engine.events import AnyEvent, Dealt, disclosed
from engine.guard.legal import awaited, legal_actions, needs
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from tests.bot.catalogue.test_words import parameters
from tests.bot.scenes import info_for
from tests.examples import some
from tests.kept import check_kept

GOLDEN = Path(__file__).parents[1] / "golden" / "spoken"
TABLES: dict[str, tuple[tuple[int, dict[str, str]], ...]] = {
    "argentino": ((2, {"flor": "con", "declare": "manual"}), (6, {"flor": "con"})),
    "tradicional-18": ((3, {}), (4, {"blind_calls": "on"})),
    "uruguayo": ((2, {}), (4, {})),
    "venezolano": ((2, {}), (4, {})),
    "gauderio": ((2, {}), (4, {})),
    "paulista": ((2, {}), (4, {})),
    "mineiro": ((2, {}), (4, {})),
}
"""The tables at which each game is heard."""
HANDS = 12
NOTICES = ("turn", "bet", "answer", "remind", "end")
Said = dict[str, dict[str, str]]
"""By message id and language, the line that was heard first."""


class Listener:
    """Reads every screen of a match as its people do."""

    def __init__(self, variant: str, said: Said) -> None:
        self._said = said
        own = regional(BY_GAME, variant)
        self._locales = tuple(dict.fromkeys((*LOCALES[:1], own, *LOCALES[1:])))

    def hears(self, state: State, events: list[AnyEvent]) -> None:
        """The table, and the hand of everybody who is asked."""
        info = info_for(state.table)
        if needs(state) == "over":
            info = replace(info, status=Status.OVER)
        for seat in (PUBLIC, *(awaited(state) or (0,))):
            known = [disclosed(event, seat) for event in events]
            seen = view(state, seat)

            def shown(locale: str) -> dict[str, str]:
                screen = build(info, seen, locale, known)  # noqa: B023 - it is called at once
                return dict(_lines(screen))

            self._note(shown)
        for kind in NOTICES:
            self._note(
                lambda locale: {
                    f"notice.{kind}": notice_text(kind, info, view(state, PUBLIC), locale)  # noqa: B023
                }
            )

    def _note(self, shown: object) -> None:
        assert callable(shown)
        fresh = [id for id in shown(SOURCE_LOCALE) if id not in self._said]
        if fresh:
            told = {locale: shown(locale) for locale in self._locales}
            for id in fresh:
                self._said[id] = {locale: told[locale][id] for locale in self._locales}


def _lines(screen: Screen) -> Iterator[tuple[str, str]]:
    yield "title", screen.title
    for line in (*screen.lines, *screen.log):
        yield line.id, line.text
    if screen.question is not None:
        yield screen.question.id, screen.question.text


def steps(table: Table, dice: random.Random) -> Iterator[tuple[State, list[AnyEvent]]]:
    """Matches at random: each state with the events of its hand so far."""
    state, events, dealt = new_match(table), list[AnyEvent](), 0
    while dealt < HANDS or needs(state) != "over":
        if needs(state) == "over":
            state = new_match(table)
        if needs(state) == "deal":
            dealt += 1
            deck = list(state.table.deck)
            dice.shuffle(deck)
            dealer = max(next_dealer(state), 0)
            step = apply(state, deal_from(state.table, dealer, tuple(deck), next_mode(state)))
        elif needs(state) == "close":
            step = apply(state, Close())
        else:
            step = apply(state, _any_action(state, dice))
        state = step.state
        begins = bool(step.events) and isinstance(step.events[0], Dealt)
        events = [*([] if begins else events), *step.events]
        yield state, events


def _any_action(state: State, dice: random.Random) -> Action:
    seat = dice.choice(awaited(state))
    legal = legal_actions(state, seat)
    staying = [action for action in legal if action.verb != MAZO]
    chosen = dice.choice(staying if staying and dice.random() < 0.97 else legal)
    if isinstance(chosen, Range):
        return Action(seat, chosen.verb, dice.randint(chosen.low, chosen.high))
    return chosen


def agrees(name: str, said: Said) -> None:
    """Compares with the golden file, or writes it."""
    text = "".join(
        f"{id}\n" + "".join(f"  {locale:5}  {line}\n" for locale, line in sorted(lines.items()))
        for id, lines in sorted(said.items())
    )
    check_kept(GOLDEN / f"{name}.txt", text)


@pytest.mark.parametrize("variant", some([*VARIANTS]))
def test_what_is_said_at_every_step(variant: str) -> None:
    said: Said = {}
    listener = Listener(variant, said)
    for players, options in TABLES[variant]:
        dice = random.Random(players)
        for state, events in steps(table_for(variant, players, options), dice):
            listener.hears(state, events)
    assert {"table.asked.play", "hand.turn", "log.laid", "notice.turn"} <= set(said)
    agrees(variant, said)


def test_every_refusal_has_its_words() -> None:
    """Parameters are shown by their names."""
    said: Said = {}
    for reason in sorted(str(reason) for reason in (*Reason, *ServiceReason)):
        names = parameters(entries(SOURCE_LOCALE)[f"reason.{reason}"]) - {"games"}
        given = {name: f"<{name}>" for name in sorted(names)}
        if "until" in given:
            given["until"] = "0"
        refused = Refused(reason, "", tuple(given.items()))
        locales = (*LOCALES, *REGIONAL)
        said[reason] = {locale: reply_text(refused, locale) for locale in locales}
    agrees("refusals", said)


def test_no_kept_words_are_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {*VARIANTS, "refusals"}
