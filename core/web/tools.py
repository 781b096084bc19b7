"""Web tools for agents, as far as the user's own config allows them."""

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.errors import UserError, did_you_mean
from core.llm.messages import Declined, Tool
from core.text import one_line, safe_text
from core.user_config import own_path
from core.validation_errors import validation_message
from core.web.fetch import Fetched, Fetcher

LONGEST = 20_000
"""Maximum number of characters of a page that are kept."""
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
"""Character sets of web pages. Python knows others that are slow or not meant for pages."""


def page_text(page: Fetched) -> str:
    """Return the words of a page without markup and scripts, one paragraph per line."""
    text = _decoded(page)
    if page.kind == "text/html":
        text = "".join(_words(text))
    lines = (line.strip() if page.kind == "text/html" else line.rstrip() for line in safe_text(text).split("\n"))
    clean = "\n".join(filter(None, lines))
    return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"


def _decoded(page: Fetched) -> str:
    """Decode a page: by the character set of the server, else by that of the page, else as UTF-8."""
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
    """Return search results as paragraphs with number, title, address and an excerpt.

    Raises Declined if the response is not in SearXNG's format.
    """
    try:
        found = msgspec.json.decode(page.body, type=_Results).results[:RESULTS]
    except msgspec.DecodeError:
        raise Declined("the search engine did not answer in SearXNG's JSON format") from None
    results = (
        f"{i}. {_short(each.title, 200)}\n{_short(each.url, 500)}\n{_short(each.content or '', 500)}".strip()
        for i, each in enumerate(found, 1)
    )
    return "\n\n".join(results) or "nothing was found"


def _short(text: str, most: int) -> str:
    return one_line(text)[:most]


SEARCH, VIEW = "web_search", "view_page"
SETTINGS = {SEARCH: 'search = "https://…?q={query}&format=json"', VIEW: "pages = true"}
"""Setting under [web] that enables each tool."""


class WebSettings(BaseModel):
    """The `[web]` table of the user's own config file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pages: bool = False
    """True if agents may view any public page."""
    search: str = ""
    """Address of a search engine that answers in SearXNG's format, with {query} in place of the search words.

    It may be on this machine.
    """

    @field_validator("search")
    @classmethod
    def _an_address(cls, search: str) -> str:
        try:
            parts = urlsplit(search)
            whole = parts.scheme in ("http", "https") and parts.hostname and not parts.username and parts.port != 0
        except ValueError:  # the port is not a number
            whole = False
        if search and not (whole and "{query}" in parts.query + parts.path):
            raise ValueError('should be an address such as "http://localhost:8888/search?q={query}&format=json"')
        return search


class Web:
    """The web tools of a process."""

    def __init__(self, settings: Mapping[str, Any], fetcher: Fetcher | None = None) -> None:
        """Parse the `[web]` table. Raises UserError; its text repeats no value, since a value may contain a key."""
        try:
            self._settings = WebSettings(**settings)
        except ValidationError as error:
            first = error.errors()[0]
            field = str(first["loc"][0])
            if first["type"] == "extra_forbidden":
                known = did_you_mean(field, WebSettings.model_fields)
                raise UserError(f"[web] has no setting {field!r}; {known}.") from None
            raise UserError(f"[web] {field}: {validation_message(first, WebSettings)}.") from None
        self._fetcher = fetcher or Fetcher()

    def tools(self, wanted: Iterable[str]) -> dict[str, Tool]:
        """Return the wanted tools by name. Raises UserError for a tool that the user's config does not allow."""
        allowed = {SEARCH: bool(self._settings.search), VIEW: self._settings.pages}
        if missing := [SETTINGS[name] for name in sorted(wanted) if not allowed[name]]:
            raise UserError(
                f"This game gives agents web access, but your own config does not allow it: under [web], write "
                f"{' and '.join(missing)} into {own_path()}."
            )
        known: dict[str, Tool] = {SEARCH: self._search, VIEW: self._view}
        return {name: known[name] for name in wanted}

    async def _search(self, words: str) -> str:
        url = self._settings.search.replace("{query}", quote(words, safe=""))
        return found_text(await self._fetcher.get(url, own=True))

    async def _view(self, url: str) -> str:
        page = await self._fetcher.get(url)
        return await asyncio.to_thread(page_text, page)
