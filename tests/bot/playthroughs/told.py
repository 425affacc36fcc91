"""Values of the bot as short lines of text. What is as it usually is stays unsaid, so that a new
field changes no file."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from zlib import crc32

import msgspec

from bot.screen import Button, CardMark, Field, Line, Question, Rung, Screen
from bot.screens.pages import Leaf, Page
from bot.store.changes import Changes, Mark, MatchChange
from bot.store.model import Deadline, HandSnapshot, MatchRow, StoredAnswer
from bot.tokens import BadToken, decode

BEGIN = 1_800_000_000.0
"""When every scene begins, in UTC seconds since the epoch."""
_YEARS = 3e8
_DIGITS = re.compile(r"\b[0-9a-f]{24,}\b")
_GONE = re.compile(r"\bgone\.[0-9a-f]+\b")
_CARD = re.compile(r"<card\.([a-z.]+) rank=<rank\.(\w+)> suit=<suit\.(\w+)>>")
_DEEPEST = 2
_UNSAID = {"sealed", "seal", "digest", "transcript", "version", "locale", "data"}
"""Hashes of what is told anyway, and what every line would repeat."""


def told(value: object) -> str:
    """A value in one line."""
    match value:
        case bool() | None:
            return str(value)
        case float() if abs(value - BEGIN) < _YEARS:
            return f"{value - BEGIN:+.10g}s"
        case float():
            return f"{value:.5g}"
        case bytes():
            return short(value.hex())
        case StrEnum():
            return str(value.value)
        case HandSnapshot():
            return f"after {value.number}"
        case msgspec.Struct():
            fields = (f"{name}={told(own)}" for name, own in unusual(value))
            return f"{type(value).__name__}({', '.join(fields)})"
        case Mapping():
            return "{" + ", ".join(f"{told(key)}: {told(value[key])}" for key in value) + "}"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(told, value))) + "}"
        case tuple() | list():
            return "[" + ", ".join(map(told, value)) + "]"
        case _:
            return short(str(value).replace("\n", " / ")) or "-"


def short(text: str) -> str:
    """A text with its hashes, the names of its cards and that of the platform cut short."""
    text = _GONE.sub("gone.…", text)
    text = _DIGITS.sub(lambda found: f"{found[0][:8]}…", text).replace("discord:", ":")
    return _CARD.sub(lambda found: f"<{found[1]} {found[2]} {found[3]}>", text)


def ids(text: str, known: Collection[str]) -> str:
    """The ids in a text that is made of what stands on the screen too, without the known ones and
    those deep inside others, and a number that stands for all of it."""
    depth, found = 0, list[str]()
    for letter, id, end in re.findall(r"(<)([a-z0-9_.]+)|(>)", short(text)):
        if letter and depth < _DEEPEST and id not in known:
            found.append(id)
        depth += 1 if letter else -bool(end)
    return " ".join((*dict.fromkeys(found), f"{crc32(text.encode()):08x}"))


def unusual(value: msgspec.Struct) -> Iterator[tuple[str, object]]:
    """The fields of a struct that are not as they usually are."""
    names, usual = value.__struct_fields__, value.__struct_defaults__
    least = len(names) - len(usual)
    for place, name in enumerate(names):
        own = getattr(value, name)
        if name not in _UNSAID and (place < least or own != usual[place - least]):
            yield name, own


def changed(path: str, before: object, after: object) -> Iterator[str]:
    """What is other than before, part by part."""
    if before == after:
        return
    if isinstance(after, msgspec.Struct) and type(before) is type(after):
        for name in after.__struct_fields__:
            if name not in _UNSAID:
                inner = f"{path}.{name}" if path else name
                yield from changed(inner, getattr(before, name), getattr(after, name))
    elif (
        isinstance(before, tuple)
        and isinstance(after, tuple)
        and len(before) == len(after)
        and any(isinstance(part, msgspec.Struct) for part in after)
    ):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changed(f"{path}[{place}]", old, new)
    else:
        yield f"{path}: {told(after)}"


# --- what is shown ---------------------------------------------------------------------------


def token_text(token: str, point: str = "") -> str:
    """What a button does, without the table that all buttons of a screen name."""
    try:
        read = decode(token)
    except BadToken:
        return token
    return read.action + (f"@{read.point}" if read.point not in ("", point) else "")


def _choices(field: Field) -> str:
    """The values of an option; each with its label, if that is not the usual one."""
    said: list[str] = []
    for value, label in field.choices:
        usual = label == f"<option.{field.name}.{value}>"
        said.append(f"{'*' * (value == field.value)}{value}{'' if usual else f'={label}'}")
    return " ".join(said)


def _card(card: CardMark | None) -> str:
    if card is None:
        return "-"
    marks = "*" * card.winning + "~" * card.covered
    by = f"{card.seat}:" if card.seat >= 0 else ""
    named = f" ({card.named})" if card.named else ""
    return f"{by}{card.code}{marks}{named} {card.label}"


def screen_lines(screen: Screen, *, in_full: bool = True) -> Iterator[str]:
    """Everything that a reader sees, a line a thing. Not ``in_full``: of the options of a lobby
    nothing but a number that stands for them."""
    point = screen.point
    lines = {line.id for line in (*screen.lines, *screen.log)}
    yield f"{screen.kind} {screen.title}"
    for name, value in unusual(screen):
        match value:
            case _ if name in ("kind", "match", "title", "point"):
                continue
            case tuple() if name in ("lines", "log"):
                for line in value:
                    assert isinstance(line, Line)
                    weight = "" if line.weight == "normal" else f" {line.weight}"
                    yield f"{name} {line.id}{weight}: {line.text}"
            case tuple() if name in ("buttons", "senas"):
                for button in value:
                    assert isinstance(button, Button)
                    asks = f" ? {button.confirm}" if button.confirm else ""
                    yield (
                        f"button {token_text(button.token, point)}: {button.label}"
                        f" ({button.group}, {button.style}){asks}"
                    )
            case tuple() if name == "cards":
                for card in value:
                    tokens = (card.token, card.cover_token)
                    does = " ".join(token_text(token, point) for token in tokens if token)
                    yield f"card {_card(card)} {does}"
            case tuple() if name == "tricks":
                for row in value:
                    end = f" done by {row.won_by}" * row.done
                    yield f"trick {row.number}: {' | '.join(map(_card, row.cards))}{end}"
            case tuple() if name == "order":
                for rung in value:
                    assert isinstance(rung, Rung)
                    yield f"order {' '.join(rung.codes)} [{' '.join(rung.mine)}] {rung.text}"
            case tuple() if name == "fields" and not in_full:
                yield f"fields {len(value)} {crc32(told(value).encode()):08x}"
            case tuple() if name == "fields":
                for field in value:
                    assert isinstance(field, Field)
                    yield f"field {field.name} {field.label}: {_choices(field)}"
            case Question():
                choices = ", ".join(f"{choice}={label}" for choice, label in value.choices)
                yield (
                    f"question {value.text} {token_text(value.token, point)}"
                    f" {value.low}..{value.high} {choices}"
                )
            case tuple() if name == "seats":
                for seat in value:
                    own = dict(unusual(seat))
                    flags = " ".join(
                        flag if own[flag] is True else f"{flag}={told(own[flag])}"
                        for flag in own
                        if flag not in ("seat", "name", "side")
                    )
                    yield f"seat {seat.seat} {seat.name or '-'} {seat.side or '-'} {flags}"
            case CardMark():
                yield f"{name} {_card(value)}"
            case tuple() if value and isinstance(value[0], msgspec.Struct):
                for part in value:
                    yield f"{name} {told(part)}"
            case str() if name in ("alt", "brief"):
                yield f"{name} {ids(value, lines)}"
            case _:
                yield f"{name} {told(value)}"


def difference(before: Iterable[str], after: Iterable[str]) -> Iterator[str]:
    """The lines that have come, after the beginnings of those that have gone."""
    old, new = list(before), list(after)
    known, coming = Counter(old), Counter(new)
    gone = [line for line in old if line not in coming]
    other = {_name(line) for line in new if line not in known}
    if gone and new and gone[0] != old[0]:
        if left := [_name(line) for line in gone if _name(line) not in other]:
            yield f"- {'; '.join(left)}"
    elif gone:
        yield "- all"
        known.clear()
    for line in new:
        if known[line]:
            known[line] -= 1
        else:
            yield f"+ {line}"


def _name(line: str) -> str:
    """What a line is about: the line of that id, the button that does that, the seat."""
    return " ".join(line.split(" ", 2)[:2])


def page_lines(page: Page) -> Iterator[str]:
    """A page: the keys of its buttons, and its parts."""
    yield f"title {page.title}"
    for name, value in unusual(page):
        match value:
            case str() if name == "text":
                for line in value.split("\n"):
                    yield f"| {'# ' * (line in page.headings)}{line}"
            case tuple() if name in ("topics", "turns"):
                for leaf in value:
                    assert isinstance(leaf, Leaf)
                    yield f"{name} {leaf.key}{'*' * leaf.here}: {leaf.label}"
            case tuple() if name in ("curves", "medals"):
                for part in value:
                    yield f"{name[:-1]} {told(part)}"
            case _ if name in ("title", "headings"):
                continue
            case _:
                yield f"{name} {told(value)}"


# --- what is stored --------------------------------------------------------------------------


class Rows:
    """The rows of every match as they were told last."""

    def __init__(self) -> None:
        self._known: dict[str, MatchRow] = {}
        self._deadlines: dict[str, dict[str, str]] = {}

    def of(self, changes: Changes) -> Iterator[str]:
        """What is written, a line a thing."""
        for part in changes.matches:
            yield from self._match(part)
        for name, value in unusual(changes):
            if name in ("matches", "lived"):  # which of several at once notes the time is open
                continue
            if isinstance(value, StoredAnswer):
                yield f"answer {value.person} {value.request} {type(value.reply).__name__}"
                continue
            if isinstance(value, Mark):
                yield f"mark {value.notice} {value.state}"
            elif isinstance(value, tuple):
                for row in value:
                    yield f"{name} {told(row)}"
            else:
                yield f"{name} {told(value)}"

    def _match(self, change: MatchChange) -> Iterator[str]:
        match = change.row.info.match
        before = self._known.get(match)
        if before is None:
            yield f"row {match} {told(change.row)}"
        else:
            for line in changed("", before, change.row):
                yield f"row {match} {line.removeprefix('info.')}"
        self._known[match] = change.row
        for row in change.log:
            yield f"log {row.number} {told(row.text)}"
        yield from self._due(match, change.deadlines)
        for name, value in unusual(change):
            if name in ("row", "log", "deadlines"):
                continue
            if name == "notices":
                for notice in change.notices:
                    about = f"{notice.id} {notice.person} {notice.kind} {notice.moment}"
                    yield f"notice {about} {told(notice.at)}"
            elif isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
                for part in value:
                    yield f"{name} {told(part)}"
            else:
                yield f"{name} {told(value)}"

    def _due(self, match: str, deadlines: Iterable[Deadline]) -> Iterator[str]:
        before = self._deadlines.get(match, {})
        now = {
            deadline.id: f"{deadline.kind} {deadline.id} {told(deadline.due)}"
            f" since {told(deadline.since)} seat {deadline.seat} {deadline.moment}"
            for deadline in deadlines
        }
        self._deadlines[match] = now
        if gone := [id for id in before if id not in now]:
            yield f"due - {' '.join(gone)}"
        yield from (f"due {text}" for id, text in now.items() if before.get(id) != text)
