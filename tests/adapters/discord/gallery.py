"""Part of `make gallery`: what people see in Discord, step by step, as text and as pictures.

Not part of `make test`: it is made to be looked at, in `artifacts/discord`.
"""

import asyncio
import copy
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.model import Status
from engine.variants import VARIANTS
from tests.adapters.discord import appearance
from tests.adapters.discord.house import NAMES, House, chosen
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import running
from tests.browser.sheets import written
from tests.virtual import VirtualLoop, pass_by

FOLDER = Path(__file__).resolve().parents[3] / "artifacts" / "discord"
Shot = tuple[str, list[Seen]]


class Album:
    """What was seen, and by whom."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.shots: list[Shot] = []

    def see(self, title: str, *seen: Seen) -> None:
        """As it is now: messages change."""
        kept = [Seen(copy.copy(shown.message)) for shown in seen]
        for shown in kept:
            shown.message.components = copy.deepcopy(shown.message.components)
            shown.message.files = list(shown.message.files)
        self.shots.append((title, kept))

    def table(self, title: str) -> None:
        public = [message for message in self.house.people["Ana"].sees() if not message.ephemeral]
        self.see(f"{title} · channel", *public[-1:])

    def hand(self, title: str, person: Person) -> None:
        kept = [message for message in person.reads() if not message.ephemeral]
        self.see(f"{title} · {person.user.name}, private", *kept[-1:])

    def told(self, title: str, person: Person) -> None:
        self.see(f"{title} · {person.user.name}", person.sees()[-1])

    def people(self) -> dict[int, str]:
        return {person.user.id: person.user.name for person in self.house.people.values()}


Scene = Callable[[House], Coroutine[Any, Any, Album]]


async def flow(house: House, client: str) -> Album:
    """A duel with everything that happens around it."""
    album = Album(house)
    ana, beto, zoe = (house.person(name, client) for name in ("Ana", "Beto", "Zoe"))
    await zoe.slash("ayuda")
    album.told("help", zoe)
    await zoe.choose("p1.ayuda..argentino.0")
    album.told("help, a game", zoe)
    await zoe.choose("p1.ayuda..comandos.0")
    album.told("help, commands", zoe)
    match = await house.open(ana, flor="con", puntos="15")
    await pass_by(2)
    album.table("lobby, alone")
    album.hand("greeting", ana)
    await ana.press(custom_id=r"OPTIONS$")
    album.told("options", ana)
    await ana.choose("flor")
    album.told("options, one chosen", ana)
    await zoe.press(custom_id=rf"\.{match}\.\.START$")
    album.told("stranger starts", zoe)
    beto.user.dm_refusal = 50007
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    await pass_by(2)
    album.table("lobby, full")
    album.see(
        "closed private chat · Beto", *[message for message in beto.sees() if message.ephemeral]
    )
    house.arrange(await house.table(match), ("1e 7e 4c", "1b 7o 4o"), 0)
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await pass_by(2)
    album.table("started")
    album.hand("started", ana)
    album.see("started · Beto", *[message for message in beto.sees() if message.ephemeral][-1:])
    old = next(see.message for see in reversed(beto.sees()) if see.ephemeral)
    (gone,) = [id for id in Seen(old).custom_ids if id.endswith(".truco")]
    await zoe.press(custom_id=r"HAND$")
    album.told("stranger's hand", zoe)
    await beto.press(custom_id=r"\.envido$")
    await pass_by(2)
    album.table("envido")
    album.hand("envido", ana)
    await beto.press(custom_id=gone, on=old)
    album.told("stale press", beto)
    await ana.press(custom_id=r"\.quiero$")
    await pass_by(2)
    album.table("quiero")
    await beto.press(custom_id=r"\.truco$")
    await pass_by(2)
    album.table("truco")
    await zoe.press(custom_id=r"\.quiero$")
    album.told("stranger answers", zoe)
    await ana.press(custom_id=r"\.retruco$")
    await pass_by(2)
    await beto.press(custom_id=r"\.quiero$")
    await pass_by(2)
    album.table("retruco")
    await beto.press(custom_id=r"\.play 7o$")
    await pass_by(2)
    album.hand("a card", ana)
    await ana.press(custom_id=r"\.play 7e$")
    await pass_by(2)
    album.table("a trick")
    await ana.press(custom_id=r"\.mazo$")
    album.see("sure? · Ana, private", ana.reads()[-1])
    await ana.slash("reglas")
    album.told("rules", ana)
    await ana.press(custom_id=r"\.play 1e$")
    await pass_by(2)
    await beto.press(custom_id=r"\.play 4o$")
    await pass_by(2)
    album.table("end of hand")
    album.hand("end of hand", ana)
    await pass_by(12)
    album.table("next hand")
    await pass_by(25)
    album.see(
        "called · channel", *[message for message in ana.sees() if not message.ephemeral][-2:]
    )
    await house.play(match, Random(3))
    await pass_by(5)
    album.table("end of match")
    album.hand("end of match", ana)
    await ana.slash("marcador")
    album.told("scoreboard", ana)
    house.guild.managers.add(ana.user.id)
    await ana.slash("configurar lugar")
    album.told("settings", ana)
    await ana.slash("truco")
    album.told("no table", ana)
    return album


async def game(house: House, client: str, variant: str, players: int) -> Album:
    """A match until its end: whatever shows something that was not there before."""
    album = Album(house)
    people = [house.person(name, client) for name in NAMES[:players]]
    target = min(
        next(spec for spec in VARIANTS[variant].options if spec.name == "target").values, key=int
    )
    match = await house.open(
        people[0], variante=variant, jugadores=str(players), puntos=target, tiempo="600"
    )
    for person in people[1:]:
        await person.press(custom_id=rf"\.{match}\.\.JOIN")
    await pass_by(2)
    album.table("lobby")
    await people[0].press(custom_id=rf"\.{match}\.\.START$")
    await pass_by(2)
    rng, known = Random(players), set[str]()
    for number in range(600):
        info = await house.info(match)
        if info.status is not Status.PLAYING or len(album.shots) > 40:
            break
        public = await house.service.screens.screen(match, None, "es")
        assert public is not None
        asked = [seat for seat in public.asked if seat < players]
        ids = {line.id for line in public.lines} | {line.id for line in public.log}
        title = f"{number}"
        if ids - known:
            known |= ids
            album.table(title)
        sitting = await house.sitting(match)
        if info.cutter >= 0:
            album.hand(f"{title} cut", sitting[info.cutter])
            await sitting[info.cutter].press(custom_id=r"CUT medio$")
            await pass_by(2)
            continue
        if not asked:
            await pass_by(1.0)
            continue
        person = sitting[rng.choice(asked)]
        screen = await house.service.screens.screen(match, f"discord:{person.user.id}", "es")
        assert screen is not None
        own = {f"hand {line.id}" for line in screen.lines} | {
            f"hand {button.token.split('.')[-1].split()[0]}" for button in screen.buttons
        }
        if own - known:
            known |= own
            album.hand(title, person)
        step = chosen(await house.view(match, person), rng)
        await house.act(person, match, step, "button")
        await pass_by(1)
    await pass_by(3)
    album.table("end")
    return album


def keep(name: str, album: Album) -> None:
    def page(shots: Sequence[Shot]) -> str:
        return appearance.page(shots, album.people())

    words = appearance.words(album.shots)
    written(FOLDER, name, words, album.shots, page, appearance.WIDE)


async def at_home(scene: Scene) -> Album:
    async with running() as small:
        house = House(small, emoji=True)
        try:
            await house.start()
            await pass_by(60)
            return await scene(house)
        finally:
            await house.stop()


def look(scene: Scene) -> Album:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(at_home(scene))


@pytest.mark.parametrize("client", ["es-419", "pt-BR", "en-US"])
def test_a_duel(client: str) -> None:
    keep(f"duel-{client}", look(lambda house: flow(house, client)))


GAMES = [
    ("argentino", 4, "es-419"),
    ("argentino", 6, "es-ES"),
    ("venezolano", 2, "es-419"),
    ("venezolano", 4, "en-GB"),
    ("paulista", 4, "pt-BR"),
    ("mineiro", 2, "pt-BR"),
    ("gauderio", 4, "pt-BR"),
    ("tradicional-18", 3, "es-419"),
    ("tradicional-18", 6, "es-419"),
    ("uruguayo", 6, "es-419"),
    ("uruguayo", 2, "en-US"),
]


@pytest.mark.parametrize(("variant", "players", "client"), GAMES)
def test_a_match(variant: str, players: int, client: str) -> None:
    album = look(lambda house: game(house, client, variant, players))
    keep(f"{variant}-{players}-{client}", album)
