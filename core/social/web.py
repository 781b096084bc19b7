"""Web access of agents in social scenes, where the run and the user's config allow it."""

from core.engine.turn import Action
from core.web.tools import SEARCH, VIEW


class WebSearch(Action):
    """Search the web; what is found is told to you alone, and your turn goes on."""

    form = "search {query}"
    tag = tool = SEARCH
    ends_turn = False
    query: str


class ViewPage(Action):
    """View a page of the web by its address; what it says is told to you alone, and your turn goes on."""

    form = "view {url}"
    tag = tool = VIEW
    ends_turn = False
    url: str
