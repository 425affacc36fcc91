"""Every way to change one thing in a record with a proof."""

from collections.abc import Iterator
from typing import NamedTuple

HEXADECIMAL = frozenset("0123456789abcdef")


class Tampered(NamedTuple):
    what: str
    """Which line, and what was done to it."""
    hand: int
    """The hand that is wrong now; 0: before the first one."""
    text: str


def is_free(words: list[str]) -> bool:
    """What a proof does not speak of: the names in the seats, and the number of the format."""
    return not words or words[0] in ("seat", "record")


def tampered(text: str) -> Iterator[Tampered]:
    """Every line left out, every line twice, every word another one: each once."""
    lines = text.split("\n")
    hand = 0
    for at, line in enumerate(lines):
        words = line.split()
        if is_free(words):
            continue
        hand += words[0] == "hand"
        named = 0 if words[:2] in (["proof", "secret"], ["proof", "torneo-secret"]) else hand
        before, after = lines[:at], lines[at + 1 :]
        if words[:2] != ["proof", "torneo-secret"]:  # without it, the tournament is not over
            yield Tampered(f"without {line}", named, "\n".join([*before, *after]))
        yield Tampered(f"twice {line}", named, "\n".join([*before, line, line, *after]))
        for place, word in enumerate(words):
            for other in others(word, place, words):
                changed = " ".join([*words[:place], other, *words[place + 1 :]])
                told = f"{changed[:60]} for {line[:60]}"
                yield Tampered(told, named, "\n".join([*before, changed, *after]))


def others(word: str, place: int, words: list[str]) -> Iterator[str]:
    """Words that could stand there instead, each as small a change as there is."""
    alike = {
        "seat": "own",
        "own": "seat",
        "arriba": "medio",
        "medio": "abajo",
        "abajo": "toco",
        "toco": "arriba",
        "quiero": "noquiero",
        "noquiero": "quiero",
        "play": "cover",
        "cover": "play",
        "opening": "openings",
        "velo": "vela",
        "azar": "frase",
        "frase": "azar",
        "faro": "ninguno",
        "ninguno": "faro",
        "late": "gone",
        "gone": "off",
        "off": "wrong",
    }
    if len(word) >= 32 and HEXADECIMAL.issuperset(word):
        yield ("1" if word[0] == "0" else "0") + word[1:]
        yield word[:-1] + ("1" if word[-1] == "0" else "0")
        yield word[:-2]
    elif word.isdigit():
        yield str(int(word) + 1)
        yield "0" if word != "0" else "2"
    elif word in alike:
        yield alike[word]
    elif place:
        # Which of one's own cards lay face down, nobody else has seen: see test_attacks.
        if words[1] not in ("cover", "stack", "descarta"):
            yield "4o" if word != "4o" else "5o"
        yield word + "x"
    else:
        yield "other"
