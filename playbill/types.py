"""Types of public functions and methods, for annotations, and names that few authors need.

from playbill.types import Message

def prompt(turn: pb.Turn) -> list[Message]: ...
"""

from core.actions.fields import Unordered, Written
from core.engine.agents import ModelPlayer
from core.engine.capabilities import Imported, Verdict
from core.engine.chance import Draw
from core.engine.config import JudgedTalk
from core.engine.events import Audience, Metric, ToolResult
from core.engine.measures import Measure
from core.engine.model_tally import Spent, Tally
from core.engine.turn import Memory
from core.lab.answer_rows import AnswerRow
from core.lab.figures import Figure, Histogram
from core.lab.results import Claim, Sheet
from core.lab.rows import ModelUsage, Row
from core.llm.json_extraction import Form
from core.llm.judge import Case
from core.llm.messages import Message
from core.llm.naming import Wording
from core.llm.replies import Reply, Unreadable
from core.recording.header import Header
from core.social.persona import Persona, Portrait
from core.social.plan import Plan
from core.social.scene import Heard
from core.tables import Column, EventTable
from playbill.played import Player

__all__ = [
    "AnswerRow",
    "Audience",
    "Case",
    "Claim",
    "Column",
    "Draw",
    "EventTable",
    "Figure",
    "Form",
    "Header",
    "Heard",
    "Histogram",
    "Imported",
    "JudgedTalk",
    "Measure",
    "Memory",
    "Message",
    "Metric",
    "ModelPlayer",
    "ModelUsage",
    "Persona",
    "Plan",
    "Player",
    "Portrait",
    "Reply",
    "Row",
    "Sheet",
    "Spent",
    "Tally",
    "ToolResult",
    "Unordered",
    "Unreadable",
    "Verdict",
    "Wording",
    "Written",
]
