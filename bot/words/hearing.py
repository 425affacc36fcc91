"""Recognizes calls in typed lines at a table: *cuatro envido*, *quiero y retruco*.

The phrases are data, one file for each language (``phrases/es.toml``), and every language is
recognized at every table. A line is a call if all its words are parts of calls: one phrase after
another, with words between them that change nothing. The engine says whether a call is allowed;
this module does not know."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from itertools import chain, groupby
from typing import Any, Final

from msgspec import Struct

from bot.words.shouts import SHOUTS, plain
from engine.actions import NO_ARGUMENT

LANGUAGES: Final = ("es", "pt", "en")
"""The files of phrases. If a phrase is in several files, the first one decides."""
WRONG_ORDER: Final = "envido-mal"
"""*Envido cuatro*: the number was said after the word (TR-ENV-13)."""
_MOST_WORDS: Final = 14
"""The most words of a line that can be calls."""
_LONGEST: Final = 7
"""The most words of one phrase."""
_NEAR: Final = 0.78
"""How similar to a call a word must be to count as a slip of the pen."""
_SHORTEST: Final = 4
"""The fewest letters of a word that may be a slip of the pen."""
_SLIP_WORDS: Final = 2
"""The most words of a line that is taken for a slip of the pen."""
_CLAUSES: Final = re.compile("[,;.!¡]")
"""The signs between calls. No phrase continues after one of them."""
_NUMBER: Final = "{n}"


class Said(Struct, frozen=True):
    """A call or an answer in a line."""

    verb: str
    """The verb of the record."""
    number: int = NO_ARGUMENT
    about: str = ""
    """For an answer, the call that it names: ``truco``, ``falta``."""

    def __str__(self) -> str:
        number = f" {self.number}" if self.number != NO_ARGUMENT else ""
        return f"{self.verb}{number}{f':{self.about}' if self.about else ''}"


class CalledLine(Struct, frozen=True):
    """The whole line consists of calls, in this order."""

    said: tuple[Said, ...]
    is_perhaps: bool = False
    """They are calls only if they may be made now; else the line is talk."""


class Doubt(Struct, frozen=True):
    """The line begins like this call, or sounds like it, but is no call."""

    verb: str
    is_perhaps: bool = False
    """The line only looks like the call: it is talk unless the call may be made now."""


class OtherYes(Struct, frozen=True):
    """Another form of yes, which is no answer at this table (AR-TRU-08)."""

    said: str


Heard = CalledLine | Doubt | OtherYes
"""The result for a line, if it is not talk."""


class _Book(Struct, frozen=True):
    """The phrases of one game. They are keys, as :func:`_key` makes them."""

    own: Mapping[str, Said]
    """The calls of the game."""
    every: Mapping[str, Said]
    """The calls of this and of all other games."""
    perhaps: Mapping[str, Said]
    begins: Mapping[str, Said]
    """The calls with which a line may begin although it is no call."""
    passed: frozenset[str]
    """Words that change nothing."""
    yes: frozenset[str]
    loose: frozenset[str]
    sham: Mapping[str, str]
    numbers: frozenset[str]
    alike: frozenset[str]
    """Words that look like a call but are none."""
    talk: frozenset[str]
    """The beginnings of lines of talk."""
    unless: frozenset[str]
    """Calls with which a line of talk may begin. It is talk unless the call may be made now."""
    after: frozenset[str]
    """Words after a call that show that the line only speaks of the call."""


def read_calls(text: str) -> tuple[Said, ...]:
    """The calls in a text that :func:`write_calls` made."""
    return tuple(_read(each) for each in text.split("+"))


def _read(text: str) -> Said:
    step, _, about = text.partition(":")
    verb, _, number = step.partition(" ")
    return Said(verb, int(number) if number.isdecimal() else NO_ARGUMENT, about)


def write_calls(said: tuple[Said, ...]) -> str:
    """The calls in one text for :func:`read_calls`."""
    return "+".join(map(str, said))


def hear(variant: str, line: str, *, loose: bool = False) -> Heard | None:
    """The meaning of a line at a table of this game; ``None``: it is talk. ``loose``: other forms
    of yes are accepted too (AR-TRU-08)."""
    words, book = _words(line), _book(variant)
    if not words:
        return None
    if any(key in book.talk for key, _ in _beginnings(book, words)):
        return _called_apart(book, line)
    whole = _key(words)
    if "?" in line:
        return _doubt(book, line)
    if whole in (book.loose if loose else ()):
        return CalledLine((Said("quiero"),))
    if len(words) <= _MOST_WORDS:
        for known in (book.own, book.every):
            if said := _all_calls(known, book.passed, line, whole):
                return None if len(said) > 1 and _is_count(book, words) else CalledLine(said)
    if whole in book.perhaps:
        return CalledLine((book.perhaps[whole],), is_perhaps=True)
    if whole in book.yes:
        return OtherYes(" ".join(words))
    return _doubt(book, line)


def verbs_heard(variant: str) -> frozenset[str]:
    """The verbs that can be typed in this game."""
    return frozenset(said.verb for said in _book(variant).own.values())


def _all_calls(
    known: Mapping[str, Said], passed: frozenset[str], line: str, key: str
) -> tuple[Said, ...] | None:
    """The calls of a line. A call that is repeated at once counts once (*nove, nove!*). ``key``:
    the key of the whole line."""
    whole = known.get(key)
    if whole is not None and not whole.about:
        return (whole,)
    found = list[Said]()
    for clause in _CLAUSES.split(line):
        said = _calls(known, passed, tuple(_words(clause)))
        if said is None:
            return None
        found += said
    return tuple(each for each, _ in groupby(found))


def _calls(
    known: Mapping[str, Said], passed: frozenset[str], words: tuple[str, ...]
) -> tuple[Said, ...] | None:
    """The calls that these words are, the longest phrases first; ``None``: they are none."""
    if not words:
        return ()
    for length in range(min(_LONGEST, len(words)), 0, -1):
        said = known.get(_key(words[:length]))
        if said is not None and (rest := _calls(known, passed, words[length:])) is not None:
            return (said, *rest)
    return _calls(known, passed, words[1:]) if _key(words[:1]) in passed else None


def _is_count(book: _Book, words: list[str]) -> bool:
    """Whether a line has only numbers. With several, *nove a seis* is a score and no call."""
    return all(_key([word]) in book.numbers | book.passed for word in words)


def _beginnings(book: _Book, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The possible first phrases of a line, as keys, the longest first, each with the words after
    it. Words that change nothing may stand before the phrase."""
    for first in range(min(len(words), _MOST_WORDS)):
        if first and _key(words[first - 1 : first]) not in book.passed:
            return
        for end in range(min(first + _LONGEST, len(words)), first, -1):
            yield _key(words[first:end]), words[end:]


