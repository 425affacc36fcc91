"""Writes sentences into every catalogue at once: ``python -m tools.sentences [FILE]``.

A file in TOML (``-``: standard input) has messages in all their languages:

    ["lobby.waiting"]
    es = ["Falta {n} para completar la mesa.", "Faltan {n} para completar la mesa."]
    pt_BR = ["Falta {n} pessoa ...", "Faltam {n} pessoas ..."]
    en = ["{n} more player ...", "{n} more players ..."]

A new message goes behind the messages of its kind. If a message exists already, the named languages
change. Then every catalogue follows its source, ``es``: a message that is new in the source is
empty elsewhere, a message with another sentence in the source is marked (``fuzzy``), and a message
that is gone from the source is removed. The program prints the messages that are left to translate,
and its exit code is 1 while there are any.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from bot.words.catalogues import LOCALES, REGIONAL, SOURCE_LOCALE

ROOT: Final = Path(__file__).parents[1]
CATALOGUES: Final = (
    "bot/locale/{}/LC_MESSAGES/truco.po",
    "adapters/discord/locale/{}/LC_MESSAGES/discord.po",
    "adapters/telegram/locale/{}/LC_MESSAGES/telegram.po",
    "adapters/web/locale/{}/LC_MESSAGES/playground.po",
)
_FIELD: Final = re.compile(r'^(msg\w+(?:\[\d\])?) "(.*)"$', re.MULTILINE)
_FUZZY: Final = "#, fuzzy"

Said = Mapping[str, Mapping[str, str | list[str]]]
"""Messages by id, each in its languages. A list is a singular and a plural."""


class Message(NamedTuple):
    """A message of a catalogue. Sentences are as the file writes them."""

    comment: str
    source: tuple[str, ...]
    forms: tuple[str, ...]

    def is_open(self) -> bool:
        return not all(self.forms) or _FUZZY in self.comment

    def written(self, id: str) -> str:
        lines = [f'msgctxt "{id}"', f'msgid "{self.source[0]}"']
        if len(self.source) > 1:
            lines += [f'msgid_plural "{self.source[1]}"']
            lines += [f'msgstr[{place}] "{form}"' for place, form in enumerate(self.forms)]
        else:
            lines += [f'msgstr "{self.forms[0]}"']
        return self.comment + "\n".join(lines)


class Catalogue(NamedTuple):
    """A catalogue's file: the text before its messages, and the messages by id."""

    head: str
    messages: dict[str, Message]


def read(path: Path) -> Catalogue:
    head, *blocks = path.read_text("utf-8").strip("\n").split("\n\n")
    messages = {}
    for block in blocks:
        comment, mark, _ = block.partition("msgctxt ")
        assert mark, block
        fields = dict(_FIELD.findall(block))
        names = [name for name in fields if name != "msgctxt"]
        source, forms = (
            tuple(fields[name] for name in names if name.startswith(kind))
            for kind in ("msgid", "msgstr")
        )
        messages[fields["msgctxt"]] = Message(comment, source, forms)
    return Catalogue(head, messages)


def write(path: Path, catalogue: Catalogue) -> None:
    blocks = (message.written(id) for id, message in catalogue.messages.items())
    path.write_text("\n\n".join((catalogue.head, *blocks)) + "\n", "utf-8", newline="\n")


def bring_in(root: Path, said: Said) -> list[str]:
    """Writes these messages, and brings every catalogue in line with its source. Returns the
    messages that are left to translate."""
    for id, own in said.items():
        if unread := own.keys() - {*LOCALES, *REGIONAL}:
            raise ValueError(f"{id}: no catalogue is called {', '.join(sorted(unread))}")
    left = list[str]()
    sources = {form: read(root / form.format(SOURCE_LOCALE)) for form in CATALOGUES}
    for id, own in said.items():
        if SOURCE_LOCALE in own:
            _put(_home(id, sources).messages, id, _forms(own[SOURCE_LOCALE]))
    unknown = [id for id in said if not any(id in held.messages for held in sources.values())]
    for form, source in sources.items():
        write(root / form.format(SOURCE_LOCALE), source)
        for locale in (*LOCALES, *REGIONAL):
            path = root / form.format(locale)
            if locale == SOURCE_LOCALE or not path.exists():
                continue
            now = {id: _forms(own[locale]) for id, own in said.items() if locale in own}
            catalogue = _followed(source, read(path), now, complete=locale in LOCALES)
            write(path, catalogue)
            open = [id for id, message in catalogue.messages.items() if message.is_open()]
            left += [f"{path.relative_to(root)}: {id}" for id in open]
    return [*(f"in no catalogue, and without {SOURCE_LOCALE}: {id}" for id in unknown), *left]


def _followed(
    source: Catalogue, own: Catalogue, now: Mapping[str, tuple[str, ...]], *, complete: bool
) -> Catalogue:
    """A catalogue in line with its source. ``now``: the messages of the source from now on.
    ``complete``: the catalogue has every message."""
    messages = dict[str, Message]()
    for id, of in source.messages.items():
        empty = ("",) * len(of.source)
        comment, before, forms = own.messages.get(id, Message(of.comment, of.source, empty))
        if id in now:
            comment, forms = comment.replace(f"{_FUZZY}\n", ""), now[id]
        elif before != of.source and _FUZZY not in comment:
            comment += f"{_FUZZY}\n"
        if len(forms) != len(empty):
            forms = empty
        if complete or (id in {*own.messages, *now} and forms != of.source):
            messages[id] = Message(comment, of.source, forms)
    return Catalogue(own.head, messages)


def _forms(said: str | list[str]) -> tuple[str, ...]:
    forms = [said] if isinstance(said, str) else said
    return tuple(
        form.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for form in forms
    )


def _put(messages: dict[str, Message], id: str, forms: tuple[str, ...]) -> None:
    """Puts a message of the source in its present place, or behind the messages of its kind."""
    if id in messages:
        messages[id] = Message(messages[id].comment, forms, ("",) * len(forms))
        return
    shared = [_shared(id, other) for other in messages]
    place = len(shared) - shared[::-1].index(max(shared)) if max(shared, default=0) else len(shared)
    after = list(messages.items())[place:]
    for other, _ in after:
        del messages[other]
    messages[id] = Message("", forms, ("",) * len(forms))
    messages.update(after)


def _home(id: str, sources: Mapping[str, Catalogue]) -> Catalogue:
    """The catalogue that has this message or the messages most like it. New kinds go into the
    game's catalogue."""
    return max(
        sources.values(),
        key=lambda source: (
            id in source.messages,
            max(_shared(id, other) for other in source.messages),
        ),
    )


def _shared(id: str, other: str) -> int:
    """The number of equal words at the beginning of two ids."""
    pairs = zip(id.split("."), other.split("."), strict=False)
    return len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])


def main(arguments: Sequence[str]) -> int:
    text = "".join(_texts(arguments))
    left = bring_in(ROOT, tomllib.loads(text))
    print("\n".join(left) if left else "Every catalogue says everything.")
    return int(bool(left))


def _texts(arguments: Sequence[str]) -> Iterator[str]:
    for name in arguments:
        yield sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
