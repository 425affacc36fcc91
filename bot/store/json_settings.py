"""Settings whose values are Structs, stored as JSON."""

from collections.abc import Mapping
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from bot.store.model import Setting
from bot.store.queries.people_queries import settings_named
from bot.store.transaction import Work

Value = TypeVar("Value", bound=Struct)

_encoder: Final = msgspec.json.Encoder()


class JsonSetting(Generic[Value]):
    """The setting with this name. ``decoder``: reads its values."""

    def __init__(self, name: str, decoder: msgspec.json.Decoder[Value]) -> None:
        self.name: Final = name
        self._decoder = decoder

    def read(self, settings: Mapping[str, str]) -> Value | None:
        """The value among the settings of an owner; ``None``: it is not set."""
        text = settings.get(self.name)
        return self._decoder.decode(text) if text else None

    def row(self, owner: str, value: Value | None) -> Setting:
        """The row that stores an owner's value; ``None``: it is set no longer."""
        text = "" if value is None else _encoder.encode(value).decode()
        return Setting(owner, self.name, text)

    def of_all(self) -> Work[dict[str, Value]]:
        """A query: all values, by owner."""
        found = yield from settings_named(self.name)
        return {owner: self._decoder.decode(text) for owner, text in found.items()}
