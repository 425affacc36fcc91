"""The description refuses every request that is made wrong, of each kind the bot sends."""

from collections import defaultdict
from typing import Any

import pytest

from tests.adapters.discord.lookalike.description import description
from tests.adapters.discord.lookalike.rest import NOT_DESCRIBED, ROUTES
from tests.adapters.mutations import mutations

Json = Any

BUTTON = {"type": 2, "style": 2, "label": "Truco", "custom_id": "7.3.truco", "disabled": False}
ROW = {"type": 1, "components": [BUTTON]}
SELECT = {
    "type": 3,
    "custom_id": "s",
    "placeholder": "Cards",
    "min_values": 1,
    "max_values": 1,
    "options": [{"label": "1", "value": "a", "description": "x", "default": False}],
}
CLASSIC = {
    "content": "Ana plays",
    "flags": 64,
    "embeds": [
        {
            "title": "Table",
            "description": "Ana 3, Beto 4",
            "color": 255,
            "fields": [{"name": "A", "value": "B", "inline": True}],
        }
    ],
    "components": [ROW, {"type": 1, "components": [SELECT]}],
    "allowed_mentions": {"parse": ["users"], "users": ["5"]},
    "attachments": [{"id": "0", "filename": "a.png", "description": "A card"}],
}
PICTURE = {"media": {"url": "attachment://a.png"}, "description": "A hand", "spoiler": False}
V2 = {
    "flags": 32768,
    "components": [
        {
            "type": 17,
            "accent_color": 255,
            "spoiler": False,
            "components": [
                {"type": 10, "content": "Text"},
                {"type": 14, "divider": True, "spacing": 1},
                {"type": 12, "items": [PICTURE]},
                {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": BUTTON},
                ROW,
            ],
        }
    ],
}
FIELD = {
    "type": 4,
    "custom_id": "n",
    "style": 1,
    "min_length": 1,
    "max_length": 2,
    "required": True,
}
MODAL = {
    "custom_id": "m",
    "title": "Points",
    "components": [{"type": 18, "label": "How many", "component": FIELD}],
}
COMMAND = {
    "name": "jugar",
    "type": 1,
    "description": "Opens a table",
    "name_localizations": {"en-US": "play"},
    "contexts": [0],
    "integration_types": [0],
    "default_member_permissions": "0",
    "options": [
        {
            "type": 3,
            "name": "juego",
            "description": "Which",
            "required": False,
            "choices": [{"name": "A", "value": "a"}],
        }
    ],
}

REQUESTS: dict[str, tuple[str, Json]] = {
    "a message": ("POST /channels/5/messages", CLASSIC),
    "an edit": ("PATCH /channels/5/messages/6", V2),
    "an answer": ("POST /interactions/5/t/callback", {"type": 4, "data": V2}),
    "a modal": ("POST /interactions/5/t/callback", {"type": 9, "data": MODAL}),
    "a later answer": ("POST /webhooks/5/t", V2),
    "an edited answer": ("PATCH /webhooks/5/t/messages/@original", V2),
    "commands": ("PUT /applications/5/commands", [COMMAND]),
    "a thread": (
        "POST /channels/5/messages/6/threads",
        {"name": "mesa", "auto_archive_duration": 1440, "rate_limit_per_user": 5},
    ),
    "a private channel": ("POST /users/@me/channels", {"recipient_id": "5"}),
    "an emoji": ("POST /applications/5/emojis", {"name": "as", "image": "data:image/png;base64,A"}),
}

_OF_V2 = "accessory components content items media style type url"
REQUIRED = {
    "a message": "components custom_id id label name options style type value",
    "an edit": _OF_V2,
    "an answer": _OF_V2,
    "a modal": "component components custom_id data label style title type",
    "a later answer": _OF_V2,
    "an edited answer": _OF_V2,
    "commands": "description name type value",
    "a thread": "name",
    "a private channel": "",
    "an emoji": "image name",
}
"""The keys that are missed where they are not: somewhere in the request, not everywhere."""

FREE = (
    "accent_color color content custom_id default_member_permissions description en-US filename"
    " flags image label name placeholder title value"
)
"""Keys under which any short text, or any number within bounds, will do."""
UNBOUNDED = {"default_member_permissions", "image"}


@pytest.mark.parametrize("name", REQUESTS)
def test_every_fault_in_a_request_is_found(name: str) -> None:
    judge = description()
    where, body = REQUESTS[name]
    method, path = where.split(" ")
    operation = judge.operation(method, path)
    assert operation is not None
    assert judge.request_faults(operation, path, {}, body) == []
    passed: dict[str, set[str]] = defaultdict(set)
    missed = set()
    for kind, key, made in mutations(body):
        fits = judge.fits(operation, made)
        if kind == "missing":
            missed |= set() if fits else {key}
        elif fits:
            passed[kind].add(key)
    assert missed == set(REQUIRED[name].split())
    assert passed.pop("value", set()) <= set(FREE.split())
    assert passed.pop("long", set()) <= UNBOUNDED
    assert not passed


@pytest.mark.parametrize(
    ("where", "key", "values", "fit"),
    [
        ("POST /users/@me/channels", "recipient_id", (2**64 - 1, str(2**64 - 1)), True),
        ("POST /users/@me/channels", "recipient_id", (2**64, str(2**64), -1, "-1"), False),
        ("PATCH /channels/5", "position", (0, 2**31 - 1), True),
        ("PATCH /channels/5", "position", (-1, 2**31), False),
    ],
)
def test_numbers_have_the_bounds_of_their_kind(
    where: str, key: str, values: tuple[Json, ...], fit: bool
) -> None:
    judge = description()
    method, path = where.split(" ")
    operation = judge.operation(method, path)
    assert operation is not None
    for value in values:
        assert (not judge.request_faults(operation, path, {}, {key: value})) is fit, value


def test_a_body_is_required_and_only_where_one_is_taken() -> None:
    judge = description()
    for where, body in (("POST /channels/5/messages", None), ("DELETE /channels/5", {})):
        method, path = where.split(" ")
        operation = judge.operation(method, path)
        assert operation is not None
        assert judge.request_faults(operation, path, {}, body)


def test_every_request_that_the_look_alike_answers_is_described() -> None:
    judge = description()
    described = {operation.id: operation for operation in judge.operations}
    for method, pattern, name, _ in ROUTES:
        if name in NOT_DESCRIBED:
            continue
        assert name in described, name
        example = described[name].template.replace("{", "").replace("}", "")
        assert described[name].method == method
        assert pattern.fullmatch(example), name
