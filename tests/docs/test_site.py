"""The site of docs/: `make site` follows every link; here is what it adds to the pages."""

import re
from pathlib import Path
from typing import Any

import yaml

from tools.articles import SPECIFICATION, articles
from tools.site import slugify, with_addresses

ROOT = Path(__file__).parents[2]


def test_every_article_has_one_address() -> None:
    for page in SPECIFICATION.glob("*.md"):
        text = page.read_text("utf-8")
        shown = "\n".join(with_addresses(text.splitlines()))
        for article in articles(text):
            begins = f"**{article}**" in text or f"**{article}…" in text
            assert shown.count(f'<a id="{article.lower()}">') == begins, article
    text = (SPECIFICATION / "argentino.md").read_text("utf-8")
    assert '<a id="ar-env-07"></a>**AR-ENV-07**' in "\n".join(with_addresses(text.splitlines()))
    row = '| <a id="se-ar-01"></a>**SE-AR-01** | 1e |'
    assert with_addresses(["| SE-AR-01 | 1e |"]) == [row]
    assert with_addresses(["**AR-ENV-07** a", "**AR-ENV-07** b"])[1] == "**AR-ENV-07** b"


def test_headings_keep_their_accents() -> None:
    assert slugify("Em português", "-") == "em-português"
    assert slugify("What somebody could try?", "-") == "what-somebody-could-try"


def test_what_a_list_holds_is_indented_by_four() -> None:
    """With less the site ends the list there; a fence ends it in any case."""
    loose = re.compile(r"^(?: {1,3}(?:[-*] |\d+\. |\|)| +```)", re.MULTILINE)
    pages = (ROOT / "docs").rglob("*.md")
    assert [page.name for page in pages if loose.search(page.read_text("utf-8"))] == []


class Names(yaml.SafeLoader):
    """Reads the names of Python that stand in mkdocs.yml as they are."""


Names.add_multi_constructor("tag:yaml.org,2002:python/name:", lambda loader, suffix, node: suffix)


def test_the_site_leads_to_every_page() -> None:
    told = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), Names)

    def pages(part: Any) -> list[str]:
        if isinstance(part, str):
            return [part]
        inner = part.values() if isinstance(part, dict) else part
        return [page for below in inner for page in pages(below)]

    listed = pages(told["nav"])
    docs = ROOT / "docs"
    assert sorted(listed) == sorted(
        path.relative_to(docs).as_posix() for path in docs.rglob("*.md")
    )
    assert told["markdown_extensions"][0]["toc"]["slugify"] == "tools.site.slugify"
