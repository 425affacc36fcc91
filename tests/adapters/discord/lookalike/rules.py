"""What Discord refuses and its description does not say: held by hand, always.

Each rule is a sentence of the written documentation. Faults are (path, text) pairs for the tree of
a 50035.
"""

import unicodedata
from collections.abc import Iterator
from typing import Any, Final

Json = Any
Fault = tuple[str, str]

IS_COMPONENTS_V2: Final = 1 << 15
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SUPPRESS_NOTIFICATIONS: Final = 1 << 12

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS: Final = (3, 5, 6, 7, 8)
TEXT_DISPLAY, THUMBNAIL, GALLERY, LABEL = 10, 11, 12, 18

_LOCALES: Final = """
id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi
th zh-CN ja zh-TW ko
"""
LOCALES: Final = frozenset(_LOCALES.split())

MIB: Final = 1 << 20


def components(tree: Json) -> Iterator[tuple[str, dict[str, Json]]]:
    """All components at every depth, with their path."""
    for place, component in enumerate(tree or ()):
        yield from _inside(f"components.{place}", component)


def _inside(path: str, component: dict[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    yield path, component
    for place, inner in enumerate(component.get("components") or ()):
        yield from _inside(f"{path}.components.{place}", inner)
    for key in ("accessory", "component"):
        if component.get(key):
            yield from _inside(f"{path}.{key}", component[key])


def message_faults(body: Json, files: dict[int, int], kept: set[str]) -> list[Fault]:
    """What is wrong with a message as it would stand, after an edit too.

    ``files``: the sizes of the file parts by index; ``kept``: ids of attachments it has already."""
    found: list[Fault] = []
    content = body.get("content") or ""
    flags = body.get("flags") or 0
    tree = list(components(body.get("components")))
    if len(content) > 2000:
        found.append(("content", "Must be 2000 or fewer in length."))
    if body.get("embeds"):
        found.append(("embeds", "The bot sends none, and the look-alike keeps none"))
    if flags & IS_COMPONENTS_V2:
        found += _v2_faults(body, tree)
    else:
        if len(body.get("components") or ()) > 5:
            found.append(("components", "Must be 5 or fewer in length."))
        for place, component in enumerate(body.get("components") or ()):
            if component["type"] != ROW:
                found.append((f"components.{place}.type", "Value must be one of (1,)."))
    found += _component_faults(tree)
    found += _media_faults(body, tree, files, kept)
    return found


def is_empty(body: Json) -> bool:
    """Nothing that a message can consist of."""
    keys = ("content", "components", "attachments", "poll", "sticker_ids")
    return not any(body.get(key) for key in keys)


def _v2_faults(body: Json, tree: list[tuple[str, dict[str, Json]]]) -> Iterator[Fault]:
    for key in ("content", "poll", "sticker_ids"):
        if body.get(key):
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield key, text
    if len(tree) > 40:
        yield "components", "Must be 40 or fewer in length."
    texts = sum(
        len(component["content"]) for _, component in tree if component["type"] == TEXT_DISPLAY
    )
    if texts > 4000:
        yield "components", "Text displays of a message must be 4000 or fewer in length."
    for path, component in tree:
        if component["type"] == TEXT_DISPLAY and not component["content"].strip():
            yield f"{path}.content", "This field is required"


def _component_faults(tree: list[tuple[str, dict[str, Json]]]) -> Iterator[Fault]:
    seen: set[str] = set()
    numbers: set[int] = set()
    for path, component in tree:
        if custom := component.get("custom_id"):
            if custom in seen:
                yield f"{path}.custom_id", "Component custom id cannot be duplicated"
            seen.add(custom)
        if number := component.get("id"):
            if number in numbers:
                yield f"{path}.id", "Component id cannot be duplicated"
            numbers.add(number)
        match component["type"]:
            case 1:
                yield from _row_faults(path, component["components"])
            case 2:
                yield from _button_faults(path, component)
            case 3:
                yield from _select_faults(path, component)
            case _:
                pass


def _row_faults(path: str, inner: list[dict[str, Json]]) -> Iterator[Fault]:
    selects = sum(component["type"] in SELECTS for component in inner)
    if selects and len(inner) > 1:
        yield f"{path}.components", "A row has buttons or one select"


def _button_faults(path: str, button: dict[str, Json]) -> Iterator[Fault]:
    if not button.get("label") and not button.get("emoji"):
        yield path, "A button must have a label or an emoji"
    if button.get("style") == 5:
        if not button.get("url") or button.get("custom_id"):
            yield path, "A link button has a url and no custom_id"
    elif not button.get("custom_id") or button.get("url"):
        yield path, "A button that is no link has a custom_id and no url"


def _select_faults(path: str, select: dict[str, Json]) -> Iterator[Fault]:
    options = select.get("options") or []
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        yield f"{path}.options", "Option values must be unique"
    if (select.get("max_values") or 1) > len(options):
        yield f"{path}.max_values", "More than there are options"
    if sum(bool(option.get("default")) for option in options) > (select.get("max_values") or 1):
        yield f"{path}.options", "More defaults than max_values"


def _media_faults(
    body: Json, tree: list[tuple[str, dict[str, Json]]], files: dict[int, int], kept: set[str]
) -> Iterator[Fault]:
    entries = body.get("attachments") or []
    for place, entry in enumerate(entries):
        known = str(entry["id"]) in kept
        if not known and int(entry["id"]) not in files:
            yield f"attachments.{place}.id", "This attachment has no file part"
    for index, size in files.items():
        if size > 10 * MIB:
            yield f"files.{index}", "Maximum size of a file is 10 MiB"
    named = {int(entry["id"]) for entry in entries if str(entry["id"]) not in kept}
    for index in files.keys() - named:
        yield f"files.{index}", "No attachment has this file"
    if (body.get("flags") or 0) & IS_COMPONENTS_V2:
        shown = {url.removeprefix("attachment://") for _, url in _references(tree)}
        for place, entry in enumerate(entries):
            if str(entry["id"]) not in kept and entry.get("filename") not in shown:
                # Not refused, but uploaded for nothing: components show what they name.
                yield f"attachments.{place}", "No component shows this attachment"
    names = {entry.get("filename") for entry in entries}
    for at, url in _references(tree):
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            yield at, "The referenced attachment was not found"


def old_references(body: Json, new: set[int]) -> Iterator[Fault]:
    """Components that point to files which this request has not brought."""
    entries = body.get("attachments") or []
    brought = {entry.get("filename") for entry in entries if int(entry["id"]) in new}
    for at, url in _references(list(components(body.get("components")))):
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in brought:
            yield at, "The referenced attachment was not found"


def _references(tree: list[tuple[str, dict[str, Json]]]) -> Iterator[tuple[str, str]]:
    for path, component in tree:
        for key in ("media", "file"):
            if component.get(key):
                yield f"{path}.{key}.url", component[key]["url"]
        for place, item in enumerate(component.get("items") or ()):
            yield f"{path}.items.{place}.media.url", item["media"]["url"]


def modal_faults(data: Json) -> Iterator[Fault]:
    """A modal has up to five components, each an input in a label or in a row of its own."""
    tree = list(components(data.get("components")))
    if len(data["components"]) > 5:
        yield "data.components", "Must be 5 or fewer in length."
    for path, fault in _component_faults(tree):
        yield f"data.{path}", fault
    for path, component in tree:
        if component["type"] == TEXT_INPUT:
            low, high = component.get("min_length") or 0, component.get("max_length") or 4000
            if low > high or len(component.get("value") or "") > high:
                yield f"data.{path}", "Lengths do not fit"
            if path.endswith(".component") and component.get("label"):
                yield f"data.{path}.label", "The label belongs to the Label component"
            if not path.endswith(".component") and not component.get("label"):
                yield f"data.{path}.label", "This field is required"


_ENTRY: Final = 4
"""The kind of the command by which an application's activity is offered."""


def commands_faults(commands: list[dict[str, Json]]) -> Iterator[Fault]:
    """What is wrong with a set of commands of one scope."""
    seen: set[tuple[int, str]] = set()
    for place, command in enumerate(commands):
        kind = command.get("type") or 1
        key = (kind, command["name"])
        if key in seen:
            yield f"{place}.name", "Application command names must be unique"
        seen.add(key)
        yield from _localisation_faults(str(place), command, slash=kind == 1)
        if 2 in (command.get("contexts") or ()) and 1 not in (
            command.get("integration_types") or ()
        ):
            yield f"{place}.contexts", "Only what users install is there among people"
        if kind == _ENTRY:
            if not command.get("handler") or command.get("options"):
                yield str(place), "An entry point has a handler and no options"
            if sum(other.get("type") == _ENTRY for other in commands) > 1:
                yield str(place), "There is one entry point"
            yield from _name_faults(f"{place}.name", command["name"])
        elif kind == 1:
            if not command.get("description"):
                yield f"{place}.description", "This field is required"
            yield from _name_faults(f"{place}.name", command["name"])
            yield from _options_faults(str(place), command.get("options") or [])
            if _characters(command) > 8000:
                yield str(place), "Command exceeds maximum size (8000)"
        else:
            if command.get("description") or command.get("options"):
                yield str(place), "Only slash commands are described and have options"


def too_many(commands: list[dict[str, Json]]) -> bool:
    """More than Discord keeps (30032)."""
    kinds = [command.get("type") or 1 for command in commands]
    return kinds.count(1) > 100 or kinds.count(2) > 15 or kinds.count(3) > 15


def _options_faults(path: str, options: list[dict[str, Json]]) -> Iterator[Fault]:
    names: set[str] = set()
    optional = False
    if len({option["type"] in (1, 2) for option in options}) > 1:
        yield (f"{path}.options", "Sub-commands and other options exclude one another")
    for place, option in enumerate(options):
        at = f"{path}.options.{place}"
        yield from _name_faults(f"{at}.name", option["name"])
        yield from _localisation_faults(at, option, slash=True)
        if option["name"] in names:
            yield f"{at}.name", "Option names must be unique"
        names.add(option["name"])
        if option.get("required") and optional:
            yield at, "Required options must be placed before non-required options"
        optional = optional or not option.get("required")
        if option.get("autocomplete") and option.get("choices"):
            yield at, "Autocomplete and choices exclude one another"
        values = [choice["value"] for choice in option.get("choices") or ()]
        titles = [choice["name"] for choice in option.get("choices") or ()]
        if len(set(values)) < len(values) or len(set(titles)) < len(titles):
            yield f"{at}.choices", "Choices must be unique"
        for place_of_choice, choice in enumerate(option.get("choices") or ()):
            yield from _localisation_faults(f"{at}.choices.{place_of_choice}", choice, slash=False)
        yield from _options_faults(at, option.get("options") or [])


def _name_faults(path: str, name: str) -> Iterator[Fault]:
    """``^[-_'\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]+$``, lower case where there is one."""
    good = all(letter in "-_'" or unicodedata.category(letter)[0] in "LNM" for letter in name)
    if not good or name != name.lower():
        yield path, "String value did not match validation regex."


def _localisation_faults(path: str, named: dict[str, Json], *, slash: bool) -> Iterator[Fault]:
    for key in ("name_localizations", "description_localizations"):
        for locale, text in (named.get(key) or {}).items():
            if locale not in LOCALES:
                yield f"{path}.{key}.{locale}", "Not a locale of Discord"
            elif key == "name_localizations" and slash:
                yield from _name_faults(f"{path}.{key}.{locale}", text)


def _characters(command: dict[str, Json]) -> int:
    """Name, description and values; of localisations the longest counts."""

    def longest(named: dict[str, Json], key: str) -> int:
        texts = [named.get(key) or "", *(named.get(f"{key}_localizations") or {}).values()]
        return max(len(text) for text in texts)

    total = longest(command, "name") + longest(command, "description")
    for choice in command.get("choices") or ():
        total += longest(choice, "name") + len(str(choice["value"]))
    return total + sum(_characters(option) for option in command.get("options") or ())
