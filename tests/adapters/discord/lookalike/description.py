"""Discord's own description of its HTTP API, as a judge of bodies, queries and paths.

Its facts are a table, api.json, made by tools/platform_tables.py. What is checked is strict: keys
that the description does not name are faults, but for the few that the client is known to send and
Discord to accept.

How the table writes a shape:

``Message``, ``Message?``     the schema of that name; the question mark: or null
``string? 1..80 uri``         a plain value with its limits (of length, or of size) and its format
``integer int32 = 1 2``       one of these values
``/pattern``                  ... that matches this
``[shape, "? 1..5 unique"]``  a list: its items, and what is said of the list
``{"key": ..., "key!": ...}`` an object; the exclamation mark: required
``{"*": shape}``              ... with any other keys, of this shape
``{"": "? ..34"}``            ... or null, or with so many keys
``{"|": [...]}``, ``{"||": [...]}``, ``{"&": [...]}``   one of these, any of these, all of these
"""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry

from tests.adapters.schema_faults import faults

Json = Any

TABLE: Final = Path(__file__).with_name("api.json")
_HERE: Final = "urn:discord"
_LARGEST_ID: Final = (1 << 64) - 1
_COMPONENTS: Final = "#/components/schemas/"


class Operation:
    """One operation of the API: what goes in, what comes out."""

    def __init__(self, method: str, template: str, data: Json) -> None:
        self.method = method
        self.template = template
        self.id: str = data["operationId"]
        self.data = data
        parts = re.split(r"\{(\w+)\}", template)
        pattern = "".join(
            f"(?P<{part}>[^/]+)" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
        self.pattern = re.compile(pattern)

    @property
    def pointer(self) -> str:
        path = self.template.replace("~", "~0").replace("/", "~1")
        return f"/paths/{path}/{self.method.lower()}"

    @property
    def body_pointer(self) -> str:
        return f"{self.pointer}/requestBody/content/application~1json/schema"


class Description:
    """All operations, and their judges."""

    def __init__(self, doc: Json) -> None:
        self.operations = [
            Operation(method.upper(), template, data)
            for template, item in doc["paths"].items()
            for method, data in item.items()
            if method in ("get", "put", "post", "patch", "delete")
        ]
        # "@original" before "{message_id}": the fewest parameters first.
        self.operations.sort(key=lambda operation: operation.template.count("{"))
        self._params = {
            template: item.get("parameters", []) for template, item in doc["paths"].items()
        }
        self._doc = _strict(copy.deepcopy(doc))
        self._registry = Registry([(_HERE, self._doc)])
        self._validators: dict[str, Draft202012Validator] = {}

    def operation(self, method: str, path: str) -> Operation | None:
        """What this path (without ``/api/v10``) is, if anything."""
        for operation in self.operations:
            if operation.method == method and operation.pattern.fullmatch(path):
                return operation
        return None

    def request_faults(
        self, operation: Operation, path: str, query: Mapping[str, str], body: Json | None
    ) -> list[str]:
        """What the description has against a request; ``body`` is the JSON, or ``payload_json``."""
        found = list(self._parameter_faults(operation, path, query))
        content = operation.data.get("requestBody", {}).get("content", {})
        if body is None:
            if operation.data.get("requestBody", {}).get("required"):
                found.append("a body is required")
        elif "application/json" not in content:
            found.append("a body where none is taken")
        else:
            found += faults(self._judge(operation.body_pointer), without_known_extras(body))
        return found

    def fits(self, operation: Operation, body: Json) -> bool:
        """Whether the description has nothing against this body of a request. To say what it has
        against one takes a hundred times as long."""
        return self._judge(operation.body_pointer).is_valid(without_known_extras(body))

    def response_faults(self, operation: Operation, status: int, body: Json | None) -> list[str]:
        """What the description has against an answer."""
        responses = operation.data["responses"]
        for key in (str(status), f"{status // 100}XX"):
            if key in responses:
                break
        else:
            return [f"no answer {status} is described"]
        answer, pointer = responses[key], f"{operation.pointer}/responses/{key}"
        if "$ref" in answer:
            pointer = answer["$ref"].removeprefix("#")
            answer = self._doc
            for part in pointer.strip("/").split("/"):
                answer = answer[part]
        if "application/json" not in answer.get("content", {}):
            return [] if body is None else ["a body where none is described"]
        return list(faults(self._judge(f"{pointer}/content/application~1json/schema"), body))

    def _parameter_faults(
        self, operation: Operation, path: str, query: Mapping[str, str]
    ) -> Iterator[str]:
        described = [*self._params[operation.template], *operation.data.get("parameters", [])]
        match = operation.pattern.fullmatch(path)
        assert match is not None
        for parameter in described:
            if parameter["in"] == "path" and parameter["name"] in match.groupdict():
                value = match.group(parameter["name"])
                if "SnowflakeType" in json.dumps(parameter["schema"]) and not value.isdigit():
                    yield f"path {parameter['name']}: {value!r} is no id"
        known = {
            parameter["name"]: parameter["schema"]
            for parameter in described
            if parameter["in"] == "query"
        }
        for name, text in query.items():
            if name not in known:
                yield f"query {name}: not described"
            elif "boolean" in json.dumps(known[name].get("type", "")):
                if text not in ("0", "1", "true", "false"):
                    yield f"query {name}: {text!r} is no flag"
            elif "integer" in json.dumps(known[name].get("type", "")) and not text.isdigit():
                yield f"query {name}: {text!r} is no number"

    def _judge(self, pointer: str) -> Draft202012Validator:
        if pointer not in self._validators:
            self._validators[pointer] = Draft202012Validator(
                {"$ref": f"{_HERE}#{quote(pointer)}"},
                registry=self._registry,
                formats={"snowflake": _is_snowflake},
                validate_formats=True,
            )
        return self._validators[pointer]


def _is_snowflake(text: str) -> bool:
    return text.isdecimal() and len(text) <= 20 and int(text) <= _LARGEST_ID


def _strict(doc: Json) -> Json:
    """No keys but those described; ids may be numbers too, as the real API takes them."""
    schemas = doc["components"]["schemas"]
    for content in _objects(doc):
        # The parts of a form: its payload_json is judged as the JSON it is.
        content.pop("multipart/form-data", None)
        content.pop("application/x-www-form-urlencoded", None)
    mixed = {
        part["$ref"].removeprefix(_COMPONENTS)
        for part in _objects(doc)
        for part in part.get("allOf", ())
        if isinstance(part, dict) and "$ref" in part
    }
    kept = {id(schemas[name]) for name in mixed if name in schemas}
    inside = {id(part) for shape in _objects(doc) for part in shape.get("allOf", ())}
    for shape in _objects(doc):
        is_object = shape.get("type") == "object" and "properties" in shape
        if is_object and id(shape) not in kept and id(shape) not in inside:
            shape.setdefault("additionalProperties", False)
    for shape in list(_objects(doc)):
        if "enum" in shape:
            shape.pop("allOf", None)  # the same values again, with their names
    for shape in _objects(doc):
        if shape.get("format") in ("int32", "int64"):
            bound = 1 << int(shape["format"].removeprefix("int")) - 1
            shape.setdefault("minimum", -bound)
            shape.setdefault("maximum", bound - 1)
        # A bit set is text in the written documentation; the real API takes both.
        if isinstance(bits := shape.get("default_member_permissions"), dict) and "type" in bits:
            shape["default_member_permissions"] = {"type": ["string", "integer", "null"]}
    # The written documentation has words for the codes of single fields.
    words = {"type": "object", "properties": {"code": {}, "message": {"type": "string"}}}
    schemas["InnerErrors"]["properties"]["_errors"]["items"] = words
    schemas["SnowflakeType"] = {
        "oneOf": [
            {"type": "string", "pattern": "^(0|[1-9][0-9]*)$", "format": "snowflake"},
            {"type": "integer", "minimum": 0, "maximum": _LARGEST_ID},
        ]
    }
    return doc


def _objects(value: Json) -> Iterator[dict[str, Json]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)


def without_known_extras(body: Json) -> Json:
    """Without what discord.py sends, Discord accepts and the description does not name."""
    if isinstance(body, list):
        return [without_known_extras(part) for part in body]
    if not isinstance(body, dict):
        return body
    body = {key: value for key, value in body.items() if key not in ("tts", "nsfw")}
    for key in ("embeds", "embed"):
        if isinstance(body.get(key), list):
            body[key] = [
                {name: value for name, value in embed.items() if name != "flags"}
                if isinstance(embed, dict)
                else embed
                for embed in body[key]
            ]
    if isinstance(body.get("data"), dict):
        body["data"] = without_known_extras(body["data"])
    return body


# --- reading the table ---------------------------------------------------------------------------


def expanded(table: Json) -> Json:
    """The table as the OpenAPI document it was made from, without its prose."""
    doc: Json = {"paths": {}, "components": {"schemas": {}}}
    for name, written in table["schemas"].items():
        doc["components"]["schemas"][name] = schema(written)
    refusals = _answers(table["refusals"])
    for name, written in table["operations"].items():
        method, template = name.split(" ")
        operation: Json = {
            "operationId": written["id"],
            "parameters": [
                {
                    "in": place,
                    "name": key.removesuffix("!"),
                    "required": place == "path" or key.endswith("!"),
                    "schema": schema(value),
                }
                for place in ("path", "query")
                for key, value in written.get(place, {}).items()
            ],
            "responses": _answers(written["answers"]) | refusals,
        }
        for key in {"body", "body!"} & written.keys():
            operation["requestBody"] = {**_content(written[key]), "required": key.endswith("!")}
        doc["paths"].setdefault(template, {})[method.lower()] = operation
    return doc


def _answers(table: Json) -> Json:
    return {code: {} if answer is None else _content(answer) for code, answer in table.items()}


def _content(shape: Json) -> Json:
    return {"content": {"application/json": {"schema": schema(shape)}}}


def schema(shape: Json) -> Json:
    """A shape of the table as a JSON schema."""
    if isinstance(shape, list):
        return _list(*shape)
    if isinstance(shape, dict):
        return _object(dict(shape))
    if shape == "any":
        return {}
    if not shape[0].isupper():
        return _plain(shape)
    named = {"$ref": f"{_COMPONENTS}{shape.removesuffix('?')}"}
    return {"oneOf": [{"type": "null"}, named]} if shape.endswith("?") else named


def _plain(shape: str) -> Json:
    text, _, values = shape.partition(" = ")
    kind, *words = text.split()
    made = _typed(kind.removesuffix("?"), kind.endswith("?"))
    of = "Length" if kind.startswith("string") else "imum"
    for word in words:
        if word.startswith("/"):
            made["pattern"] = word[1:]
        elif ".." in word:
            made |= _limits(word, of)
        else:
            made["contentEncoding" if word == "base64" else "format"] = word
    if values:
        numbers = kind.startswith("integer")
        made["enum"] = [int(part) if numbers else part for part in values.split()]
    return made


def _list(items: Json, words: str = "") -> Json:
    made = _typed("array", "?" in words.split()) | {"items": schema(items)}
    for word in words.split():
        if word == "unique":
            made["uniqueItems"] = True
        elif ".." in word:
            made |= _limits(word, "Items")
    return made


_BRANCHES: Final = {"|": "oneOf", "||": "anyOf"}


def _object(shape: Json) -> Json:
    for sign, key in _BRANCHES.items():
        if sign in shape:
            return {key: [schema(branch) for branch in shape[sign]]}
    if "&" in shape:
        return {"type": "object", "allOf": [schema(part) for part in shape["&"]]}
    words = shape.pop("", "").split()
    made = _typed("object", "?" in words)
    for word in words:
        if ".." in word:
            made |= _limits(word, "Properties")
    others = shape.pop("*", None)
    if others is not None:
        made["additionalProperties"] = others if isinstance(others, bool) else schema(others)
    if shape or others is None:
        made["properties"] = {key.removesuffix("!"): schema(value) for key, value in shape.items()}
    if required := [key.removesuffix("!") for key in shape if key.endswith("!")]:
        made["required"] = required
    return made


def _typed(kind: str, null: bool) -> Json:
    return {"type": [kind, "null"] if null else kind}


def _limits(word: str, of: str) -> Json:
    least, most = word.split("..")
    return {f"{key}{of}": _number(limit) for key, limit in (("min", least), ("max", most)) if limit}


def _number(text: str) -> int | float:
    return int(text) if text.lstrip("-").isdigit() else float(text)


@cache
def description() -> Description:
    """The description that everything is held against."""
    return Description(expanded(json.loads(TABLE.read_text(encoding="utf-8"))))
