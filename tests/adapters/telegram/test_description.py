"""The descriptions refuse every call that is made wrong, of each kind the bot makes."""

from collections import defaultdict
from typing import Any

import pytest

from tests.adapters.mutations import mutations
from tests.adapters.telegram import description

Json = Any

KEYBOARD = {
    "inline_keyboard": [[{"text": "Truco", "callback_data": "7.3.truco", "style": "primary"}]]
}
SEND = {
    "chat_id": 5,
    "message_thread_id": 7,
    "disable_notification": True,
    "reply_markup": KEYBOARD,
    "reply_parameters": {"message_id": 3, "allow_sending_without_reply": True},
}
TEXT = {
    "text": "Ana plays",
    "parse_mode": "HTML",
    "link_preview_options": {"is_disabled": True},
    "entities": [{"type": "bold", "offset": 0, "length": 3}],
}
PHOTO = {"photo": "attach://p", "caption": "A hand", "parse_mode": "HTML"}
MEDIA = {"type": "photo", "media": "attach://p", "caption": "A hand"}
COMMANDS = {
    "commands": [{"command": "jugar", "description": "Opens a table"}],
    "scope": {"type": "chat", "chat_id": 5},
    "language_code": "es",
}

CALLS: dict[str, Json] = {
    "sendMessage": SEND | TEXT,
    "sendPhoto": SEND | PHOTO,
    "editMessageText": {"chat_id": 5, "message_id": 3, "reply_markup": KEYBOARD} | TEXT,
    "editMessageMedia": {"chat_id": 5, "message_id": 3, "media": MEDIA},
    "answerCallbackQuery": {"callback_query_id": "5", "text": "x", "show_alert": True},
    "deleteMessage": {"chat_id": 5, "message_id": 3},
    "getChatMember": {"chat_id": 5, "user_id": 6},
    "setMyCommands": COMMANDS,
    "getUpdates": {"offset": 1, "timeout": 25, "allowed_updates": ["message"]},
    "setWebhook": {"url": "https://truco.example", "secret_token": "a", "max_connections": 9},
}


REQUIRED = {
    "sendMessage": "chat_id inline_keyboard length offset text type",
    "sendPhoto": "chat_id inline_keyboard photo text",
    "editMessageText": "inline_keyboard length offset text type",
    "editMessageMedia": "media type",
    "answerCallbackQuery": "callback_query_id",
    "deleteMessage": "chat_id message_id",
    "getChatMember": "chat_id user_id",
    "setMyCommands": "chat_id command commands description type",
    "getUpdates": "",
    "setWebhook": "url",
}
"""The keys that are missed where they are not: somewhere in the call, not everywhere."""

ANY_SHORT = (
    "allowed_updates callback_data callback_query_id caption chat_id command description"
    " language_code length max_connections media message_id message_thread_id offset parse_mode"
    " photo secret_token text timeout type url user_id"
)
"""Keys under which any short text or any number will do."""
UNBOUNDED = (
    "allowed_updates callback_query_id caption language_code media parse_mode photo text type url"
)
"""What has no length here: texts are measured without their markup (:mod:`.rules`)."""
ENDLESS = {"allowed_updates", "commands", "entities", "inline_keyboard"}
"""Lists of which the description does not say how long they may be."""


@pytest.mark.parametrize("method", CALLS)
def test_every_fault_in_a_call_is_found(method: str) -> None:
    values = CALLS[method]
    assert description.complaints_about_call(method, values) == []
    passed: dict[str, set[str]] = defaultdict(set)
    missed = set()
    for kind, key, made in mutations(values):
        if not isinstance(made, dict):
            continue  # a call always has names
        found = description.complaints_about_call(method, made)
        if kind == "missing":
            missed |= {key} if found else set()
        elif not found:
            passed[kind].add(key)
    assert missed == set(REQUIRED[method].split())
    assert passed.pop("type", set()) <= {"chat_id"}  # a channel's name
    assert passed.pop("value", set()) <= set(ANY_SHORT.split())
    assert passed.pop("long", set()) <= set(UNBOUNDED.split())
    assert passed.pop("many", set()) <= ENDLESS
    assert not passed
