"""The picture of a hand: there, in words too, replaced when the cards change, and never in the way.

That it tells nothing is in ``test_secrecy``; that it is drawn well, in
``tests/bot/pictures/test_row.py``.
"""

from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from adapters.discord import pictures
from adapters.discord.layout import draw, lying
from adapters.discord.message import FILE, Message
from adapters.discord.picture_pace import CARDS_REST
from bot.pictures.deck import BACK
from bot.pictures.drawing.row import row_png
from bot.pictures.drawn import png
from bot.pictures.row import CardRow
from bot.screen import CardMark, Screen
from bot.screens.rendering.pictured import picture_of
from bot.words import words_for
from engine.cards import SPANISH
from tests.adapters.discord.house import HANDS, House, duel, lived_in
from tests.adapters.discord.lookalike import rules
from tests.adapters.discord.lookalike.errors import Refusal, refusal
from tests.adapters.discord.lookalike.faults import SENDING
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.rest import Request
from tests.adapters.discord.lookalike.server import Discord, running
from tests.adapters.discord.lookalike.world import ATTACH_FILES
from tests.adapters.discord.test_layout import NONE
from tests.adapters.discord.test_private import hands_of
from tests.errors import errors_logged
from tests.virtual import pass_by

BETO = ("1b", "7o", "4o")


def uploads(small: Discord) -> list[Request]:
    return [request for request in small.requests if request.files]


def hands_sent(small: Discord) -> list[Request]:
    """Pictures that one person alone sees."""
    return [upload for upload in uploads(small) if not upload.public]


def shown(seen: Seen) -> bytes:
    """The one picture of a message."""
    (picture,) = seen.pictures
    assert picture.name == FILE
    (gallery,) = [
        component
        for _, component in rules.components(seen.message.components)
        if component["type"] == rules.GALLERY
    ]
    assert [item["media"]["url"] for item in gallery["items"]] == [f"attachment://{FILE}"]
    return picture.data


def named(locale: str, *codes: str) -> str:
    words = words_for(locale)
    names = ", ".join(words.card(SPANISH.read(code), SPANISH) for code in codes)
    return words.text("hand.cards", cards=names)


async def hand_of(person: Person) -> Seen:
    await person.until_offered(custom_id=r"\.play ")
    return hands_of(person.everything())[0]


@pytest.mark.parametrize(("client", "locale"), [("es-419", "es"), ("pt-BR", "pt_BR")])
async def test_a_hand_is_a_picture_with_words(house: House, client: str, locale: str) -> None:
    house.person("Beto", client)
    _, _, beto = await duel(house)
    hand = await hand_of(beto)
    assert not hand.ephemeral
    assert shown(hand) == row_png(CardRow("spanish", BETO))
    assert hand.alternative_texts == [named(locale, *BETO)]
    assert hand.text.count(words_for(locale).card(SPANISH.read("7o"), SPANISH)) == 1


async def test_it_is_replaced_when_cards_go_and_only_then(house: House) -> None:
    match, ana, beto = await duel(house)
    await beto.press(custom_id=r"\.play 7o$")
    assert shown(beto.reads()[-1]) == row_png(CardRow("spanish", ("1b", "4o")))
    assert beto.reads()[-1].alternative_texts == [named("es", "1b", "4o")]
    before = len(hands_sent(house.small))
    await ana.press(custom_id=r"\.truco$")
    await beto.press(custom_id=r"\.quiero$")
    await pass_by(5)
    assert len(hands_sent(house.small)) == before, "nobody's cards have changed"
    assert shown(beto.reads()[-1]) == row_png(CardRow("spanish", ("1b", "4o")))
    await ana.press(custom_id=r"\.play 7e$")
    assert len(hands_sent(house.small)) == before + 1
    assert (await house.info(match)).ended == ""


