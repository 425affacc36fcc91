"""A bot of a few lines on the plain client: it does one of everything the look-alike knows."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands

from tests.adapters.discord.lookalike.server import TOKEN, Discord
from tests.virtual import run, settle, until

PNG = b"\x89PNG\r\n\x1a\nnot much of a picture"


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"b:(?P<what>\w+)"):
    """A button whose id says what it does, so that it outlives the bot."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(discord.ui.Button(label=what, custom_id=f"b:{what}"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> "Press":
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client = interaction.client
        assert isinstance(client, PlainBot)
        client.pressed.append((interaction.user.id, self.what))
        answer = interaction.response
        match self.what:
            case "update":
                await answer.edit_message(content="updated")
            case "quiet":
                await answer.send_message("only you", ephemeral=True)
            case "think":
                await answer.defer(thinking=True, ephemeral=True)
                await interaction.followup.send("thought")
                await interaction.followup.send("and again", ephemeral=True)
            case "think_aloud":
                await answer.defer(thinking=True)
                await interaction.followup.send("thought", ephemeral=True)
                await interaction.followup.send("and again", ephemeral=True)
            case "late":
                await asyncio.sleep(4)
                await answer.send_message("too late")
            case "modal":
                await answer.send_modal(Asking())
            case "edit_later":
                await answer.send_message("first")
                await asyncio.sleep(client.pause)
                await interaction.edit_original_response(content="second")
            case "silent":
                pass
            case _:
                await answer.send_message(self.what)


class Asking(discord.ui.Modal, title="How many?"):
    number: Any = discord.ui.Label(
        text="Number", component=discord.ui.TextInput(custom_id="number", max_length=3)
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"you said {self.number.component.value}")


class Choosing(discord.ui.Select[Any]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=one, value=one.lower()) for one in ("Oro", "Copa")]
        super().__init__(custom_id="suit", options=options)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"chose {self.values[0]}", ephemeral=True)


class PlainBot(discord.AutoShardedClient):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.pressed: list[tuple[int, str]] = []
        self.pause = 1.0
        self.events: list[str] = []

        @self.tree.command(description="Shows buttons")
        @app_commands.describe(card="A card")
        async def show(interaction: discord.Interaction[Any], what: str, card: str = "") -> None:
            view = discord.ui.View(timeout=None)
            for part in what.split():
                view.add_item(Press(part))
            picture = discord.File(io.BytesIO(PNG), "table.png", description="an empty table")
            embed = discord.Embed(title="Table", description=card or "no card")
            embed.set_image(url="attachment://table.png")
            await interaction.response.send_message("Here", embed=embed, view=view, file=picture)

        @show.autocomplete("card")
        async def cards(interaction: Any, typed: str) -> list[app_commands.Choice[str]]:
            return [
                app_commands.Choice(name=one, value=one) for one in ("7o", "1e") if typed in one
            ]

        @self.tree.command(description="The new components")
        async def layout(interaction: discord.Interaction[Any]) -> None:
            file = discord.File(io.BytesIO(PNG), "hand.png")
            box: discord.ui.Container[Any] = discord.ui.Container(
                discord.ui.TextDisplay("# Your hand"),
                discord.ui.MediaGallery(
                    discord.MediaGalleryItem("attachment://hand.png", description="three cards")
                ),
                discord.ui.Separator(),
                discord.ui.ActionRow(Press("quiet")),
            )
            view = discord.ui.LayoutView(timeout=None)
            view.add_item(box)
            row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(Choosing())
            view.add_item(row)
            await interaction.response.send_message(view=view, file=file, ephemeral=True)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.events.append(event)
        super().dispatch(event, *args, **kwargs)


@asynccontextmanager
async def started(small: Discord, bot: PlainBot) -> AsyncIterator[PlainBot]:
    """The bot from its login to its end."""
    task = asyncio.create_task(bot.start(TOKEN))
    try:
        await until(lambda: "ready" in bot.events or task.done(), 60)
        if task.done():
            task.result()
        yield bot
    finally:
        await run(bot.close())
        await settle()
        if task.done() and not task.cancelled():
            task.exception()
        else:
            task.cancel()
