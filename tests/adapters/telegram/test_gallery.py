"""What people see, step by step, left as text in ``artifacts/telegram`` for somebody to look at."""

from pathlib import Path

import pytest

from bot.words import LOCALES
from tests.adapters.telegram.house import BOT, by_button, opened
from tests.adapters.telegram.loop import pass_by
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat, Shown

FOLDER = Path(__file__).resolve().parents[3] / "artifacts" / "telegram"


def drawn(shown: Shown) -> str:
    """A message as it looks: its words, and its rows of buttons."""
    rows = shown.json.get("reply_markup", {}).get("inline_keyboard", [])
    keys = [" ".join(f"[ {key['text']} ]" for key in row) for row in rows]
    return "\n".join([shown.text, *keys])


def looked(title: str, group: Chat, *people: Person) -> str:
    """The newest message of every chat."""
    parts = [f"{'=' * 20} {title}"]
    for chat, who in [(group, "group"), *((one.private, one.user.first_name) for one in people)]:
        mine = [one for one in chat.messages if one.by_bot and not one.deleted]
        if mine:
            parts.append(f"--- {who}\n{drawn(mine[-1])}")
    return "\n\n".join(parts)


@pytest.mark.parametrize("locale", LOCALES)
async def test_step_by_step(api: BotApi, locale: str) -> None:
    async with opened(api) as house:
        ana, beto = await house.persons("Ana", "Beto", language=locale.replace("_", "-").lower())
        group = house.world.group("Los pibes", ana, beto)
        ana.say(f"/configurar@{BOT} idioma:{locale}", group)
        await pass_by(5)
        match = await house.seated(group, ana, beto, start=False)
        await pass_by(5)
        seen = [looked("lobby", group, ana, beto)]
        await ana.press("START", group).answer()
        await house.until_async(match.started, 10)
        await pass_by(5)
        seen.append(looked("dealt", group, ana, beto))
        for action in (
            "envido",
            "quiero",
            "truco",
            "quiero",
            "play",
            "play",
            "retruco",
            "noquiero",
        ):
            one = await match.turn()
            offered = await match.offered(one)
            wanted = next((word for word in offered if word.startswith(action)), offered[0])
            await by_button(match, one, wanted)
            await pass_by(5)
            seen.append(looked(f"{one.user.first_name}: {wanted}", group, ana, beto))
        pressed = await ana.press("HAND", group).answer()
        seen.append(f"--- Ana, alert\n{pressed.text}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{locale}.txt").write_text("\n\n".join(seen) + "\n", "utf-8")
    assert len(seen) == 11
