"""Patterns of questions in a chat, and the topics for the intents of the trained model."""

import re
from collections.abc import Mapping

MODEL_KINDS: Mapping[str, str] = {
    "ask_opinion": "side",
    "ask_why": "why",
    "ask_example": "example",
    "ask_self": "you",
    "ask_fact": "fact",
    "request": "request",
    "greet": "greet",
    "thanks": "thanks",
    "bye": "bye",
    "sorry": "sorry",
    "joke": "laugh",
}
"""Topic of a message for each intent of the trained model."""
ASKS = re.compile(
    r"(?:(?:and|but|so|ok|okay|wait|well|hey|btw|um|oh|\w+,) )*(?:who|what(?! a\b)|when|where|which|why|how|is|"
    r"are|r|do|does|did|"
    r"were|was|have|has|can|could|would|will|should|any|tell (?:me|us))\b",
    re.IGNORECASE,
)
"""Beginnings of questions, which may lack a question mark."""
QUESTION_WORD = re.compile(r"(?:\w+,? )?(?:who|what|when|where|which|why|how)")
"""Beginnings of questions with a question word."""
YOU_QUESTION = re.compile(
    r"\b(do|did|are|were|have|can|could|would|will|should)(?:n't)? (?:you|u|y'all)\b(?! (?:know|remember|mean|"
    r"think|agree|say))",
    re.IGNORECASE,
)
"""Beginnings of yes-no questions about the listener."""
BEFORE_OPTION = re.compile(
    r"\b(?:,|rather|have|be|is|are|prefer|like|love|eat|drink|take|pick|decide|choose|it|to|between|for|better)\b|[,:]",
    re.IGNORECASE,
)
"""Words after which the first of two options begins."""
NO_OPTION = re.compile(
    r"(?:not|is|are|do|did|does|just|so|what|something|why|have|has|was|how|were|you|would|should|will|maybe|"
    r"nothing)\b",
    re.IGNORECASE,
)