async def test_an_answer_in_the_channel_has_it_too(house: House) -> None:
    house.person("Beto").user.dm_refusal = 50007
    _, ana, beto = await duel(house)
    await pass_by(2)
    await beto.slash("mano")
    hand = await hand_of(beto)
    assert hand.ephemeral
    assert shown(hand) == row_png(CardRow("spanish", BETO))
    assert not any(message.message is hand.message for message in ana.sees())
    await beto.press(custom_id=r"\.play 1b$")
    kept = next(message for message in beto.sees() if message.id == hand.id)
    assert shown(kept) == row_png(CardRow("spanish", ("7o", "4o")))


def table_of(person: Person) -> Seen:
    return [message for message in person.sees() if not message.ephemeral][-1]


async def test_the_table_is_a_picture_with_words(house: House) -> None:
    """What lies on the table stands in both, what somebody holds in neither."""
    match, ana, beto = await duel(house)
    await beto.press(custom_id=r"\.play 7o$")
    await pass_by(CARDS_REST + 1)
    screen = await house.service.screens.screen(match, None, "es")
    assert screen is not None
    found = picture_of(screen)
    assert found is not None
    table = table_of(ana)
    assert shown(table) == png(lying(found.shown))
    assert table.alternative_texts == [found.alt]
    names = [words_for("es").card(SPANISH.read(code), SPANISH) for code in ("7o", "1b", "4o")]
    assert [name in found.alt for name in names] == [True, False, False]


async def test_without_the_right_to_attach_the_hand_is_words(house: House) -> None:
    house.person("Beto").user.dm_refusal = 50007
    house.small.take_permissions(house.channel, ATTACH_FILES)
    _, ana, beto = await duel(house)
    await pass_by(2)
    hand = await hand_of(beto)
    assert hand.ephemeral
    assert not hand.pictures
    assert not hand.alternative_texts
    assert "siete de oros" in hand.text
    await beto.slash("mano")
    await beto.press(custom_id=r"\.play 7o$")
    await pass_by(2)
    assert not [upload for upload in uploads(house.small) if upload.person == beto.user.id]
    refused = [request.operation for request in house.small.requests if request.status == 403]
    assert len(refused) == 2, "the chat's, and once the table's picture"
    assert shown(await hand_of(ana)), "in private chats it is nobody's business"


FAILURES: dict[str, dict[str, Any]] = {
    "too large": {"refuse": lambda: refusal(40005)},
    "broken": {"refuse": lambda: Refusal(502, 0, "Bad Gateway")},
    "cut": {"cut": True},
}


@pytest.mark.parametrize("how", FAILURES.values(), ids=FAILURES)
async def test_an_upload_that_fails_loses_no_hand(how: dict[str, Any]) -> None:
    """The same in words, at once, in the greeting's message and in new ones, and in answers."""
    async with running() as small, lived_in(small) as house:
        fault = small.faults.add(*SENDING, uploads=True, times=999, **how)
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto, hands=HANDS, dealer=0, tiempo="600")
        await pass_by(30)
        hand = await hand_of(beto)
        assert fault.met
        assert not hand.pictures
        assert "siete de oros" in hand.text
        await beto.press(custom_id=r"\.play 7o$")
        await house.play(match, Random(1), until_number=2, within=60.0)
        await pass_by(60)
        info = await house.info(match)
        assert (info.ended, [seat.missed for seat in info.seats]) == ("", [0, 0])
        assert not any(message.pictures for person in (ana, beto) for message in person.reads())
        small.faults.clear()
        await house.seated(ana, beto, hands=HANDS, dealer=0)
        assert shown(await hand_of(beto)), "later messages have it again"


async def test_what_was_refused_is_not_tried_again_for_that_message(house: House) -> None:
    house.small.faults.code(40005, *SENDING, times=999, uploads=True)
    match, ana, beto = await duel(house)
    await pass_by(5)
    await beto.press(custom_id=r"\.play 7o$")
    await ana.press(custom_id=r"\.truco$")
    await pass_by(5)
    assert (await house.info(match)).ended == ""
    refused = [upload.path for upload in uploads(house.small) if upload.status == 413]
    assert len(refused) == 3, "of the two and of the table"
    assert len(set(refused)) == 3, "once for each message"


