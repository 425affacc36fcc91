"""An extension for Python-Markdown with the things that the pages of docs/ need beyond plain
Markdown: see mkdocs.yml and `make site`."""

import re
import unicodedata
from typing import Any, Final

_ARTICLE: Final = re.compile(r"\*\*([A-Z]{2}(?:-[A-Z]{3})?-\d\d)(?:…\d\d)?\*\*")
_ROW: Final = re.compile(r"^\| ([A-Z]{2}-[A-Z]{2,3}-\d\d) \|")
"""A row of a table that is an article."""


def with_addresses(lines: list[str]) -> list[str]:
    """Gives each article an address of its own at its first place: ``argentino/#ar-env-07``."""
    seen: set[str] = set()

    def addressed(found: re.Match[str]) -> str:
        address = found[1].lower()
        if address in seen:
            return found[0]
        seen.add(address)
        return f'<a id="{address}"></a>{found[0]}'

    def row(found: re.Match[str]) -> str:
        return f'| <a id="{found[1].lower()}"></a>**{found[1]}** |'

    return [_ROW.sub(row, _ARTICLE.sub(addressed, line)) for line in lines]


def slugify(heading: str, separator: str) -> str:
    """The address of a heading as code hosts make it: letters keep their accents."""
    kept = "".join(
        letter
        for letter in unicodedata.normalize("NFC", heading).lower().strip()
        if letter.isalnum() or letter in " -_"
    )
    return kept.replace(" ", separator)


def makeExtension(**_: Any) -> Any:
    from markdown import Extension, Markdown
    from markdown.preprocessors import Preprocessor

    class Addresses(Preprocessor):
        def run(self, lines: list[str]) -> list[str]:
            return with_addresses(lines)

    class Articles(Extension):
        def extendMarkdown(self, md: Markdown) -> None:
            # After fenced code has been taken out (25), before HTML (20).
            md.preprocessors.register(Addresses(md), "articles", 22)

    return Articles()
