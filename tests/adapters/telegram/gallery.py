"""Part of `make gallery`: what people see in Telegram, step by step, as text and as pictures.

Not part of `make test`: it is made to be looked at, in `artifacts/telegram`.
"""

import asyncio
import copy
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot import tokens
from bot.model import Status
from bot.words import LOCALES
from engine.variants import VARIANTS
from tests.adapters.telegram import appearance
from tests.adapters.telegram.house import BOT, House, Match, opened, pick
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat, Shown
from tests.browser.sheets import written
from tests.virtual import VirtualLoop, pass_by

FOLDER = Path(__file__).resolve().parents[3] / "artifacts" / "telegram"
NAMES = ("Ana", "Beto", "Carla", "Dani", "Eloi", "Fina")


class Album:
    """What was seen, and by whom."""

    def __init__(self) -> None:
        self.shots: list[appearance.Shot] = []
        self.files: dict[str, bytes] = {}
        """The pictures, by the names that the server gave them."""

    def see(self, title: str, *seen: Shown) -> None:
        """As it is now: messages change."""
        self.shots.append((title, [copy.deepcopy(shown) for shown in seen]))

    def group(self, title: str, group: Chat) -> None:
        known = [message for message in group.messages if message.by_bot and not message.deleted]
        self.see(f"{title} · group", *[message for message in known if not message.ephemeral][-1:])

    def private(self, title: str, person: Person) -> None:
        known = [shown for shown in person.sees() if shown.by_bot]
        self.see(f"{title} · {person.user.first_name}, private", *known[-1:])

    def alert(self, title: str, person: Person, text: str) -> None:
        shown = Shown({"message_id": 0, "text": text, "alert": True}, by_bot=True)
        self.see(f"{title} · {person.user.first_name}, alert", shown)


async def until_started(match: Match, host: Person) -> None:
    await host.press("START", match.group).answer()
    await match.house.until_async(match.started, 10)
    await pass_by(5)


async def by_token(match: Match, person: Person, action: str) -> None:
    """Presses it, wherever it stands."""
    data = tokens.encode(match.id, tokens.point(await match.house.view(match.id, person)), action)
    on = next(shown for shown in reversed(match.group.messages) if shown.by_bot)
    await person.press({"text": "·", "callback_data": data}, match.group, on=on).answer()


async def flow(house: House, locale: str) -> Album:
    """A duel with everything that happens around it."""
    album = Album()
    ana, eva = await house.persons("Ana", "Eva", language=locale.replace("_", "-").lower())
    beto = house.world.person("Beto", locale.replace("_", "-").lower())
    group = house.world.group("Los pibes", ana, beto, eva)
    album.private("hello", ana)
    ana.say(f"/configurar@{BOT}", group)
    await pass_by(5)
    album.group("settings", group)
    for data in ("g1.set.idioma", f"g1.set.idioma.{locale}", "g1.set.juegos"):
        button = {"text": "·", "callback_data": data}
        await ana.press(button, group, on=group.messages[-1]).answer()
        await pass_by(5)
    album.group("settings, one list", group)
    ana.say(f"/ayuda@{BOT}", group)
    await pass_by(5)
    album.private("help", ana)
    match = await house.seated(group, ana, beto, start=False, options="flor:con puntos:15")
    await pass_by(5)
    album.group("lobby", group)
    await ana.press("MENU options", group).answer()
    await pass_by(5)
    album.group("options", group)
    await ana.press("MENU back", group).answer()
    await pass_by(60)  # a group takes so much a minute, settings and help included
    await until_started(match, ana)
    album.group("dealt", group)
    album.private("dealt", ana)
    pressed = await beto.press("HAND", group).answer()
    album.alert("my hand", beto, pressed.text)
    await pass_by(3)
    album.see(
        "my hand · Beto, in the group",
        *[message for message in group.messages if message.ephemeral],
    )
    pressed = await eva.press("HAND", group).answer()
    album.alert("a stranger's hand", eva, pressed.text)
    for wanted in ("envido", "quiero", "truco", "quiero", "play", "play", "retruco", "noquiero"):
        player = await match.turn()
        offered = await match.offered(player)
        action = next((word for word in offered if word.startswith(wanted)), offered[0])
        await by_token(match, player, action)
        await pass_by(5)
        title = f"{player.user.first_name}: {action}"
        album.group(title, group)
        album.private(title, ana)
    ana.say(f"/reglas@{BOT}", group)
    await pass_by(5)
    album.private("rules", ana)
    await match.play(by_token, Random(3), tolerance=20)
    await pass_by(10)
    album.group("end of match", group)
    album.private("end of match", ana)
    ana.say(f"/marcador@{BOT}", group)
    await pass_by(5)
    album.group("scoreboard", group)
    return album


