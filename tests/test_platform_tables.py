"""The tables of the platforms' APIs are made from their descriptions without losing a fact."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.discord.lookalike import description as discord
from tests.adapters.telegram import description as telegram
from tools.platform_tables import (
    DISCORD,
    TELEGRAM,
    Unknown,
    discord_table,
    field,
    main,
    shape,
    telegram_table,
    things,
    written,
)

Json = Any

SHAPES: dict[str, Json] = {
    "Message": {"$ref": "#/components/schemas/Message"},
    "Message?": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Message"}]},
    "any": {},
    "string": {"type": "string"},
    "string? 1..80 uri": {
        "type": ["string", "null"],
        "minLength": 1,
        "maxLength": 80,
        "format": "uri",
    },
    "integer? 0..65535": {"type": ["integer", "null"], "minimum": 0, "maximum": 65535},
    "number -1.5.. double": {"type": "number", "minimum": -1.5, "format": "double"},
    "string ..9 base64": {"type": "string", "maxLength": 9, "contentEncoding": "base64"},
    "string snowflake /^(0|[1-9][0-9]*)$": {
        "type": "string",
        "format": "snowflake",
        "pattern": "^(0|[1-9][0-9]*)$",
    },
    "integer int32 = 1 2": {"type": "integer", "format": "int32", "enum": [1, 2]},
    "string = 1 two": {"type": "string", "enum": ["1", "two"]},
    '["Message"]': {"type": "array", "items": {"$ref": "#/components/schemas/Message"}},
    '["string", "? 1..5 unique"]': {
        "type": ["array", "null"],
        "items": {"type": "string"},
        "minItems": 1,
        "maxItems": 5,
        "uniqueItems": True,
    },
    "{}": {"type": "object", "properties": {}},
    '{"a!": "string", "b": "any"}': {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {}},
        "required": ["a"],
    },
    '{"": "? 1..34", "*": "string"}': {
        "type": ["object", "null"],
        "additionalProperties": {"type": "string"},
        "minProperties": 1,
        "maxProperties": 34,
    },
    '{"a": "null", "*": false}': {
        "type": "object",
        "properties": {"a": {"type": "null"}},
        "additionalProperties": False,
    },
    '{"*": true}': {"type": "object", "additionalProperties": True},
    '{"|": ["string", "integer"]}': {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    '{"||": ["string", "integer"]}': {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    '{"&": ["Message", {"a": "any"}]}': {
        "type": "object",
        "allOf": [
            {"$ref": "#/components/schemas/Message"},
            {"type": "object", "properties": {"a": {}}},
        ],
    },
}
"""What the table writes for a schema."""


@pytest.mark.parametrize("text", SHAPES)
def test_a_schema_comes_back_as_it_was(text: str) -> None:
    table: Json = json.loads(text) if text[0] in "[{" else text
    assert shape({**copy.deepcopy(SHAPES[text]), "description": "Prose."}) == table
    assert discord.schema(table) == SHAPES[text]


def test_values_with_names_are_values() -> None:
    named = [{"const": 1, "title": "ONE"}, {"const": 2, "title": "TWO"}]
    assert shape({"type": "integer", "oneOf": named}) == "integer = 1 2"
    again = {"type": "integer", "enum": [1], "allOf": [{"$ref": "#/components/schemas/Kinds"}]}
    assert shape(again) == "integer = 1"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "multipleOf": 2},
        {"type": "object", "properties": {}, "dependentRequired": {"a": ["b"]}},
        {"type": "object", "properties": {}, "required": ["a"]},
        {"type": "array", "items": {}, "contains": {}},
        {"type": "string", "enum": ["one two"]},
    ],
)
def test_what_the_table_has_no_words_for_is_not_lost(schema: Json) -> None:
    with pytest.raises(Unknown):
        shape(schema)


def answers(schema: Json) -> Json:
    return {"content": {"application/json": {"schema": schema}}}


NUMBER = {"type": "string", "pattern": "^[0-9]+$"}
NAMED = {"$ref": "#/components/schemas/Named"}
OPENAPI: Json = {
    "info": {"version": "10"},
    "paths": {
        "/users/{user_id}": {
            "parameters": [{"in": "path", "name": "user_id", "required": True, "schema": NUMBER}],
            "get": {
                "operationId": "get_user",
                "parameters": [{"in": "query", "name": "long", "schema": {"type": "boolean"}}],
                "responses": {
                    "200": answers(NAMED),
                    "204": {"description": "Nobody."},
                    "429": {"$ref": "#/components/responses/Refused"},
                    "4XX": {"$ref": "#/components/responses/Refused"},
                },
            },
        },
        "/lobbies": {"post": {"operationId": "not_wanted"}},
    },
    "components": {
        "schemas": {
            "Named": {"type": "object", "properties": {"of": {"$ref": "#/components/schemas/Of"}}},
            "Of": {"type": "string", "description": "Prose."},
            "Error": {"type": "integer"},
            "Unused": {"type": "string"},
        },
        "responses": {"Refused": answers({"$ref": "#/components/schemas/Error"})},
    },
}


def test_operations_and_all_that_they_mention() -> None:
    table = discord_table(OPENAPI, "2026-01-02", "hash")
    assert (table["version"], table["date"], table["sha256"]) == ("10", "2026-01-02", "hash")
    assert set(table["schemas"]) == {"Named", "Of", "Error"}
    doc = discord.expanded(table)
    assert list(doc["paths"]) == ["/users/{user_id}"]
    operation = doc["paths"]["/users/{user_id}"]["get"]
    assert operation["operationId"] == "get_user"
    assert [
        (parameter["in"], parameter["name"], parameter["schema"])
        for parameter in operation["parameters"]
    ] == [("path", "user_id", NUMBER), ("query", "long", {"type": "boolean"})]
    error = answers({"$ref": "#/components/schemas/Error"})
    assert operation["responses"] == {"200": answers(NAMED), "204": {}, "429": error, "4XX": error}


PROSE = {
    "String!": ("String", True, "Any text."),
    "String; 1-64 bytes": ("String", False, "Data, 1-64 bytes"),
    "String!; 0-200 characters": ("String", True, "Text of it, 0-200 characters."),
    "String": ("String", False, "Text, 1-4096 characters after entities parsing"),
    "String!; is photo": ("String", True, "Type of the result, must be photo"),
    "String; one of primary success": ("String", False, "Must be one of “primary”, “success”."),
    "Integer; unless": ("Integer", False, "Required unless another is given."),
    "Integer or String!": ("Integer or String", True, "Where to."),
}


@pytest.mark.parametrize("text", PROSE)
def test_a_field_holds_what_its_prose_says(text: str) -> None:
    types, required, prose = PROSE[text]
    assert field(types, required, prose) == text
    made = telegram.field_of(text)
    assert (made.types, made.required) == (types, required)
    limits = made.schema.keys() & {"minLength", "maxLength", "format", "const", "enum"}
    assert bool(limits) == any(word in text for word in ("-", " is ", "one of"))


METHODS: Json = {
    "version": "Bot API 9.9",
    "release_date": "January 2, 2026",
    "types": {
        "User": {
            "fields": [{"name": "id", "types": ["Integer"], "required": True, "description": ""}]
        },
        "Member": {"subtypes": ["User", "Owner"]},
        "InputFile": {},
    },
    "methods": {
        "ban": {
            "returns": ["True"],
            "fields": [
                {
                    "name": "who",
                    "types": ["Integer", "String"],
                    "required": False,
                    "description": "1-5 characters",
                }
            ],
        }
    },
}
ITEMS: Json = {
    "api": {"version": "9.10", "release_date": "2026-02-03"},
    "items": [
        {
            "children": [
                {
                    "name": "User",
                    "category": "types",
                    "description": "A user.",
                    "annotations": [
                        {"name": "id", "type": "Integer", "required": True, "description": ""}
                    ],
                },
                {
                    "name": "Member",
                    "category": "types",
                    "description": "One of\n - User\n - Owner\n",
                    "annotations": [],
                },
                {
                    "name": "ban",
                    "category": "methods",
                    "description": "Bans.",
                    "annotations": [
                        {
                            "name": "who",
                            "type": "Integer or String",
                            "required": False,
                            "description": "1-5 characters",
                        }
                    ],
                },
            ]
        }
    ],
}


def test_both_layouts_say_the_same() -> None:
    assert things(ITEMS) == things(METHODS)
    assert things(METHODS)["ban"] == {"who": "Integer or String; 1-5 characters"}


def test_what_differs_between_two_dates() -> None:
    older = copy.deepcopy(METHODS)
    older["types"]["User"]["fields"][0]["required"] = False
    del older["methods"]["ban"]
    table = telegram_table(ITEMS, older, ("new", "old"))
    assert (table["version"], table["date"]) == ("9.10", "2026-02-03")
    assert (table["older version"], table["older date"]) == ("9.9", "January 2, 2026")
    assert table["older"] == {"User": {"id": "Integer"}, "ban": None}
    assert telegram_table(ITEMS, METHODS, ("new", "old"))["returns"] == {"ban": "True"}


@pytest.mark.parametrize("path", [DISCORD, TELEGRAM], ids=lambda path: path.parts[-2])
def test_the_tables_are_as_the_tool_writes_them(path: Path) -> None:
    """Nobody has changed them by hand; and a table is no copy of a description."""
    text = path.read_text("utf-8")
    assert written(json.loads(text)) == text
    assert len(text) < 200_000
    assert json.loads(text)["date"]


def test_a_table_is_made_from_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, data in (("newer", ITEMS), ("older", METHODS), ("openapi", OPENAPI)):
        (tmp_path / name).write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr("tools.platform_tables.TELEGRAM", tmp_path / "telegram.json")
    monkeypatch.setattr("tools.platform_tables.DISCORD", tmp_path / "discord.json")
    main(["telegram", str(tmp_path / "newer"), str(tmp_path / "older")])
    main(["discord", str(tmp_path / "openapi"), "2026-01-02"])
    assert "9.10 of 2026-02-03" in capsys.readouterr().out
    made = json.loads((tmp_path / "discord.json").read_text("utf-8"))
    assert made["operations"].keys() == {"GET /users/{user_id}"}
    with pytest.raises(SystemExit):
        main([])
