"""However long the names are: the message of a tournament is sent."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import product

from adapters.discord.emoji import Emoji
from adapters.discord.layout import draw
from adapters.discord.message import MOST_TEXT
from adapters.telegram.layout import page_of
from bot.model import MatchInfo, Status
from bot.screens.tournaments.tournament import build_tournament
from bot.tournaments import steps
from bot.tournaments.state import UNIT_SIZES, Entrant, Format, Tournament
from bot.words import words_for
from bot.words.catalogues import LOCALES
from tests.examples import some


def contents(parts: object) -> Iterator[str]:
    """Every text in the parts of a Discord message."""
    if isinstance(parts, dict):
        yield from (text for key, text in parts.items() if key == "content")
        parts = tuple(parts.values())
    if isinstance(parts, list | tuple):
        for part in parts:
            yield from contents(part)


STATUSES = (Status.SIGN_UP, Status.HELD, Status.CONCLUDED)
KINDS = tuple(product(Format, UNIT_SIZES, ("x", "_", "🂡"), STATUSES))


def test_the_longest_names_fit_into_a_message() -> None:
    for kind in some(KINDS):
        info = full(*kind)
        for locale in LOCALES:
            screen = build_tournament(info, words_for(locale, "argentino"))
            texts = contents(draw(screen, Emoji()).components)
            assert sum(map(len, texts)) <= MOST_TEXT, kind
            text = unescape(re.sub(r"<[^>]*>", "", page_of(screen).html))
            assert len(text.encode("utf-16-le")) / 2 <= 4096, kind


def full(form: Format, size: int, sign: str, status: Status) -> MatchInfo:
    """A tournament of as many people as there may be, each with a name of this sign."""
    most = steps.most_entrants(Tournament(form, size))
    people = tuple(Entrant(f"web:{n}", sign * 30 + f"{n:02}") for n in range(most))
    held = Tournament(form, size, 240 * (form is Format.ARENA), people)
    if status is not Status.SIGN_UP:
        held = steps.started(held, [])
    while status is Status.CONCLUDED and held.open:
        first = held.open[0]
        held = steps.opened(held, first, "abcdefgh")
        held = steps.decided(held, "abcdefgh", 0, played=True)
        if len(held.pairings) > 80:
            held = steps.time_over(held)
    for pairing in held.open:
        held = steps.opened(held, pairing, "abcdefgh")
    return MatchInfo(
        match="abcdefgh",
        community="discord:1",
        place="discord:1/2",
        variant="argentino",
        options=(),
        players=2 * size,
        seats=(),
        host="web:0",
        turn_seconds=60,
        status=status,
        created=0.0,
        deadline=1_800_000_000.0,
        tournament=held,
        opened_by=people[0].name,
    )
