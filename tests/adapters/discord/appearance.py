"""Messages as Discord's dark theme shows them on a telephone: HTML to be photographed, and text.

As near as can be without Discord: widths, colours, sizes of letters, what a mark makes of a line,
how buttons break into rows. What it cannot tell is where Discord itself will differ.
"""

import base64
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from adapters.discord.emoji import emoji_name
from bot.pictures.deck import BACK, DECKS
from tests.adapters.discord.lookalike.people import Seen
from tests.adapters.discord.lookalike.world import Message

Json = Any
WIDE: Final = 390
EMOJI: Final = {
    emoji_name(deck, code): (deck, code)
    for deck in ("spanish", "french")
    for code in (*DECKS[deck].codes, BACK)
}
_STYLES: Final = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary"}

CSS: Final = f"""
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: #1a1a1e; color: #dbdee1; font: 16px/1.375 "gg sans", "Noto Sans",
  "Helvetica Neue", Helvetica, Arial, sans-serif; display: flex; gap: 12px; padding: 12px;
  align-items: flex-start; flex-wrap: wrap; width: max-content; }}
.shot {{ width: {WIDE}px; background: #313338; padding: 8px 12px 16px; border-radius: 8px; }}
.shot > h4 {{ margin: 0 0 8px; font-size: 12px; color: #80848e; font-weight: 500; }}
.message {{ margin: 12px 0 0; }}
.author {{ font-weight: 600; color: #f2f3f5; font-size: 15px; margin-bottom: 4px; }}
.author i {{ background: #5865f2; color: #fff; font: 500 10px/15px sans-serif; border-radius: 3px;
  padding: 0 4px; margin-left: 4px; vertical-align: 2px; }}
.box {{ background: #2b2d31; border: 1px solid #3f4147; border-left: 4px solid; border-radius: 8px;
  padding: 14px; display: grid; gap: 8px; max-width: 600px; }}
.text {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: 15px; }}
.text h1, .text h2, .text h3 {{ margin: 0; color: #f2f3f5; line-height: 1.3; }}
.text h1 {{ font-size: 24px; }} .text h2 {{ font-size: 20px; }} .text h3 {{ font-size: 17px; }}
.text small {{ display: block; font-size: 12.5px; color: #949ba4; line-height: 1.3; }}
.text div {{ min-height: 1.375em; }}
.text img {{ height: 1.375em; vertical-align: -0.35em; }} .text h1 img {{ height: 48px; }}
.mention {{ background: #3c4270; color: #c9cdfb; border-radius: 3px; padding: 0 2px;
  font-weight: 500; }}
.time {{ background: #393b41; border-radius: 3px; padding: 0 2px; }}
hr {{ border: 0; border-top: 1px solid #3f4147; margin: 4px 0; width: 100%; }}
.row {{ display: flex; flex-wrap: wrap; gap: 8px; }}
.button {{ min-height: 32px; padding: 2px 14px; border-radius: 8px; font-size: 14px;
  font-weight: 500; line-height: 20px; color: #fff; display: flex; align-items: center; gap: 6px; }}
.button img {{ height: 20px; }}
.primary {{ background: #5865f2; }} .secondary {{ background: #4e5058; }}
.success {{ background: #248046; }} .danger {{ background: #da373c; }} .off {{ opacity: 0.5; }}
.select {{ background: #1e1f22; border: 1px solid #3f4147; border-radius: 8px;
  padding: 10px 12px; flex: 1;
  color: #dbdee1; font-size: 15px; }} .select.empty {{ color: #949ba4; }}
.select::after {{ content: "⌄"; float: right; }}
.gallery img {{ width: 100%; border-radius: 8px; display: block; }}
.ephemeral {{ background: #38375c33; border-left: 2px solid #5865f2;
  margin-left: -12px; padding-left: 10px; }}
.only {{ font-size: 12px; color: #949ba4; margin-top: 4px; }}
"""


def page(shots: Iterable[tuple[str, list[Seen]]], people: Mapping[int, str]) -> str:
    """A sheet of what was seen, a column each."""
    made = "".join(
        f'<section class="shot"><h4>{html.escape(title)}</h4>'
        f"{''.join(_message(shown.message, people) for shown in seen)}</section>"
        for title, seen in shots
    )
    return f'<!doctype html><meta charset="utf-8"><style>{CSS}</style>{made}'


def _message(message: Message, people: Mapping[int, str]) -> str:
    parts = "".join(_part(component, message, people) for component in message.components)
    body = '<div class="author">Truco<i>APP</i></div>' + parts
    if message.only_for is None:
        return f'<div class="message">{body}</div>'
    only = '<div class="only">👁 Only you can see this · Dismiss message</div>'
    return f'<div class="message ephemeral">{body}{only}</div>'


