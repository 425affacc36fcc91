"""Pictures on Telegram: the end of a match in its group."""

from bot.model import Status
from tests.adapters.telegram.errors import ApiError, bad
from tests.adapters.telegram.house import House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.test_views import over, told
from tests.adapters.telegram.world import Chat, Shown


def last(group: Chat) -> Shown:
    return [one for one in group.messages if one.by_bot and not one.deleted][-1]


async def test_the_end_of_a_match_is_a_picture(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await over(house, group, ana, beto)
    assert (await match.info()).status is Status.OVER
    assert "photo" in last(group).json
    assert "Beto" in last(group).text
    assert not [one for one in ana.sees() if "photo" in one.json]


async def test_the_rematch_changes_the_words_below_it(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """The picture that stands there is not sent again."""
    match = await over(house, group, ana, beto)
    ended = last(group)
    await beto.press("REMATCH", group, on=ended).answer()
    await house.until(lambda: house.api.of("editMessageCaption"))
    assert house.api.of("editMessageMedia") == []
    assert (await match.info()).successor in ended.text


async def test_where_photos_are_refused_the_end_is_words(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    refusal = bad("not enough rights to send photos to the chat")
    house.api.fail("sendPhoto", "error", error=refusal, times=999)
    await over(house, group, ana, beto)
    assert "photo" not in last(group).json
    assert "Beto" in last(group).text


async def test_who_has_blocked_the_bot_is_written_to_once(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """A refusal that is not about the picture is no reason to try words."""
    await over(house, group, ana, beto)
    blocked = ApiError(403, "Forbidden: bot was blocked by the user")
    house.api.fail("sendPhoto", "error", error=blocked)
    since = len(house.api.calls)
    ana.say("/perfil")
    await house.until(lambda: [one for one in house.api.calls[since:] if one.error])
    sent = [one for one in house.api.calls[since:] if one.method in ("sendPhoto", "sendMessage")]
    assert [one.method for one in sent] == ["sendPhoto"]
    await told(beto, "/perfil")
