"""Cards as emoji of the application: found by name, and done without where they are missing."""

from collections.abc import Mapping
from typing import Final

from adapters.discord.message import Json

DESIGN: Final = 1
"""Another number for another drawing: old messages keep theirs, new ones look for the new."""
_DECKS: Final = {"spanish": "es", "french": "fr"}


def emoji_name(deck: str, code: str) -> str:
    """``truco1_es_7o``; the letters that Discord allows, 32 at most."""
    return f"truco{DESIGN}_{_DECKS[deck]}_{code}"


class Emoji:
    """The emoji there are, by name."""

    def __init__(self, known: Mapping[str, int] | None = None) -> None:
        self.known: Final = dict(known or {})

    def text(self, deck: str, code: str) -> str:
        """The card in a text; empty where it has none."""
        name = emoji_name(deck, code)
        return f"<:{name}:{self.known[name]}>" if name in self.known else ""

    def button(self, deck: str, code: str) -> Json | None:
        """The card on a button."""
        name = emoji_name(deck, code)
        return {"id": str(self.known[name]), "name": name} if name in self.known else None