def _part(component: Json, message: Message, people: Mapping[int, str]) -> str:
    match component["type"]:
        case 17:
            inner = "".join(_part(part, message, people) for part in component["components"])
            edge = f"border-left-color:#{component['accent_color']:06x}"
            return f'<div class="box" style="{edge}">{inner}</div>'
        case 10:
            return f'<div class="text">{_marked(component["content"], people)}</div>'
        case 14:
            return "<hr>"
        case 12:
            return "".join(_picture(item, message) for item in component["items"])
        case 1:
            inner = "".join(_control(control) for control in component["components"])
            return f'<div class="row">{inner}</div>'
        case 13:
            return f'<div class="select">📄 {html.escape(component["file"]["url"])}</div>'
        case kind:
            raise AssertionError(f"how does a {kind} look?")


def _picture(item: Json, message: Message) -> str:
    name = item["media"]["url"].removeprefix("attachment://")
    (data,) = [file.data for file in message.files if file.name == name]
    source = base64.b64encode(data).decode()
    alt = html.escape(item["description"])
    return f'<div class="gallery"><img alt="{alt}" src="data:image/png;base64,{source}"></div>'


def _control(control: Json) -> str:
    if control["type"] == 2:
        emoji = _emoji(control["emoji"]["name"]) if control.get("emoji") else ""
        off = " off" if control.get("disabled") else ""
        label = html.escape(control.get("label", ""))
        return f'<span class="button {_STYLES[control["style"]]}{off}">{emoji}{label}</span>'
    chosen = [option["label"] for option in control.get("options", ()) if option.get("default")]
    if chosen:
        return f'<span class="select">{html.escape(", ".join(chosen))}</span>'
    return f'<span class="select empty">{html.escape(control.get("placeholder", "…"))}</span>'


def _emoji(name: str) -> str:
    deck, code = EMOJI[name]
    svg = base64.b64encode(DECKS[deck].small_svg(code).encode()).decode()
    return f'<img alt="{name}" src="data:image/svg+xml;base64,{svg}">'


_LINES: Final = (("### ", "h3"), ("## ", "h2"), ("# ", "h1"), ("-# ", "small"))


def _marked(text: str, people: Mapping[int, str]) -> str:
    made = []
    for line in text.split("\n"):
        name, said = next(
            ((tag, line.removeprefix(mark)) for mark, tag in _LINES if line.startswith(mark)),
            ("div", line),
        )
        made.append(f"<{name}>{_inline(said, people)}</{name}>")
    return "".join(made)


_INLINE: Final = re.compile(
    r"\\(?P<plain>[^\w\s])|<:(?P<emoji>\w+):\d+>|<@(?P<user>\d+)>|<#(?P<channel>\d+)>"
    r"|<t:(?P<time>\d+):R>|\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*"
)


def _inline(text: str, people: Mapping[int, str]) -> str:
    made, place = "", 0
    for found in _INLINE.finditer(text):
        made += html.escape(text[place : found.start()])
        place = found.end()
        kind = str(found.lastgroup)
        value = found[kind]
        match kind:
            case "plain":
                made += html.escape(value)
            case "emoji":
                made += _emoji(value)
            case "user":
                made += f'<span class="mention">@{html.escape(people[int(value)])}</span>'
            case "channel":
                made += '<span class="mention">#mesa</span>'
            case "time":
                made += '<span class="time">in a minute</span>'
            case _:
                tag = "b" if kind == "bold" else "i"
                made += f"<{tag}>{_inline(value, people)}</{tag}>"
    return made + html.escape(text[place:])


# --- text ----------------------------------------------------------------------------------------


def words(shots: Iterable[tuple[str, list[Seen]]]) -> str:
    """The same as text, for reading and comparing."""
    return "\n\n".join(
        "\n".join([f"{'=' * 20} {title}", *(line for shown in seen for line in _told(shown))])
        for title, seen in shots
    )


def _told(seen: Seen) -> Iterator[str]:
    yield "--- only for this person" if seen.ephemeral else "---"
    yield seen.text
    for alt in seen.alternative_texts:
        yield f"(picture: {alt})"
    for row in seen.message.components:
        yield from _rows(row)


def _rows(component: Json) -> Iterator[str]:
    if component["type"] == 1:
        yield " ".join(
            f"[{'-' if control.get('disabled') else ' '}{control.get('label') or '▾'} ]"
            for control in component["components"]
        )
    for inner in component.get("components", ()):
        if inner["type"] in (1, 17):
            yield from _rows(inner)
