"""Types that only annotations name: what the public functions and methods take and return.

from playbill.types import Message

def prompt(turn: pb.Turn) -> list[Message]: ...
"""

from core.engine.capabilities import Imported, Verdict
from core.engine.events import Audience, Brought, Metric
from core.engine.model_tally import Spent, Tally
from core.engine.turn import Memory
from core.lab.rows import ModelUsage
from core.llm.json_extraction import Form
from core.llm.messages import Message
from core.llm.replies import Reply
from core.social.persona import Persona, Portrait
from core.social.plan import Plan
from core.social.scene import Heard

__all__ = [
    "Audience",
    "Brought",
    "Form",
    "Heard",
    "Imported",
    "Memory",
    "Message",
    "Metric",
    "ModelUsage",
    "Persona",
    "Plan",
    "Portrait",
    "Reply",
    "Spent",
    "Tally",
    "Verdict",
]
