"""Makes the tables that the look-alikes of Discord and Telegram check every request against.

A platform publishes a long description of its API. The tables hold the facts that a check needs:
methods, fields, types, required fields, limits, values. They are committed, so every clone checks
every request. The program is run again when a platform has published a newer description:

    python tools/platform_tables.py discord OPENAPI.json 2026-07-18
    python tools/platform_tables.py telegram NEWER.json OLDER.json

Discord's description is its own OpenAPI document. It has no date, so the date is given. Telegram's
may be either of two layouts that people make of its page: ``methods`` and ``types``, or ``items``.
Tests read both tables: tests/adapters/discord/lookalike/description.py explains the form of a shape
of Discord's, tests/adapters/telegram/description.py the form of a field of Telegram's.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

Json = Any

TESTS: Final = Path(__file__).parents[1] / "tests" / "adapters"
DISCORD: Final = TESTS / "discord" / "lookalike" / "api.json"
TELEGRAM: Final = TESTS / "telegram" / "api.json"


def written(table: Json) -> str:
    """A table as text: one operation, method, type or other fact a line."""
    return "{\n" + ",\n".join(_lines(table)) + "\n}\n"


def _lines(table: Json) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            inner = ",\n".join(f"  {_text(name)}: {_text(fact)}" for name, fact in value.items())
            yield f" {_text(key)}: {{\n{inner}\n }}"
        else:
            yield f" {_text(key)}: {_text(value)}"


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def read(path: Path) -> tuple[Json, str]:
    """A description and the hash of its file."""
    data = path.read_bytes()
    return json.loads(data), hashlib.sha256(data).hexdigest()


# --- Discord -------------------------------------------------------------------------------------

WANTED: Final = re.compile(
    r"/applications/(@me|\{application_id\}(/activity-instances/.*|/commands.*|/emojis.*|/guilds/.*)?)"
    r"|/channels/\{channel_id\}(?!/(followers|polls|recipients|send-soundboard|voice)).*"
    r"|/gateway.*"
    r"|/guilds/\{guild_id\}(/(bans|channels|emojis|members|roles|webhooks).*|/preview"
    r"|/threads/active)?"
    r"|/interactions/.*"
    r"|/invites/\{code\}"
    r"|/oauth2/(applications/)?@me"
    r"|/users/(@me(/channels|/guilds.*)?|\{user_id\})"
    r"|/webhooks/\{webhook_id\}(/\{webhook_token\}(/messages/.*)?)?"
)
"""Paths that a bot for a card game might ever use."""

METHODS: Final = ("get", "put", "post", "patch", "delete")
_SCHEMAS: Final = "#/components/schemas/"
_JSON: Final = "application/json"
_SAID_ELSEWHERE: Final = {"description", "title", "type", "x-discord-union"}
"""Keys of a schema that are prose, or are written first."""


class Unknown(Exception):
    """A description says something for which the tables have no words."""


def discord_table(doc: Json, date: str, sha256: str) -> Json:
    """The facts about the wanted operations, and about all schemas that they mention."""
    operations: dict[str, Json] = {}
    refusals: dict[str, Json] = {}
    for template, item in doc["paths"].items():
        if not WANTED.fullmatch(template):
            continue
        for method in METHODS:
            if method in item and (operation := _operation(doc, item, item[method])) is not None:
                codes = {code: operation["answers"].pop(code) for code in ("429", "4XX")}
                if refusals and codes != refusals:
                    raise Unknown(f"{operation['id']} is refused in another way")
                refusals = codes
                operations[f"{method.upper()} {template}"] = operation
    schemas: dict[str, Json] = {}
    waiting = sorted(_named(list(operations.values())) | _named(refusals))
    while waiting:
        name = waiting.pop()
        if name not in schemas:
            schemas[name] = shape(doc["components"]["schemas"][name])
            waiting += sorted(_named(schemas[name]))
    return {
        "description": "Discord HTTP API",
        "version": doc["info"]["version"],
        "date": date,
        "sha256": sha256,
        "refusals": refusals,
        "operations": operations,
        "schemas": dict(sorted(schemas.items())),
    }


def _operation(doc: Json, item: Json, data: Json) -> Json | None:
    """One operation; ``None``: it takes no JSON."""
    parameters = [*item.get("parameters", []), *data.get("parameters", [])]
    made: dict[str, Json] = {"id": data["operationId"]}
    for place in ("path", "query"):
        found = {
            parameter["name"]
            + ("!" if place == "query" and parameter.get("required") else ""): shape(
                parameter["schema"]
            )
            for parameter in parameters
            if parameter["in"] == place
        }
        if found:
            made[place] = found
    if (body := data.get("requestBody")) is not None:
        if _JSON not in body["content"]:
            return None
        made["body!" if body.get("required") else "body"] = shape(body["content"][_JSON]["schema"])
    made["answers"] = {
        code: _answer(doc, answer) for code, answer in sorted(data["responses"].items())
    }
    return made


def _answer(doc: Json, answer: Json) -> Json:
    if "$ref" in answer:
        answer = doc["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    content = answer.get("content", {})
    return shape(content[_JSON]["schema"]) if _JSON in content else None


def shape(schema: Json) -> Json:
    """A JSON schema in the words of the table."""
    known = {key: value for key, value in schema.items() if key not in _SAID_ELSEWHERE}
    if "$ref" in known:
        return known["$ref"].removeprefix(_SCHEMAS)
    if "enum" in known:
        known.pop("allOf", None)  # the same values again, each with its name
    if "type" not in schema:
        return _alternatives(known)
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    (kind,) = (json_type for json_type in types if json_type != "null") if len(types) > 1 else types
    null = "?" if len(types) > 1 else ""
    if kind == "object":
        return _object(known, null)
    if kind == "array":
        inner = shape(known.pop("items"))
        words = " ".join(filter(None, (null, _range(known, "Items"), _unique(known))))
        _nothing_left(known)
        return [inner, words] if words else [inner]
    values = known.pop("enum", None)
    if values is None and "oneOf" in known:
        values = [choice["const"] for choice in known.pop("oneOf")]
    told = [kind + null, _range(known, "Length") or _range(known, "imum")]
    told += [known.pop("format", ""), known.pop("contentEncoding", "")]
    if "pattern" in known:
        told.append(f"/{known.pop('pattern')}")
    if values is not None:
        told += ["=", *map(str, values)]
        if any(" " in str(value) for value in values):
            raise Unknown(f"blanks in {values}")
    _nothing_left(known)
    return " ".join(filter(None, told))


def _alternatives(known: Json) -> Json:
    if not known:
        return "any"
    ((key, branches),) = known.items()
    if key == "oneOf":
        some = [branch for branch in branches if branch != {"type": "null"}]
        if len(some) == 1 < len(branches) and "$ref" in some[0]:
            return f"{shape(some[0])}?"
    return {
        {"oneOf": "|", "anyOf": "||", "allOf": "&"}[key]: [shape(branch) for branch in branches]
    }


def _object(known: Json, null: str) -> Json:
    if "allOf" in known:
        parts = [shape(part) for part in known.pop("allOf")]
        _nothing_left(known)
        return {"&": parts}
    made: dict[str, Json] = {}
    if words := " ".join(filter(None, (null, _range(known, "Properties")))):
        made[""] = words
    required = set(known.pop("required", ()))
    if "properties" not in known:
        known.setdefault("additionalProperties", True)
    for name, schema in known.pop("properties", {}).items():
        made[name + ("!" if name in required else "")] = shape(schema)
        required.discard(name)
    if "additionalProperties" in known:
        others = known.pop("additionalProperties")
        made["*"] = others if isinstance(others, bool) else shape(others)
    if required:
        raise Unknown(f"required and not described: {required}")
    _nothing_left(known)
    return made


def _range(known: Json, of: str) -> str:
    least, most = known.pop(f"min{of}", ""), known.pop(f"max{of}", "")
    return f"{least}..{most}" if f"{least}{most}" else ""


def _unique(known: Json) -> str:
    return "unique" if known.pop("uniqueItems", False) else ""


def _nothing_left(known: Json) -> None:
    if known:
        raise Unknown(f"no words for {sorted(known)}")


def _named(value: Json) -> set[str]:
    """The schemas that a shape mentions."""
    match value:
        case str():
            return {value.removesuffix("?")} if value[:1].isupper() else set()
        case list():
            return set().union(*map(_named, value))
        case dict():
            return set().union(*map(_named, value.values()))
        case _:
            return set()


# --- Telegram ------------------------------------------------------------------------------------

_LENGTH: Final = re.compile(r"\b(\d+)-(\d+) (characters|bytes)")
_FIXED: Final = re.compile(r"\b(?:must be|always) [“\"']?(\w+)[”\"']?$")
_ONE_OF: Final = re.compile(r"[Mm]ust be one of (.+?)(?:\. |\.$|$)")
_QUOTED: Final = re.compile(r"[“'\"](\w+)[”'\"]")
_LISTED: Final = re.compile(r"^\s*- (\w+)\s*$", re.MULTILINE)
_AFTER_PARSING: Final = re.compile(r"after entit(y|ies) parsing")


def telegram_table(new: Json, old: Json, sha256: tuple[str, str]) -> Json:
    """The newer description, and the differences of the older one."""
    newer, older = things(new), things(old)
    return {
        "description": "Telegram Bot API",
        "version": _version(new),
        "date": _date(new),
        "sha256": sha256[0],
        "older version": _version(old),
        "older date": _date(old),
        "older sha256": sha256[1],
        "newer": newer,
        "older": {
            name: older.get(name)
            for name in [*newer, *(gone for gone in older if gone not in newer)]
            if older.get(name) != newer.get(name)
        },
        "returns": {
            name: " or ".join(method["returns"])
            for name, method in (new | old).get("methods", {}).items()
        },
    }


def things(data: Json) -> dict[str, Json]:
    """By name a method's parameters, a type's fields, or the list of a type's subtypes."""
    return _of_items(data) if "items" in data else _of_methods(data)