async def game(house: House, locale: str, variant: str, players: int) -> Album:
    """A match until its end: whatever shows something that was not there before."""
    album = Album()
    language = locale.replace("_", "-").lower()
    people = await house.persons(*NAMES[:players], language=language)
    group = house.world.group("Los pibes", *people)
    await house.service.settings.configure(f"telegram:{group.id}", {"idioma": locale})
    specs = {spec.name: spec.values for spec in VARIANTS[variant].options}
    target = min(specs["target"], key=int)
    people[0].say(
        f"/jugar@{BOT} variante:{variant} jugadores:{players} puntos:{target} tiempo:600", group
    )
    await pass_by(5)
    for seat, person in enumerate(people[1:], 1):
        side = "JOIN" if players in (2, 3) else ("JOIN A", "JOIN B")[seat % 2]
        await house.until(partial(person.find, side, group))
        await person.press(side, group).answer()
        await pass_by(5)
    album.group("lobby", group)
    match = Match(house, await house.match_at(group), group, 0, people)
    await until_started(match, people[0])
    rng, known = Random(players), set[str]()
    for number in range(600):
        info = await match.info()
        if info.status is not Status.PLAYING or len(album.shots) > 40:
            break
        if info.cutter >= 0:
            player = people[info.cutter]
            album.private(f"{number} cut", player)
            await match.press(player, "CUT medio").answer()
            await pass_by(5)
            continue
        public = await house.service.screens.screen(match.id, None, locale)
        assert public is not None
        lines = {line.id for line in (*public.lines, *public.log)}
        if lines - known:
            known |= lines
            album.group(f"{number}", group)
        awaited = await match.awaited()
        if not awaited:
            await pass_by(1)
            continue
        player = rng.choice(awaited)
        screen = await house.service.screens.screen(match.id, f"telegram:{player.id}", locale)
        assert screen is not None
        own = {f"own {line.id}" for line in screen.lines}
        own |= {f"own {button.token.split('.')[-1].split()[0]}" for button in screen.buttons}
        if own - known:
            known |= own
            album.private(f"{number}", player)
        action = pick(await match.offered(player), rng)
        if "?" in action:
            view = await house.view(match.id, player)
            low = next(offer.low for offer in view.offered if hasattr(offer, "low"))
            action = action.replace("?", str(low))
        await by_token(match, player, action)
        await pass_by(5)
    await pass_by(5)
    album.group("end", group)
    return album


def look(scene: Callable[[House], Awaitable[Album]]) -> Album:
    async def at_home() -> Album:
        api = BotApi()
        async with api.running(), opened(api) as house:
            album = await scene(house)
            album.files = api.files
            return album

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(at_home())


def keep(name: str, album: Album) -> None:
    words = appearance.words(album.shots)
    page = partial(appearance.page, files=album.files)
    written(FOLDER, name, words, album.shots, page, appearance.WIDE)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_duel(locale: str) -> None:
    keep(f"duel-{locale}", look(lambda house: flow(house, locale)))


GAMES = [
    ("venezolano", 2, "es"),
    ("paulista", 4, "pt_BR"),
    ("tradicional-18", 3, "es"),
    ("uruguayo", 4, "en"),
    ("gauderio", 2, "pt_BR"),
]


@pytest.mark.parametrize(("variant", "players", "locale"), GAMES)
def test_a_match(variant: str, players: int, locale: str) -> None:
    album = look(lambda house: game(house, locale, variant, players))
    keep(f"{variant}-{players}-{locale}", album)