async def test_where_kept_files_are_not_found_they_are_sent_again() -> None:
    async with running() as small, lived_in(small) as house:
        small.rest.finds_kept_files = False
        _, ana, beto = await duel(house)
        await beto.press(custom_id=r"\.play 7o$")
        await ana.press(custom_id=r"\.truco$")
        await pass_by(5)
        assert shown(beto.reads()[-1]) == row_png(CardRow("spanish", ("1b", "4o")))
        assert "truco" in beto.reads()[-1].text.lower()
        assert any("was not found" in complaint for complaint in small.complaints)


async def test_after_a_restart_it_is_sent_once_more(house: House) -> None:
    _, ana, beto = await duel(house)
    await hand_of(beto)
    await house.restart()
    await beto.press(custom_id=r"\.play 7o$")
    before = len(hands_sent(house.small))
    assert shown(beto.reads()[-1]) == row_png(CardRow("spanish", ("1b", "4o")))
    await ana.press(custom_id=r"\.truco$")
    await beto.press(custom_id=r"\.quiero$")
    assert len(hands_sent(house.small)) == before, "by now it is known again what stands there"


# --- messages alone ------------------------------------------------------------------------------


def hand(*codes: str, locale: str = "es") -> Message:
    cards = tuple(CardMark(code, code) for code in codes)
    screen = Screen(kind="hand", match="abcdefgh", version=1, locale=locale, title="t", cards=cards)
    return draw(screen, NONE)


@pytest.mark.parametrize("locale", ["es", "pt_BR", "en"])
def test_a_blind_hand_is_backs(locale: str) -> None:
    message = hand(BACK, BACK, locale=locale)
    assert message.picture == CardRow("spanish", (BACK, BACK))
    gallery = next(part for part in message.components[0]["components"] if part["type"] == 12)
    assert gallery["items"][0]["description"] == words_for(locale).text("hand.cards.blind", n=2)


def test_without_cards_there_is_no_picture() -> None:
    assert hand().picture is None
    assert hand().without_picture() == hand()


class Edits:
    """What an edit was called with."""

    def __init__(self) -> None:
        self.calls: list[set[str]] = []

    async def __call__(self, **parts: object) -> None:
        self.calls.append(set(parts))


@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        (hand("1e", "7e"), hand("1e", "7e"), {"view"}),
        (hand("1e", "7e"), hand("1e"), {"view", "attachments"}),
        (hand("1e", "7e"), hand(), {"view", "attachments"}),
        (None, hand("1e"), {"view", "attachments"}),
        (None, hand(), {"view", "attachments"}),
        (hand("1e").without_picture(), hand("1e"), {"view"}),
    ],
)
async def test_what_stands_there_is_not_sent_again(
    before: Message | None, after: Message, parts: set[str]
) -> None:
    """What nobody is sure of is: two had written at once."""
    edits = Edits()
    await pictures.edit(after, before, edits)
    assert edits.calls == [parts]


async def test_a_refusal_that_is_not_about_the_picture_is_raised() -> None:
    """Nothing is sent a second time then."""
    calls = 0

    async def refuse(**_: object) -> None:
        nonlocal calls
        calls += 1
        response: Any = SimpleNamespace(status=404, reason="no")
        raise discord.HTTPException(response, {"code": 10008, "message": "no"})

    with pytest.raises(discord.HTTPException):
        await pictures.edit(hand("1e"), hand("1e"), refuse)
    assert calls == 1


@pytest.mark.errors("discord.not_drawn")
async def test_a_drawing_that_fails_becomes_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error may name a card: the log has its kind alone."""

    async def broken(picture: object) -> bytes:
        raise KeyError("the card 1e")

    monkeypatch.setattr(pictures, "drawn", broken)
    edits = Edits()
    with errors_logged() as errors:
        _, sent = await pictures.post(hand("1e"), edits)
        _, changed = await pictures.edit(hand("1e"), hand("7e"), edits)
    assert edits.calls == [{"view"}, {"view", "attachments"}]
    assert sent == changed == hand("1e").without_picture()
    assert [name for name, _ in errors] == ["discord.not_drawn"] * 2
    assert not any("1e" in said for _, said in errors)
