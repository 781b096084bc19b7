"""Base of scenes in which agents talk, with SocialSim4's agent: thoughts, a plan and one action per reply.

    from playbill.social import SocialConfig, SocialScene, Speak, TalkTo, Yield

    class Tavern(SocialScene):
        name, summary, Config = "tavern", "an evening's talk", SocialConfig
        scenario = "You are guests of a tavern."
        actions = (Speak, TalkTo, Yield)
        bots = {"rules": Bot}

A scene overrides `decide`, `observe` and other hooks, and calls those of `SocialScene` for talk. Its observation
derives from `Seen`. A model's prompt contains `scenario`, `guidelines`, the actions' docstrings and the agent's
persona, plan and memory. To draw the scene, derive a pane from `SocialPane`, which shows a transcript.
"""

from typing import TYPE_CHECKING, Any

from core.social.actions import ScheduleOrder, SendMessage, Speak, TalkTo, Yield
from core.social.events import Announced, Floor, TurnTaken
from core.social.persona import SocialConfig
from core.social.player import SocialPlayer
from core.social.scene import Seen, SocialScene

if TYPE_CHECKING:
    from tui.panes.social import SocialPane

__all__ = [
    "Announced",
    "Floor",
    "ScheduleOrder",
    "Seen",
    "SendMessage",
    "SocialConfig",
    "SocialPane",
    "SocialPlayer",
    "SocialScene",
    "Speak",
    "TalkTo",
    "TurnTaken",
    "Yield",
]


if not TYPE_CHECKING:  # loaded on first use, so that a scene without a screen does not load Textual

    def __getattr__(name: str) -> Any:
        if name == "SocialPane":
            from tui.panes.social import SocialPane

            return SocialPane
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