def _doubt(book: _Book, line: str) -> Doubt | None:
    words = _words(line)
    for key, rest in _beginnings(book, words):
        if key in book.sham:
            return Doubt(book.sham[key])
        if key in book.begins:
            return _begun(book, line, key, rest)
    return _called_apart(book, line) or _slip(book, words)


def _begun(book: _Book, line: str, key: str, rest: list[str]) -> Doubt | None:
    """The meaning of a line that begins with a call but is no call."""
    if _key(rest[:1]) in book.after:
        return _called_apart(book, line)
    ends = (rest[-length:] for length in range(1, _LONGEST + 1))
    is_call_again = any(_key(end) in book.begins for end in ends)
    is_talk = bool(rest) and key in book.unless and not is_call_again
    return Doubt(book.begins[key].verb, is_perhaps=is_talk)


def _called_apart(book: _Book, line: str) -> Doubt | None:
    """A call that stands alone between punctuation marks, in talk: *falta poco, truco*."""
    for clause in _CLAUSES.split(line):
        for key, rest in _beginnings(book, _words(clause)):
            if key in book.begins and not rest:
                return Doubt(book.begins[key].verb, is_perhaps=True)
    return None


def _slip(book: _Book, words: list[str]) -> Doubt | None:
    """The call to which a short line is similar."""
    while words and _key(words[:1]) in book.passed:
        words = words[1:]
    if not words or len(words) > _SLIP_WORDS or _key(words[:1]) in book.alike:
        return None
    for said in (_key(words), _key(words[:1])):
        near = get_close_matches(said, book.begins, 1, _NEAR) if len(said) >= _SHORTEST else []
        if near and len(near[0]) >= _SHORTEST:
            return Doubt(book.begins[near[0]].verb, is_perhaps=True)
    return None


# --- the data ------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    """The words of a text, in the form in which they are compared."""
    return re.sub(r"[?:=-]", " ", plain(text)).split()


def _key(words: tuple[str, ...] | list[str]) -> str:
    """Words as they sound, without blanks: doubled and like-sounding letters are one."""
    text = _DOUBLED.sub(r"\1", "".join(words)).replace("ch", "x")
    if "h" in text:
        text = _SILENT.sub("", text)
    if "q" in text or "c" in text:
        text = _HARD.sub("k", text)
    for letters, sound in _SOUNDS:
        text = text.replace(letters, sound)
    return _DOUBLED.sub(r"\1", text)