def _of_items(data: Json) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for child in (entry for item in data["items"] for entry in item["children"]):
        made[child["name"]] = {
            note["name"]: field(note["type"], note["required"], note["description"])
            for note in child["annotations"]
        }
        if not made[child["name"]] and child["category"] == "types":
            made[child["name"]] = _LISTED.findall(child["description"]) or {}
    made["InputFile"] = {}  # its page is prose only
    return made


def _of_methods(data: Json) -> dict[str, Json]:
    return {
        name: thing.get("subtypes")
        or {
            part["name"]: field(" or ".join(part["types"]), part["required"], part["description"])
            for part in thing.get("fields", [])
        }
        for name, thing in (data["types"] | data["methods"]).items()
    }


def field(types: str, required: bool, prose: str) -> str:
    """A field in the words of the table, with the parts of its prose that can be checked."""
    words = [types + ("!" if required else "")]
    if not _AFTER_PARSING.search(prose) and (length := _LENGTH.search(prose)):
        words.append(length[0])
    if fixed := _FIXED.search(prose):
        words.append(f"is {fixed[1]}")
    listed = _ONE_OF.search(prose)
    if listed and (values := _QUOTED.findall(listed[1])):
        words.append(f"one of {' '.join(values)}")
    if "nless" in prose:
        words.append("unless")
    return "; ".join(words)


def _version(data: Json) -> str:
    found: str = data["api"]["version"] if "api" in data else data["version"].split()[-1]
    return found


def _date(data: Json) -> str:
    found: str = data["api"]["release_date"] if "api" in data else data["release_date"]
    return found


def main(arguments: list[str]) -> None:
    match arguments:
        case ["discord", path, date]:
            doc, sha256 = read(Path(path))
            table, target = discord_table(doc, date, sha256), DISCORD
        case ["telegram", newer, older]:
            (new, one), (old, two) = read(Path(newer)), read(Path(older))
            table, target = telegram_table(new, old, (one, two)), TELEGRAM
        case _:
            sys.exit(__doc__)
    target.write_text(written(table), "utf-8")
    print(f"{target.name}: {table['description']} {table['version']} of {table['date']}")


if __name__ == "__main__":
    main(sys.argv[1:])
