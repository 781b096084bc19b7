"""The web tools that the user's own config allows."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.errors import UserError, did_you_mean
from core.llm.messages import Tool
from core.user_config import own_path
from core.validation_errors import flaw
from core.web.fetch import Fetcher
from core.web.reading import found_text, page_text

SEARCH, VIEW = "web_search", "view_page"
SETTINGS = {SEARCH: 'search = "https://…?q={query}&format=json"', VIEW: "pages = true"}
"""Setting that each tool needs under [web]."""


class WebSettings(BaseModel):
    """The `[web]` table of the user's own config file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pages: bool = False
    """True if agents may view any public page."""
    search: str = ""
    """Address of a search engine with SearXNG's format, with {query} in place of the words; may be on this machine."""

    @field_validator("search")
    @classmethod
    def _an_address(cls, search: str) -> str:
        try:
            parts = urlsplit(search)
            whole = parts.scheme in ("http", "https") and parts.hostname and not parts.username and parts.port != 0
        except ValueError:  # a port that is none
            whole = False
        if search and not (whole and "{query}" in parts.query + parts.path):
            raise ValueError('should be an address such as "http://localhost:8888/search?q={query}&format=json"')
        return search


class Web:
    """The tools, constructed once per process."""

    def __init__(self, settings: Mapping[str, Any], fetcher: Fetcher | None = None) -> None:
        """Parse the `[web]` table. Raises UserError, whose text never repeats a value, as it might hold a key."""
        try:
            self._settings = WebSettings(**settings)
        except ValidationError as error:
            first = error.errors()[0]
            field = str(first["loc"][0])
            if first["type"] == "extra_forbidden":
                known = did_you_mean(field, WebSettings.model_fields)
                raise UserError(f"[web] has no setting {field!r}; {known}.") from None
            raise UserError(f"[web] {field}: {flaw(first, WebSettings)}.") from None
        self._fetcher = fetcher or Fetcher()

    def tools(self, wanted: Iterable[str]) -> dict[str, Tool]:
        """Return tools by name. Raises UserError for one that the user's config does not allow."""
        allowed = {SEARCH: bool(self._settings.search), VIEW: self._settings.pages}
        if missing := [SETTINGS[name] for name in sorted(wanted) if not allowed[name]]:
            raise UserError(
                f"Agents may reach the web in this game, and your own config does not allow it: under [web], write "
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
