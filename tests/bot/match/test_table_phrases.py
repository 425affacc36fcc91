"""The fixed phrases that people at a table say to one another."""

from bot.match.table_phrases import SHOWN
from bot.messages import Accepted, AnyReply, Leave, NotSeated, PersonId, SayPhrase, Silence
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, CARLA, STRANGER, Table, reason


async def say(table: Table, person: PersonId, phrase: str = "suerte") -> AnyReply:
    return await table.ask(SayPhrase, person, phrase=phrase)


async def silence(table: Table, person: PersonId, seat: int) -> AnyReply:
    return await table.ask(Silence, person, seat=seat)


async def read(table: Table, locale: str = "es") -> list[str]:
    """The phrases on the table, which everybody sees."""
    seen = []
    for person in (ANA, BETO, None):
        screen = await table.screen(person, locale)
        seen.append([line.text for line in screen.lines if line.id == "table.phrase"])
    assert all(phrases == seen[0] for phrases in seen)
    return seen[0]


def told(locale: str, name: str, phrase: str) -> str:
    words = words_for(locale)
    return words.text("table.phrase", name=name, phrase=words.text(f"phrase.{phrase}"))


async def test_phrases_may_be_said_in_the_lobby_and_give_nobody_more_time(table: Table) -> None:
    await table.open(ANA)
    await table.join(BETO)
    table.time.pass_by(60)
    before = await table.due()
    await say(table, ANA, "hola")
    assert await read(table) == [told("es", "Ana", "hola")]
    assert await table.due() == before


async def test_one_phrase_at_a_time(table: Table) -> None:
    await table.heads_up()
    await say(table, ANA, "hola")
    assert reason(await say(table, ANA, "uy")) == "TOO_MANY_PHRASES"
    assert isinstance(await say(table, BETO, "uy"), Accepted)
    table.time.pass_by(table.config.phrase_pause)
    assert isinstance(await say(table, ANA, "uy"), Accepted)
    assert await read(table) == [
        told("es", "Ana", "hola"),
        told("es", "Beto", "uy"),
        told("es", "Ana", "uy"),
    ]
    for number in range(2 * SHOWN):
        table.time.pass_by(table.config.phrase_pause)
        await say(table, (ANA, BETO)[number % 2], "dale")
    assert len(await read(table)) == SHOWN


async def test_phrases_go_with_the_next_deal(table: Table) -> None:
    await table.heads_up()
    await say(table, ANA)
    await table.do(ANA, "mazo")
    assert len(await read(table)) == 1
    await table.next_hand()
    assert await read(table) == []


async def test_phrases_that_are_not_said(table: Table) -> None:
    await table.heads_up()
    assert isinstance(await say(table, STRANGER), NotSeated)
    for wrong in ("", "zzz", "Suerte", "phrase.hola"):
        assert reason(await say(table, ANA, wrong)) == "NO_SUCH_PHRASE"
    await table.do(ANA, "truco")
    await table.do(BETO, "quiero")
    assert await read(table) == []


async def test_the_host_silences_somebody_and_lets_them_speak_again(table: Table) -> None:
    await table.heads_up()
    await say(table, BETO)
    assert reason(await silence(table, BETO, 0)) == "NOT_HOST"
    assert isinstance(await silence(table, STRANGER, 1), NotSeated)
    for nobody in (0, 2, -1):
        assert reason(await silence(table, ANA, nobody)) == "NO_SUCH_SEAT"
    assert isinstance(await silence(table, ANA, 1), Accepted)
    assert await read(table) == []
    table.time.pass_by(table.config.phrase_pause)
    assert reason(await say(table, BETO)) == "SILENCED"
    assert isinstance(await silence(table, ANA, 1), Accepted)
    assert isinstance(await say(table, BETO), Accepted)


async def test_who_sits_down_later_says_nothing_of_others_and_is_not_silent(table: Table) -> None:
    await table.open(ANA)
    await table.join(BETO)
    await say(table, BETO)
    assert len(await read(table)) == 1
    await silence(table, ANA, 1)
    await table.ask(Leave, BETO)
    await table.join(CARLA)
    assert await read(table) == []
    assert isinstance(await say(table, CARLA), Accepted)
    await table.ask(Leave, CARLA)
    assert await read(table) == []
