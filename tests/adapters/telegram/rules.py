"""What every call that fits the descriptions must keep to beside them, written by hand: what the
documentation says in prose only, as one action a button, and lengths after the markup has been
taken out.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from telegram.constants import ReactionEmoji

from tests.adapters.telegram.description import newer
from tests.adapters.telegram.markup import CannotParse, parse
from tests.adapters.telegram.methods import RETURNS

Json = dict[str, Any]

_WRITTEN: Final = {
    "Integer": "int",
    "Boolean": "bool",
    "String": "text",
    "Integer or String": "chat",
    "InputFile": "file",
    "InputFile or String": "file",
}
"""How a parameter of each type is written; all others as ``json``."""

KINDS: Final = {
    method: {
        name: _WRITTEN.get(field.types, "json")
        for name, field in newer().things[method].fields.items()
    }
    for method in RETURNS
}
"""By simulated method and parameter how it is written: ``text``, ``int``, ``bool``, ``json``,
``chat``, ``file``."""
_OF_A_MESSAGE: Final = ("chat_id", "message_id")
"""What every edit needs here: messages sent from inline mode are not simulated."""

_NOT_ACTIONS: Final = {"text", "icon_custom_emoji_id", "style"}
_COMMAND: Final = re.compile(r"[a-z0-9_]{1,32}")
_DEEP_LINK: Final = re.compile(r"https://t\.me/\w{5,32}\?start(group)?=[A-Za-z0-9_-]{1,64}")
_LANGUAGE: Final = re.compile(r"([a-z]{2})?")
_UPDATES: Final = frozenset(newer().things["Update"].fields) - {"update_id"}


def decode(method: str, raw: Mapping[str, str]) -> tuple[Json, list[str]]:
    """Parameters as values, and what could not be read."""
    kinds = KINDS.get(method, {})
    values: Json = {}
    wrong: list[str] = []
    for name, text in raw.items():
        try:
            values[name] = _decode(kinds.get(name, "text"), text)
        except ValueError:
            wrong.append(f"{method}: {name} cannot be {text!r:.80}")
    return values, wrong


def _decode(kind: str, text: str) -> object:
    match kind:
        case "int":
            return int(text)
        case "chat":
            return text if text.startswith("@") else int(text)
        case "bool":
            if text.lower() not in ("true", "false"):
                raise ValueError
            return text.lower() == "true"
        case "json":
            return json.loads(text)
        case _:
            return text


def complaints(method: str, values: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with a call."""
    return [f"{method}: {complaint}" for complaint in _complaints(method, values)]


def _complaints(method: str, values: Mapping[str, Any]) -> Iterator[str]:
    kinds = KINDS[method]
    if method.startswith("editMessage"):
        yield from (f"{name} is missing" for name in _OF_A_MESSAGE if name not in values)
    if "parse_mode" in values and values["parse_mode"] != "HTML":
        yield f"parse mode {values['parse_mode']!r}"
    if "text" in kinds and "parse_mode" in kinds and "text" in values:
        yield from _text(values, "text", 4096)
    if "caption" in values:
        yield from _text(values, "caption", 1024)
    if "reply_markup" in values:
        yield from _markup(values["reply_markup"])
        yield from _windows(values)
    match method:
        case "answerCallbackQuery":
            yield from _answer(values)
        case "answerInlineQuery":
            yield from _inline(values)
        case "createNewStickerSet":
            yield from _sticker_set(values)
        case "savePreparedInlineMessage" | "answerGuestQuery":
            yield from _inline({"results": [values["result"]]})
        case "setMyCommands":
            yield from _commands(values["commands"])
        case "setMessageReaction":
            yield from _reaction(values.get("reaction") or [])
        case "setWebhook":
            yield from _webhook(values)
        case _:
            pass
    if not _LANGUAGE.fullmatch(str(values.get("language_code", ""))):
        yield f"language {values['language_code']!r} has not two letters"
    for name in values.get("allowed_updates") or ():
        if name not in _UPDATES:
            yield f"no updates are called {name!r}"


def _text(values: Mapping[str, Any], name: str, most: int) -> Iterator[str]:
    source = str(values[name])
    if values.get("parse_mode"):
        try:
            text, entities = parse(source)
        except CannotParse as error:
            yield f"can't parse entities: {error}"
            return
        if len(entities) > 100:
            yield f"{len(entities)} entities"
    else:
        text = source
    if len(text.strip()) > most or (name == "text" and not text.strip()):
        yield f"{name} has {len(text.strip())} characters"


