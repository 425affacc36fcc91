"""What is remembered of people and groups, and who is looking: without a network."""

import pytest
from telegram import Chat, Message, User

from adapters.telegram.attention import PeoplesAttention
from adapters.telegram.caller import Caller, Press, hidden_number
from adapters.telegram.groups import CHOSEN, OPEN, SPEAKS, Groups, KnownPerson, Spot
from bot.environment import Config
from bot.happenings import UserErased
from bot.model import MatchInfo, Seat, Status
from bot.screen import Screen
from bot.service import Service
from bot.showing.attention import ACTIVE
from bot.store import Store
from bot.store.model import Surface
from tests.bot.helpers import Dice
from tests.virtual import LoopTime, pass_by

ANA = "telegram:5"
GROUP, NEWER = -100, -200


@pytest.fixture
async def service() -> Service:
    return Service(Store.in_memory(), Config(), time=LoopTime(), chance=Dice())


@pytest.fixture
async def groups(service: Service) -> Groups:
    return Groups(service)


def user(language: str | None = None, number: int = 5, name: str = "Ana") -> User:
    return User(number, name, False, language_code=language)


# --- people --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("client", "locale"),
    [
        ("es-UY", "es_UY"),
        ("es-MX", "es"),
        ("es", "es_419"),
        ("pt-br", "pt_BR"),
        ("en", "en"),
        ("de", ""),
        (None, ""),
    ],
)
async def test_people_speak_as_their_telegram_does(
    service: Service, groups: Groups, client: str | None, locale: str
) -> None:
    """In a language that we have; of another one nothing is stored."""
    known = await groups.known(user(client))
    assert known == KnownPerson(ANA, 5, "Ana", locale, False, client or "")
    assert await service.languages.of(ANA) == (locale or None)
    assert (await service.settings.of(ANA)).get(SPEAKS, "") == locale


async def test_the_language_of_telegram_is_followed_until_one_is_chosen(
    service: Service, groups: Groups
) -> None:
    assert [(await groups.known(user(code))).locale for code in ("es", "pt", "es")] == [
        "es_419",
        "pt_BR",
        "es_419",
    ]
    await service.languages.choose(ANA, "en")
    await groups.chose(5)
    assert [(await groups.known(user(code))).locale for code in ("es", "pt")] == ["en", "en"]
    assert (await service.settings.of(ANA))[SPEAKS] == CHOSEN


async def test_a_language_that_was_chosen_elsewhere_stays(service: Service, groups: Groups) -> None:
    """Somebody who chose before their Telegram was ever heard of has chosen."""
    await service.languages.choose(ANA, "en")
    assert (await groups.known(user("es"))).locale == "en"
    assert (await service.settings.of(ANA))[SPEAKS] == CHOSEN


async def test_a_private_chat_is_open_from_the_first_word_there(
    service: Service, groups: Groups
) -> None:
    """Until it is found closed; whoever asks is told of that once."""
    closed: list[str] = []
    groups.on_closed = closed.append
    assert not (await groups.known(user())).open
    assert (await groups.known(user(), here=True)).open
    assert (await groups.known(user())).open
    assert (await Groups(service).of(5)).open, "it is stored"
    for _ in range(2):
        await groups.closed(5)
        assert closed == [ANA]
        assert (await service.settings.of(ANA)).get(OPEN, "") == ""
        assert not (await groups.of(5)).open


async def test_a_name_is_the_newest(groups: Groups) -> None:
    for name in ("Ana", "Anita"):
        assert (await groups.known(user(name=name))).name == name
        assert (await groups.of(5)).name == name


async def test_whoever_is_erased_is_forgotten(service: Service, groups: Groups) -> None:
    await groups.known(user("es"), here=True)
    await service.happenings.publish(UserErased("discord:5"))
    assert (await groups.of(5)).name == "Ana"
    await service.happenings.publish(UserErased(ANA))
    assert (await groups.of(5)).name == ""


# --- groups --------------------------------------------------------------------------------------


