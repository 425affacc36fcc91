"""Writes simple SVG: elements as text.

All style is in presentation attributes. There is no style sheet, no script and no reference to
anything outside the element. So a picture looks the same inline, as an image, through an external
``<use>`` and in a renderer that knows no CSS."""


def inside(document: str) -> str:
    """A drawing without the ``<svg>`` around it."""
    return document[document.index(">") + 1 : document.rindex("</svg>")]


def tag(name: str, *children: str, **attributes: str) -> str:
    head = name + "".join(f' {key}="{text}"' for key, text in attributes.items())
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def group(*children: str, **attributes: str) -> str:
    """A ``<g>``."""
    return tag("g", *children, **attributes)
