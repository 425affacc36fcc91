"""Telegram's HTML, read as strictly as its documentation writes it: text and entities, or an error.

The real server forgives a lone ``&`` or ``>``; here they are errors, because a name that somebody
chose for himself has then not been escaped.
"""

import re
from typing import Any, Final

Json = dict[str, Any]

_SIMPLE: Final = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_TOKEN: Final = re.compile(
    r"<(?P<close>/?)(?P<tag>[a-z-]+)(?P<attributes>(?:\s+[a-z-]+(?:=\"[^\"<>]*\")?)*)\s*>"
    r"|&(?:(?P<named>lt|gt|amp|quot)|#(?P<number>\d+)|#x(?P<hex>[0-9a-fA-F]+));"
    r"|(?P<bad>[<>&])"
    r"|(?P<text>[^<>&]+)"
)
_ATTRIBUTE: Final = re.compile(r"([a-z-]+)(?:=\"([^\"]*)\")?")


class CannotParse(Exception):
    """What is wrong with the markup."""


def length(text: str) -> int:
    """In the units of entities (UTF-16)."""
    return len(text.encode("utf-16-le")) // 2


def parse(source: str) -> tuple[str, list[Json]]:
    """The plain text and its entities. Raises :class:`CannotParse`."""
    text = ""
    entities: list[Json] = []
    open_tags: list[tuple[str, Json, int]] = []
    for token in _TOKEN.finditer(source):
        if token["bad"]:
            raise CannotParse(f"{token['bad']!r} at {token.start()} is not escaped")
        if token["text"]:
            text += token["text"]
        elif token["named"]:
            text += _NAMED[token["named"]]
        elif token["number"] or token["hex"]:
            text += chr(int(token["number"]) if token["number"] else int(token["hex"], 16))
        elif token["close"]:
            if not open_tags or open_tags[-1][0] != token["tag"]:
                raise CannotParse(f"</{token['tag']}> at {token.start()} closes nothing")
            _, entity, start = open_tags.pop()
            if entity and length(text) > start:
                entities.append({**entity, "offset": start, "length": length(text) - start})
        else:
            attributes = dict(_ATTRIBUTE.findall(token["attributes"]))
            entity = _entity(token["tag"], attributes)
            open_tags.append((token["tag"], entity, length(text)))
    if open_tags:
        raise CannotParse(f"<{open_tags[-1][0]}> is not closed")
    entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return text, entities


def _entity(tag: str, attributes: dict[str, str]) -> Json:
    match tag, attributes:
        case "a", {"href": href, **rest} if not rest:
            user = re.fullmatch(r"tg://user\?id=(\d+)", href)
            if user:
                return {"type": "text_mention", "user": int(user[1])}
            return {"type": "text_link", "url": href}
        case "span", {"class": "tg-spoiler", **rest} if not rest:
            return {"type": "spoiler"}
        case "tg-emoji", {"emoji-id": emoji, **rest} if not rest:
            return {"type": "custom_emoji", "custom_emoji_id": emoji}
        case "tg-time", {"unix": unix, **rest} if set(rest) <= {"format"}:
            entity: Json = {"type": "date_time", "unix_time": int(unix)}
            return entity | ({"date_time_format": rest["format"]} if rest else {})
        case "blockquote", {"expandable": "", **rest} if not rest:
            return {"type": "expandable_blockquote"}
        case "code", {"class": language, **rest} if not rest and language.startswith("language-"):
            return {"type": "code"}
        case _ if tag in _SIMPLE and not attributes:
            return {"type": _SIMPLE[tag]}
        case _:
            raise CannotParse(f"<{tag}> with {sorted(attributes)} is no tag")