def _markup(markup: Json) -> Iterator[str]:
    rows = markup.get("inline_keyboard", ())
    for row in rows:
        if not 1 <= len(row) <= 8:
            yield f"a row of {len(row)} buttons"
        for button in row:
            yield from _button(button)
    if sum(len(row) for row in rows) > 100:
        yield f"{sum(len(row) for row in rows)} buttons"


def _windows(values: Mapping[str, Any]) -> Iterator[str]:
    """A window opens by a button in private chats alone; groups have negative numbers."""
    rows = values["reply_markup"].get("inline_keyboard") or ()
    addresses = [str(key["web_app"].get("url")) for row in rows for key in row if "web_app" in key]
    if addresses and str(values.get("chat_id", "")).startswith("-"):
        yield "BUTTON_TYPE_INVALID: a window in a group"
    for address in addresses:
        if not address.startswith("https://"):
            yield f"BUTTON_URL_INVALID: {address!r}"


def _button(button: Json) -> Iterator[str]:
    if not button["text"].strip():
        yield "a button without a label"
    actions = sorted(set(button) - _NOT_ACTIONS)
    if len(actions) != 1:
        yield f"a button with {len(actions)} actions {actions}"
    if "url" in button and not re.fullmatch(r"(https?|tg)://[^\s]{3,1000}", str(button["url"])):
        yield f"BUTTON_URL_INVALID: {button['url']!r}"


def _answer(values: Mapping[str, Any]) -> Iterator[str]:
    if "url" in values and not _DEEP_LINK.fullmatch(str(values["url"])):
        yield f"URL_INVALID: {values['url']!r}"


def _inline(values: Mapping[str, Any]) -> Iterator[str]:
    results = values["results"]
    if len(results) > 50:
        yield "more than 50 results"
    if len({result.get("id") for result in results}) < len(results):
        yield "a result twice"
    for result in results:
        if not 1 <= len(str(result.get("id", "")).encode()) <= 64:
            yield f"RESULT_ID_INVALID: {result.get('id')!r}"
        content = result.get("input_message_content", {})
        if result.get("type") == "article" and not content:
            yield "an article that sends nothing"
        if content and not 1 <= len(str(content.get("message_text", "")).strip()) <= 4096:
            yield f"a message of {len(str(content.get('message_text', '')))} characters"
        yield from _markup(result.get("reply_markup", {"inline_keyboard": []}))
    button = values.get("button") or {}
    if button and not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", str(button.get("start_parameter", ""))):
        yield f"START_PARAM_INVALID: {button!r}"


def _sticker_set(values: Mapping[str, Any]) -> Iterator[str]:
    if not re.fullmatch(r"[A-Za-z](_?[A-Za-z0-9])*_by_\w{5,32}", str(values.get("name"))):
        yield f"STICKERSET_INVALID: {values.get('name')!r}"
    stickers = values.get("stickers") or []
    if not 1 <= len(stickers) <= 50:
        yield f"{len(stickers)} stickers to begin with"
    for sticker in stickers:
        if not 1 <= len(sticker.get("emoji_list", [])) <= 20:
            yield "a sticker without emoji, or with too many"


def _reaction(reaction: list[Json]) -> Iterator[str]:
    if len(reaction) > 1:
        yield "more than one reaction"
    for chosen in reaction:
        if chosen.get("type") == "emoji" and chosen.get("emoji") not in set(ReactionEmoji):
            yield f"REACTION_INVALID: {chosen!r}"
        elif chosen.get("type") == "paid":
            yield "a bot cannot pay"


def _commands(commands: list[Json]) -> Iterator[str]:
    if len(commands) > 100:
        yield "more than 100 commands"
    names = [str(command.get("command")) for command in commands]
    if len(set(names)) < len(names):
        yield "a command twice"
    for command in commands:
        if not _COMMAND.fullmatch(str(command.get("command"))):
            yield f"BOT_COMMAND_INVALID: {command.get('command')!r}"


def _webhook(values: Mapping[str, Any]) -> Iterator[str]:
    if not re.fullmatch(r"https://\S+", str(values.get("url"))):
        yield "an HTTPS URL must be provided for webhook"
    secret = values.get("secret_token")
    if secret is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", str(secret)):
        yield "secret token contains unallowed characters"
