"""Plain text of pages and of search results."""

import re
from collections.abc import Iterator

import msgspec

from core.llm.messages import Declined
from core.text import one_line, safe_text
from core.web.fetch import Fetched

LONGEST = 20_000
"""Most characters of a page that are kept."""
RESULTS = 10
UNSEEN = frozenset(("script", "style", "noscript", "template", "svg", "math", "iframe", "object", "select", "textarea"))
INLINE = frozenset(("a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "label", "mark", "q"))
INLINE |= {"s", "small", "span", "strong", "sub", "sup", "time", "u", "var"}
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w-]{3,20})", re.I)
_CHARSET = re.compile(
    r"(utf-?8|utf-?16(le|be)?|(iso-?)?8859-?\d+|latin-?1|us-ascii|ascii|windows-?125\d|cp125\d|shift_jis|euc-(jp|kr)"
    r"|gbk|gb2312|gb18030|big5|koi8-[ru])\Z",
    re.I,
)
"""Charsets in use; Python knows others that are slow or no charset of pages."""


def page_text(page: Fetched) -> str:
    """Return a page's words, one paragraph per line, without markup and scripts."""
    text = _decoded(page)
    if page.kind == "text/html":
        text = "".join(_words(text))
    lines = (line.strip() if page.kind == "text/html" else line.rstrip() for line in safe_text(text).split("\n"))
    clean = "\n".join(filter(None, lines))
    return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"


def _decoded(page: Fetched) -> str:
    """Decode by the server's charset, or the page's own, or UTF-8."""
    meta = _META.search(page.body[:2048]) if page.kind == "text/html" else None
    charset = page.charset or (meta[1].decode() if meta else "")
    return page.body.decode(charset if _CHARSET.match(charset) else "utf-8", "replace").replace("\r\n", "\n")


def _words(html: str) -> Iterator[str]:
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    root = etree.fromstring(b"<html>" + html.encode("utf-8", "replace"), parser)
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        if event == "start" and element.tag in UNSEEN:
            walk.skip_subtree()
        if element.tag not in INLINE:
            yield "\n"
        text = element.tail if event == "end" else "" if element.tag in UNSEEN else element.text
        yield re.sub(r"\s+", " ", text or "")


class _Result(msgspec.Struct):
    url: str
    title: str = ""
    content: str | None = ""


class _Results(msgspec.Struct):
    results: list[_Result]


def found_text(page: Fetched) -> str:
    """Return search results, one paragraph each: number, title, address, a few words.

    Raises Declined unless they are in SearXNG's format.
    """
    try:
        found = msgspec.json.decode(page.body, type=_Results).results[:RESULTS]
    except msgspec.DecodeError:
        raise Declined("the search engine did not answer in the JSON of SearXNG") from None
    results = (
        f"{i}. {_short(each.title, 200)}\n{_short(each.url, 500)}\n{_short(each.content or '', 500)}".strip()
        for i, each in enumerate(found, 1)
    )
    return "\n\n".join(results) or "nothing was found"


def _short(text: str, most: int) -> str:
    return one_line(text)[:most]
