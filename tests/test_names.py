"""One name means one thing: no two classes of the program have the same name."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("engine", "bot", "adapters")
CLASS: Final = re.compile(r"^ *class (\w+)[(:\[]", re.MULTILINE)
PROTOCOL: Final = Path("adapters/web/protocol.py")
"""The messages between the page and the server. They are named as the page says them."""
TWINS: Final = {
    "Address": "a message of Discord, and one of Telegram",
    "Caller": "who does something on Discord, and on Telegram",
    "Account": "the bot's at Discord, and at Telegram",
    "MatchSurfaces": "where Discord shows a match, and where Telegram does",
    "Page": "a page of the service, and what Telegram shows of one",
    "PicturePace": "how long pictures wait in Discord, and on Telegram",
    "Presses": "those of Discord, and of Telegram",
    "Seat": "the number of a seat, and what the service knows of it",
    "Views": "those of Discord, and of Telegram",
}
"""Names that two classes have, with what they are."""


def places_of_classes() -> dict[str, list[Path]]:
    """The files in which each class name is defined, without those of the protocol."""
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for name in CLASS.findall(file.read_text("utf-8")):
                found[name].append(file.relative_to(ROOT))
    return found


def test_one_name_means_one_thing() -> None:
    found = places_of_classes()
    several = {
        name: files
        for name, files in found.items()
        if len(files) > 1 and not (len(files) == 2 and PROTOCOL in files)
    }
    assert several.keys() <= TWINS.keys(), several
    assert all(len(found[name]) == 2 for name in TWINS)
