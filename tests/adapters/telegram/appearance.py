"""Messages as Telegram's dark theme shows them on a telephone: HTML to be photographed, and text.

As near as can be without Telegram: widths, sizes, what an entity makes of its words, rows of
buttons as wide as their message. What it cannot tell is where Telegram itself will differ.
"""

import base64
import html
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from tests.adapters.telegram.world import Shown

Json = dict[str, Any]
Shot = tuple[str, list[Shown]]
WIDE: Final = 390
_TAGS: Final = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "text_link": "a",
    "text_mention": "a",
    "date_time": "a",
}
CSS: Final = f"""
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: #17212b; color: #f5f5f5; font: 16px/1.3 Roboto, "Noto Sans",
  "Noto Color Emoji", sans-serif; display: flex; gap: 12px; padding: 12px; flex-wrap: wrap;
  align-items: flex-start; width: max-content; }}
.shot {{ width: {WIDE}px; background: #0e1621; padding: 8px 8px 16px; border-radius: 8px; }}
h4 {{ margin: 0 0 8px; font-size: 12px; color: #708499; font-weight: 500; }}
.message {{ width: 350px; margin: 8px 0 0; }}
.bubble {{ background: #182533; border-radius: 14px; padding: 7px 11px 8px; white-space: pre-wrap;
  overflow-wrap: anywhere; }}
.bubble img {{ display: block; width: 100%; border-radius: 8px; margin: 3px 0 6px; }}
.hidden .bubble {{ outline: 1px dashed #4f6b86; }}
.only {{ font-size: 12px; color: #708499; margin: 2px 4px; }}
.author {{ color: #62b8f5; font-weight: 600; font-size: 14px; }}
a {{ color: #62b8f5; }}
blockquote {{ margin: 2px 0; padding: 3px 8px; border-left: 3px solid #62b8f5; border-radius: 4px;
  background: #62b8f51a; font-size: 15px; }}
.row {{ display: flex; gap: 4px; margin-top: 4px; }}
.key {{ flex: 1 1 0; min-width: 0; min-height: 40px; padding: 9px 4px; border-radius: 8px;
  background: #2b3f55; text-align: center; font-size: 14px; font-weight: 500; white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; }}
.primary {{ background: #3a79c9; }} .success {{ background: #2f8a4c; }}
.danger {{ background: #b83c3c; }}
.alert {{ background: #1f2c38; border-radius: 12px; padding: 14px; margin: 24px; text-align: center;
  white-space: pre-wrap; }}
"""


def page(shots: Iterable[Shot], files: Mapping[str, bytes]) -> str:
    """A sheet of what was seen, a column each. ``files``: the pictures, by the names that the
    server gave them."""
    made = ""
    for title, seen in shots:
        messages = "".join(_message(shown, files) for shown in seen)
        made += f'<section class="shot"><h4>{html.escape(title)}</h4>{messages}</section>'
    return f'<!doctype html><meta charset="utf-8"><style>{CSS}</style>{made}'


def _message(shown: Shown, files: Mapping[str, bytes]) -> str:
    if "alert" in shown.json:
        return f'<div class="alert">{html.escape(shown.text)}</div>'
    marks = shown.json.get("entities") or shown.json.get("caption_entities") or []
    text = _photo(shown, files) + _marked(shown.text, marks)
    rows = "".join('<div class="row">' + "".join(map(_key, row)) + "</div>" for row in _rows(shown))
    only = '<div class="only">👁 only you see this</div>' if shown.ephemeral else ""
    kind = "message hidden" if shown.ephemeral else "message"
    bubble = f'<div class="bubble"><div class="author">Truco</div>{text}</div>'
    return f'<div class="{kind}">{bubble}{rows}{only}</div>'


def _photo(shown: Shown, files: Mapping[str, bytes]) -> str:
    if "photo" not in shown.json:
        return ""
    source = base64.b64encode(files[shown.json["photo"][-1]["file_id"]]).decode()
    return f'<img src="data:image/png;base64,{source}">'


def _rows(shown: Shown) -> list[list[Json]]:
    rows: list[list[Json]] = shown.json.get("reply_markup", {}).get("inline_keyboard", [])
    return rows


def _key(key: Json) -> str:
    arrow = " ↗" if "url" in key else ""
    return f'<div class="key {key.get("style", "")}">{html.escape(key["text"])}{arrow}</div>'


def _marked(text: str, entities: list[Json]) -> str:
    """Words with their marks; entities count in UTF-16."""
    units = text.encode("utf-16-le")
    cuts = {0, len(units) // 2}
    for entity in entities:
        cuts |= {entity["offset"], entity["offset"] + entity["length"]}
    made = ""
    for start, end in pairwise(sorted(cuts)):
        piece = html.escape(units[2 * start : 2 * end].decode("utf-16-le"))
        for entity in reversed(entities):
            tag = _TAGS.get(entity["type"])
            inside = entity["offset"] <= start and end <= entity["offset"] + entity["length"]
            if tag is not None and inside and tag != "blockquote":
                piece = f"<{tag}>{piece}</{tag}>"
        quotes = [quote for quote in entities if quote["type"] == "blockquote"]
        if any(quote["offset"] == start for quote in quotes):
            piece = f"<blockquote>{piece}"
        if any(quote["offset"] + quote["length"] == end for quote in quotes):
            piece = f"{piece}</blockquote>"
        made += piece
    return made


def words(shots: Iterable[Shot]) -> str:
    """The same as text, for reading and comparing."""
    return "\n\n".join(
        "\n".join([f"{'=' * 20} {title}", *(_told(shown) for shown in seen)])
        for title, seen in shots
    )


def _told(shown: Shown) -> str:
    keys = [" ".join(f"[ {key['text']} ]" for key in row) for row in _rows(shown)]
    only = ["--- only for one"] if shown.ephemeral else ["---"]
    return "\n".join([*only, shown.text, *keys])
