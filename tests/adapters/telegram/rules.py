"""What every call must keep to, written by hand, beside the descriptions.

First the parameters that each simulated method takes, then what the documentation says in prose
only: one action a button, bytes of callback data, lengths after the markup has been taken out.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from telegram.constants import ReactionEmoji

from tests.adapters.telegram.markup import CannotParse, parse

Json = dict[str, Any]

_SEND: Final = (
    "chat_id:chat! message_thread_id:int disable_notification:bool protect_content:bool"
    " reply_parameters:json reply_markup:json ephemeral_message_parameters:json"
    " message_effect_id:text"
)
_EDIT: Final = "chat_id:chat! message_id:int! reply_markup:json"
_EDIT_EPHEMERAL: Final = (
    "chat_id:chat! receiver_user_id:int! ephemeral_message_id:int! reply_markup:json"
)
_TEXT: Final = "text:text! parse_mode:text entities:json link_preview_options:json"
_CAPTION: Final = "caption:text parse_mode:text caption_entities:json"

_SIGNATURES: Final = {
    "getMe": "",
    "close": "",
    "logOut": "",
    "getUpdates": "offset:int limit:int timeout:int allowed_updates:json",
    "setWebhook": "url:text! ip_address:text max_connections:int allowed_updates:json"
    " drop_pending_updates:bool secret_token:text",
    "deleteWebhook": "drop_pending_updates:bool",
    "getWebhookInfo": "",
    "sendMessage": f"{_SEND} {_TEXT}",
    "sendPhoto": f"{_SEND} photo:file! {_CAPTION} has_spoiler:bool",
    "sendDocument": f"{_SEND} document:file! {_CAPTION} disable_content_type_detection:bool",
    "sendSticker": f"{_SEND} sticker:file!",
    "sendChatAction": "chat_id:chat! action:text! message_thread_id:int",
    "editMessageText": f"{_EDIT} {_TEXT}",
    "editMessageCaption": f"{_EDIT} {_CAPTION}",
    "editMessageMedia": f"{_EDIT} media:json!",
    "editMessageReplyMarkup": _EDIT,
    "deleteMessage": "chat_id:chat! message_id:int!",
    "deleteMessages": "chat_id:chat! message_ids:json!",
    "pinChatMessage": "chat_id:chat! message_id:int! disable_notification:bool",
    "unpinChatMessage": "chat_id:chat! message_id:int",
    "answerCallbackQuery": "callback_query_id:text! text:text show_alert:bool url:text"
    " cache_time:int",
    "answerInlineQuery": "inline_query_id:text! results:json! cache_time:int is_personal:bool"
    " next_offset:text button:json",
    "answerGuestQuery": "guest_query_id:text! result:json!",
    "savePreparedInlineMessage": "user_id:int! result:json! allow_user_chats:bool"
    " allow_bot_chats:bool allow_group_chats:bool allow_channel_chats:bool",
    "createNewStickerSet": "user_id:int! name:text! title:text! stickers:json! sticker_type:text"
    " needs_repainting:bool",
    "getStickerSet": "name:text!",
    "editEphemeralMessageText": f"{_EDIT_EPHEMERAL} {_TEXT}",
    "editEphemeralMessageReplyMarkup": _EDIT_EPHEMERAL,
    "deleteEphemeralMessage": "chat_id:chat! receiver_user_id:int! ephemeral_message_id:int!",
    "getChat": "chat_id:chat!",
    "getChatMember": "chat_id:chat! user_id:int!",
    "getChatAdministrators": "chat_id:chat!",
    "leaveChat": "chat_id:chat!",
    "setMessageReaction": "chat_id:chat! message_id:int! reaction:json is_big:bool",
    "setMyCommands": "commands:json! scope:json language_code:text",
    "deleteMyCommands": "scope:json language_code:text",
    "getMyCommands": "scope:json language_code:text",
    "setMyName": "name:text language_code:text",
    "getMyName": "language_code:text",
    "setMyDescription": "description:text language_code:text",
    "getMyDescription": "language_code:text",
    "setMyShortDescription": "short_description:text language_code:text",
    "getMyShortDescription": "language_code:text",
    "setChatMenuButton": "chat_id:chat menu_button:json",
}

KINDS: Final = {
    method: dict(part.rstrip("!").split(":") for part in signature.split())
    for method, signature in _SIGNATURES.items()
}
"""By method and parameter how it is written: ``text``, ``int``, ``bool``, ``json``, ``chat``,
``file``."""
REQUIRED: Final = {
    method: tuple(part.split(":")[0] for part in signature.split() if part.endswith("!"))
    for method, signature in _SIGNATURES.items()
}

_NOT_ACTIONS: Final = {"text", "icon_custom_emoji_id", "style"}
_BUTTON_ACTIONS: Final = {
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
    "disabled",
}
_COMMAND: Final = re.compile(r"[a-z0-9_]{1,32}")
_DEEP_LINK: Final = re.compile(r"https://t\.me/\w{5,32}\?start(group)?=[A-Za-z0-9_-]{1,64}")
_LANGUAGE: Final = re.compile(r"([a-z]{2})?")
_UPDATES: Final = {
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "my_chat_member",
    "chat_member",
    "message_reaction",
    "message_reaction_count",
    "chat_join_request",
    "poll",
    "poll_answer",
    "shipping_query",
    "pre_checkout_query",
    "purchased_paid_media",
    "chat_boost",
    "removed_chat_boost",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
    "managed_bot",
    "guest_message",
}
_SCOPES: Final = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}
_ACTIONS: Final = {"typing", "upload_photo", "upload_document", "choose_sticker"}


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
    for name in REQUIRED[method]:
        if name not in values:
            yield f"{name} is missing"
    for name in values:
        if name not in kinds:
            yield f"{name} is no parameter"
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
            yield from _inline({"results": [values.get("result", {})]})
        case "setMyCommands":
            yield from _commands(values.get("commands"))
        case "setMessageReaction":
            yield from _reaction(values.get("reaction") or [])
        case "sendChatAction" if values.get("action") not in _ACTIONS:
            yield f"action {values.get('action')!r}"
        case "setWebhook":
            yield from _webhook(values)
        case _:
            pass
    if "scope" in values:
        yield from _scope(values["scope"])
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


def _markup(markup: object) -> Iterator[str]:
    if not isinstance(markup, dict):
        yield "reply_markup is no object"
        return
    rows = markup.get("inline_keyboard")
    if rows is None:
        if not {"keyboard", "remove_keyboard", "force_reply"} & set(markup):
            yield "reply_markup of no kind"
        return
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
    text = button.get("text")
    if not isinstance(text, str) or not text.strip():
        yield "a button without a label"
    actions = sorted(set(button) - _NOT_ACTIONS)
    if len(actions) != 1:
        yield f"a button with {len(actions)} actions {actions}"
    for name in set(actions) - _BUTTON_ACTIONS:
        yield f"{name} is no part of a button"
    if "callback_data" in button:
        data = button["callback_data"]
        if not isinstance(data, str) or not 1 <= len(data.encode()) <= 64:
            yield f"BUTTON_DATA_INVALID: {data!r}"
    if "url" in button and not re.fullmatch(r"(https?|tg)://[^\s]{3,1000}", str(button["url"])):
        yield f"BUTTON_URL_INVALID: {button['url']!r}"
    if button.get("style", "primary") not in ("danger", "success", "primary"):
        yield f"a button in the style {button['style']!r}"


def _answer(values: Mapping[str, Any]) -> Iterator[str]:
    if len(str(values.get("text", ""))) > 200:
        yield f"MESSAGE_TOO_LONG: an alert of {len(values['text'])} characters"
    if "url" in values and not _DEEP_LINK.fullmatch(str(values["url"])):
        yield f"URL_INVALID: {values['url']!r}"


def _inline(values: Mapping[str, Any]) -> Iterator[str]:
    results = values.get("results")
    if not isinstance(results, list) or len(results) > 50:
        yield "more than 50 results, or no list"
        return
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


def _reaction(reaction: object) -> Iterator[str]:
    if not isinstance(reaction, list) or len(reaction) > 1:
        yield "more than one reaction, or no list"
        return
    for one in reaction:
        if one.get("type") == "emoji" and one.get("emoji") not in set(ReactionEmoji):
            yield f"REACTION_INVALID: {one!r}"
        elif one.get("type") == "paid":
            yield "a bot cannot pay"


def _commands(commands: object) -> Iterator[str]:
    if not isinstance(commands, list) or len(commands) > 100:
        yield "more than 100 commands, or no list"
        return
    names = [str(command.get("command")) for command in commands]
    if len(set(names)) < len(names):
        yield "a command twice"
    for command in commands:
        if not _COMMAND.fullmatch(str(command.get("command"))):
            yield f"BOT_COMMAND_INVALID: {command.get('command')!r}"
        if not 1 <= len(str(command.get("description", ""))) <= 256:
            yield f"BOT_COMMAND_DESCRIPTION_INVALID: {command.get('command')!r}"


def _scope(scope: object) -> Iterator[str]:
    if not isinstance(scope, dict) or scope.get("type") not in _SCOPES:
        yield f"a scope {scope!r}"
    elif set(scope) != {"type", *_SCOPES[scope["type"]]}:
        yield f"a scope of these parts: {sorted(scope)}"


def _webhook(values: Mapping[str, Any]) -> Iterator[str]:
    if not re.fullmatch(r"https://\S+", str(values.get("url"))):
        yield "an HTTPS URL must be provided for webhook"
    secret = values.get("secret_token")
    if secret is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", str(secret)):
        yield "secret token contains unallowed characters"
