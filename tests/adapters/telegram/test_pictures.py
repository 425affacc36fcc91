"""Pictures on Telegram: a hand in private, the table and the end of a match in their group."""

import pytest
from msgspec.structs import replace

from adapters.telegram.layout import page_of, pictured
from adapters.telegram.message import ALERT, CAPTION, length
from bot.pictures.drawn import png
from bot.pictures.row import CardRow
from bot.screen import CardMark, Line, Screen, SeatMark, TrickRow
from bot.screens.rendering.pictured import picture_of
from bot.screens.rendering.strip import short
from bot.words import words_for
from engine.cards import SPANISH
from tests.adapters.telegram.house import House, Match, by_button
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import Call
from tests.adapters.telegram.watch import match_of_shown
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by

WORDS = words_for("es")
LONG = "Bartolomé de las Casas y Guzmán "
SLOW = "tiempo:600"


def last(group: Chat) -> Shown:
    return [message for message in group.messages if message.by_bot and not message.deleted][-1]


def hand(match: Match, person: Person) -> Shown:
    """The hand of the match in somebody's private chat."""
    shown = [message for message in person.sees() if message.by_bot]
    return [message for message in shown if match_of_shown(message) == match.id][-1]


def bytes_of(house: House, shown: Shown) -> bytes:
    return house.api.files[shown.json["photo"][-1]["file_id"]]


async def row_of(house: House, match: Match, person: Person) -> CardRow:
    cards = (await house.view(match.id, person)).cards
    return CardRow("spanish", tuple(SPANISH.write(card) for card in cards))


def uploads(calls: list[Call]) -> list[Call]:
    return [call for call in calls if call.files]


async def test_a_hand_is_a_picture_with_its_words_below_and_so_is_the_table_in_its_group(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto, options=SLOW)
    await pass_by(10)
    for person in (ana, beto):
        shown = hand(match, person)
        assert bytes_of(house, shown) == png(await row_of(house, match, person))
        screen = await house.service.screens.screen(match.id, f"telegram:{person.id}")
        assert screen is not None
        assert all(card.label in shown.text for card in screen.cards)
    await by_button(match, await match.turn(), "truco")
    await pass_by(30)
    screen = await house.service.screens.screen(match.id, None, "es")
    assert screen is not None
    found = picture_of(screen)
    assert found is not None
    assert bytes_of(house, last(group)) == png(found.shown)


async def test_a_picture_adds_no_message_and_is_sent_once(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Other words below the same cards bring no picture; the same cards in a new message are known
    to Telegram by their name."""
    match = await house.seated(group, ana, beto, options=SLOW)
    await pass_by(30)
    player = await match.turn()
    other = match.other_than(player)
    since = len(house.api.calls)
    await by_button(match, player, "truco")
    await pass_by(10)
    calls = house.api.calls[since:]
    mine, theirs = (
        [call for call in calls if call.chat == person.id and call.method != "deleteMessage"]
        for person in (player, other)
    )
    assert [call.method for call in mine] == ["editMessageCaption"]
    assert [call.method for call in theirs] == ["sendPhoto"]
    assert theirs[0].values["photo"] in house.api.files
    assert not uploads([*mine, *theirs])


# --- words below a picture -----------------------------------------------------------------------


def six(name: str, kind: str = "table") -> Screen:
    """Three whole tricks of six people whose names begin so."""
    codes = ["1e", "1b", "7e", "7o", "3o", "3c", "2b", "2c", "1o", "1c", "12b", "12c"]
    codes += ["11e", "11b", "10o", "10c", "6e", "6b"]
    laid = [
        CardMark(code, WORDS.card(SPANISH.read(code), SPANISH), seat=number % 6)
        for number, code in enumerate(codes)
    ]
    return Screen(
        kind,
        "abcd2345",
        1,
        "es",
        "Truco",
        number=1,
        seats=tuple(SeatMark(seat, f"{name}{seat}", "AB"[seat % 2]) for seat in range(6)),
        tricks=tuple(
            TrickRow(number + 1, tuple(laid[6 * number : 6 * number + 6]), done=True)
            for number in range(3)
        ),
        log=tuple(Line(str(number), f"news {number} " * 9) for number in range(4)),
        cards=(laid[0],) if kind == "hand" else (),
    )


def test_the_limits_are_telegrams() -> None:
    assert (ALERT, CAPTION) == (200, 1024)


def test_below_a_hand_a_long_text_names_every_card_in_its_shortest_form() -> None:
    kind = "hand"
    roomy, tight, long = (pictured(six(name, kind)) for name in ("A", LONG, "B" * CAPTION))
    assert roomy.picture is not None
    assert "tres de oros" in roomy.html
    assert "news 3" in roomy.html
    assert tight.picture is not None
    assert length(tight.html) < length(page_of(six(LONG, kind)).html)
    for row in six(LONG, kind).tricks:
        for card in row.cards:
            assert f"{LONG}{card.seat} {short(card.code, 'spanish')}" in tight.html
    assert long == page_of(six("B" * CAPTION, kind))
    assert long.picture is None


@pytest.mark.parametrize("locale", ["es", "pt_BR", "en"])
def test_a_brief_text_tells_what_the_bubbles_say(locale: str) -> None:
    long = six(LONG, "hand")
    first, *others = long.seats
    seats = (replace(first, says="¡Truco!"), *others)
    page = pictured(replace(long, locale=locale, seats=seats))
    assert page.picture is not None
    assert "news 3" not in page.html
    words = words_for(locale)
    said = words.text("log.said", name=first.name, words="¡Truco!")
    assert words.text("table.says", said=said) in page.html


def concluded(*lines: Line) -> Screen:
    """A tournament with its first two places, its standings after that."""
    podium = [Line("tournament.over", "Terminó", "strong")]
    podium += [Line("tournament.podium", f"{medal} {LONG}") for medal in "🥇🥈"]
    return Screen(
        "tournament",
        "abcd2345",
        1,
        "es",
        "Torneo",
        lines=(*podium, *lines),
        podium=((LONG,), (LONG,)),
    )


@pytest.mark.parametrize("id", ["tournament.podium", "tournament.prizes"])
def test_a_podium_that_has_no_room_comes_in_words(id: str) -> None:
    screen = concluded(Line(id, LONG * 40))
    assert pictured(screen) == page_of(screen)