_DOUBLED: Final = re.compile(r"([^\W\d])\1+")
_SILENT: Final = re.compile(r"(?<!t)h")
"""In English: *then* is not *ten*."""
_HARD: Final = re.compile(r"qu(?=[ei])|c(?![ei])")
_SOUNDS: Final = (("c", "s"), ("z", "s"), ("v", "b"), ("mb", "nb"), ("mp", "np"), ("y", "i"))


@cache
def _phrases(language: str) -> dict[str, Any]:
    text = files("bot.words").joinpath(f"phrases/{language}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _listed(section: str, name: str) -> Iterator[str]:
    """The phrases of a list in all languages, with every number filled in."""
    for language in LANGUAGES:
        phrases = _phrases(language)
        for each in phrases[section].get(name, ()):
            every = chain(*_numbers(phrases).values()) if _NUMBER in each else ("",)
            yield from (plain(each.replace(_NUMBER, number)) for number in every)


def _keys_of(section: str, name: str) -> frozenset[str]:
    return frozenset(_key(_words(each)) for each in _listed(section, name))


@cache
def _book(variant: str) -> _Book:
    own, every = dict[str, Said](), dict[str, Said]()
    begins, perhaps, sham = dict[str, Said](), dict[str, Said](), dict[str, str]()
    known = [_phrases(language) for language in LANGUAGES]
    numbers = {name for each in known for names in _numbers(each).values() for name in names}
    of_game = [(each, each.get("game", {}).get(variant, {})) for each in known]
    for phrases, section in (*of_game, *((each, each["calls"]) for each in known)):
        for said, phrase in _expanded(phrases, section):
            key = _key(_words(phrase))
            every.setdefault(key, said)
            if _is_of(variant, said.verb):
                own.setdefault(key, said)
                if phrase not in numbers:
                    begins.setdefault(key, said)
    for phrases in known:
        for said, phrase in _expanded(phrases, phrases["now"]):
            if _is_of(variant, said.verb):
                perhaps.setdefault(_key(_words(phrase)), said)
        for verb, lines in phrases["sham"].items():
            sham |= {_key(_words(line)): verb for line in lines}
    return _Book(
        own=own,
        every=every,
        perhaps=perhaps,
        begins=begins,
        passed=_keys_of("around", "before") | _keys_of("around", "after"),
        yes=_keys_of("yes", "words"),
        loose=_keys_of("yes", "loose"),
        sham=sham,
        numbers=frozenset(_key(_words(name)) for name in numbers),
        alike=_keys_of("talk", "words"),
        talk=_keys_of("talk", "begins"),
        unless=_keys_of("talk", "unless"),
        after=_keys_of("talk", "after"),
    )


def _is_of(variant: str, verb: str) -> bool:
    return verb == WRONG_ORDER or verb in SHOUTS[variant]


def _expanded(
    phrases: dict[str, Any], section: Mapping[str, list[str]]
) -> Iterator[tuple[Said, str]]:
    """Every phrase of a section in every form: each number, each answer with its calls."""
    for verb, lines in section.items():
        for line in lines:
            text, _, fixed = line.partition(" = ")
            if fixed:
                yield Said(verb, int(fixed)), plain(text)
            elif _NUMBER in text:
                yield from _numbered(phrases, verb, text)
            else:
                yield Said(verb), plain(text)
                if verb in ("quiero", "noquiero"):
                    yield from _about(phrases, verb, plain(text))


def _numbered(phrases: dict[str, Any], verb: str, text: str) -> Iterator[tuple[Said, str]]:
    for number, names in _numbers(phrases).items():
        for name in names:
            # A seat shows its cards as a whole, so no number is needed.
            arg = NO_ARGUMENT if verb == "mostrar" else number
            yield Said(verb, arg), plain(text.replace(_NUMBER, name))


def _numbers(phrases: dict[str, Any]) -> dict[int, tuple[str, ...]]:
    """Each number in digits and words."""
    return {int(n): (n, *map(plain, names)) for n, names in phrases["numbers"].items()}


def _about(phrases: dict[str, Any], verb: str, answer: str) -> Iterator[tuple[Said, str]]:
    """The answer together with the call that it answers; the call may stand before or after it."""
    for about, names in phrases["about"].items():
        for name in map(plain, names):
            yield Said(verb, about=about), f"{answer} {name}"
            if " " in name:
                yield Said(verb, about=about), f"{name} {answer}"