async def test_a_group_keeps_its_key_under_every_number(service: Service, groups: Groups) -> None:
    """Both numbers mean the newest chat; what is stored tells the next process."""
    assert (await groups.key(GROUP), await groups.chat(GROUP)) == (GROUP, GROUP)
    for _ in range(2):
        await groups.moved(GROUP, NEWER)
    await groups.moved(NEWER, -300)
    for known in (groups, Groups(service)):
        for number in (GROUP, NEWER, -300):
            assert await known.key(number) == GROUP
            assert await known.chat(number) == -300
    assert await groups.chat_of("telegram:-100") == -300
    assert await groups.chat_of("discord:100") is None
    assert (await groups.key(5), await groups.chat(5)) == (5, 5)


@pytest.mark.parametrize(
    ("forum", "topic", "thread"), [(True, True, 7), (False, None, 0), (True, None, 0)]
)
async def test_a_thread_is_a_place_only_as_a_topic(
    groups: Groups, forum: bool, topic: bool | None, thread: int
) -> None:
    """Elsewhere every chain of answers is a thread."""
    chat = Chat(GROUP, Chat.SUPERGROUP, is_forum=forum)
    message = Message(1, None, chat, message_thread_id=7, is_topic_message=topic)  # type: ignore[arg-type]
    place = f"telegram:{GROUP}/{thread}"
    spot = await groups.spot(chat, message)
    assert spot == Spot(GROUP, thread, f"telegram:{GROUP}", place, False, forum)
    own = await groups.spot(Chat(5, Chat.PRIVATE))
    assert own == Spot(5, 0, "telegram:5", "telegram:5/0", True, False)


async def test_a_group_speaks_as_it_chose_or_as_it_was_first_spoken_to(
    service: Service, groups: Groups
) -> None:
    community = f"telegram:{GROUP}"
    silent, spoken = KnownPerson(ANA, 5, "Ana", "", False), KnownPerson(ANA, 5, "Ana", "en", False)
    assert await groups.group_locale(community) == service.config.default_locale
    german = KnownPerson(ANA, 5, "Ana", "", False, "de")
    assert await groups.group_locale(community, german) == "en", "not Spanish"
    assert await groups.locale(german, community) == "en"
    await groups.adopt(community, "")
    assert await service.languages.of(community) is None
    for locale in ("pt_BR", "en"):
        await groups.adopt(community, locale)
        assert await groups.group_locale(community) == "pt_BR"
    assert await groups.group_locale(community, german) == "pt_BR"
    assert await groups.locale(silent, community) == "pt_BR"
    assert await groups.locale(spoken, community) == "en"


# --- who is looking ------------------------------------------------------------------------------


def surface(id: str = "s") -> Surface:
    return Surface(id=id, match="m", platform="telegram", chat="c", address="a")


def table(*people: str, asked: tuple[int, ...], point: str = "1") -> tuple[Screen, MatchInfo]:
    seats = tuple(Seat(n, person=person, name=person) for n, person in enumerate(people))
    info = MatchInfo(
        match="m",
        community="telegram:-100",
        place="telegram:-100/0",
        variant="argentino",
        options=(),
        players=len(people),
        seats=seats,
        host=people[0],
        turn_seconds=60,
        status=Status.PLAYING,
        created=0.0,
    )
    return Screen("table", "m", 1, "es", "Truco", point=point, asked=asked), info


async def test_whoever_did_something_a_moment_ago_is_looking(
    service: Service, groups: Groups
) -> None:
    attention = PeoplesAttention(service, groups)
    assert not attention.is_active(ANA)
    attention.heard(ANA)
    assert attention.is_active(ANA)
    await pass_by(ACTIVE - 0.1)
    assert attention.is_active(ANA)
    await pass_by(0.2)
    assert not attention.is_active(ANA)
    attention.heard(ANA)
    attention.forget(ANA)
    assert not attention.is_active(ANA)


async def test_only_who_cannot_be_told_otherwise_is_called(
    service: Service, groups: Groups
) -> None:
    """Not those with a private chat, who is looking, of another platform, or not asked."""
    attention = PeoplesAttention(service, groups)
    people = ("telegram:1", "telegram:2", "telegram:3", "discord:4", "telegram:5", "telegram:6")
    screen, info = table(*people, asked=(0, 1, 2, 3, 4))
    await groups.known(user(number=2), here=True)
    attention.heard("telegram:3")
    called = [seat.person for seat in await attention.to_be_called(screen, info)]
    assert called == ["telegram:1", "telegram:5"]


async def test_nobody_is_called_twice_for_one_moment(service: Service, groups: Groups) -> None:
    attention = PeoplesAttention(service, groups)
    screen, info = table("telegram:1", "telegram:2", asked=(0, 1))
    assert await attention.is_somebody_uncalled(surface(), screen, info)
    attention.note_called(surface(), screen, [info.seats[0]])
    assert await attention.is_somebody_uncalled(surface(), screen, info), "the second is not"
    attention.note_called(surface(), screen, list(info.seats))
    assert not await attention.is_somebody_uncalled(surface(), screen, info)
    called = [(1, "telegram:1"), (2, "telegram:2")]
    assert await attention.still_called(surface(), screen, info) == called
    assert await attention.is_somebody_uncalled(surface("other"), screen, info)
    answered, _ = table("telegram:1", "telegram:2", asked=(1,))
    assert await attention.still_called(surface(), answered, info) == called[1:]
    later, _ = table("telegram:1", "telegram:2", asked=(0, 1), point="2")
    assert await attention.still_called(surface(), later, info) == []
    assert await attention.is_somebody_uncalled(surface(), later, info)
    attention.forget_called(surface())
    assert await attention.is_somebody_uncalled(surface(), screen, info)


async def test_a_table_has_buttons_for_places_if_somebody_has_no_others(
    service: Service, groups: Groups
) -> None:
    attention = PeoplesAttention(service, groups)
    _, info = table("telegram:1", "discord:2", asked=())
    assert await attention.needs_places(info)
    await groups.known(user(number=1), here=True)
    assert not await attention.needs_places(info)


# --- the caller ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("client", "locale", "tongue"),
    [("es-MX", "es", "es-MX"), ("es-UY", "en", "en"), ("", "es", "es"), ("de", "en", "en")],
)
def test_the_country_of_a_language_counts_where_the_language_is_theirs(
    client: str, locale: str, tongue: str
) -> None:
    spot = Spot(5, 0, "telegram:5", "telegram:5/0", True)
    caller = Caller(KnownPerson(ANA, 5, "Ana", locale, True, client), spot, locale, "r")
    assert caller.tongue == tongue
    told = caller.whereabouts()
    assert (told.request, told.person, told.name) == ("r", ANA, "Ana")
    assert (told.community, told.place) == ("telegram:5", "telegram:5/0")
    assert (told.locale, told.tongue, told.private) == (locale, tongue, True)


def test_a_hidden_message_has_a_number_of_its_own() -> None:
    chat = Chat(GROUP, Chat.SUPERGROUP)
    shown = Message(1, None, chat)  # type: ignore[arg-type]
    hidden = Message(0, None, chat, api_kwargs={"ephemeral_message_id": 9})  # type: ignore[arg-type]
    assert [hidden_number(message) for message in (None, shown, hidden)] == [0, 0, 9]


def test_a_press_is_answered_once() -> None:
    said: list[object] = []

    class Line:
        def answer(self, query: str, text: str, *, alert: bool, url: str) -> object:
            return (query, text, alert, url)

    press = Press(Line(), "q", said.append)  # type: ignore[arg-type]
    press.answer("one", alert=True, url="u")
    press.answer("two")
    assert said == [("q", "one", True, "u")]


@pytest.mark.parametrize(
    ("first", "username", "name"),
    [("Ana", "ana_5", "Ana"), ("\u202e", "ana_5", "ana_5"), ("\u202e", None, "5")],
)
async def test_who_has_no_name_to_be_shown_has_another(
    groups: Groups, first: str, username: str | None, name: str
) -> None:
    assert (await groups.known(User(5, first, False, username=username))).name == name
