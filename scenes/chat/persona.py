"""Self-descriptions of the chat's bot, from its persona."""

import re

from core.social.persona import Portrait

LONGEST = 60


def introduction(portrait: Portrait) -> str:
    """Return the persona as a noun phrase or an adjective, such as "a baker"; empty without one."""
    text = portrait.profile or portrait.role or next(iter(portrait.properties.values()), "")
    text = re.split(r"[.;:,\n]", text.strip(), maxsplit=1)[0].strip()
    text = re.sub(r"^(?:you are|you're|i am|i'm|he is|she is|they are|\w+ is) +", "", text, flags=re.IGNORECASE)
    text = text[:1].lower() + text[1:] if text.split(" ", 1)[0].casefold() in ("a", "an", "the") else text
    return text if len(text) <= LONGEST and not re.search(r"\b(you|your|always|never)\b", text.casefold()) else ""


def as_reason(portrait: Portrait) -> str:
    """Return the persona as a reason: "As a baker", "Curious as I am"."""
    text = introduction(portrait)
    if not text:
        return ""
    if text.split()[0] in ("a", "an", "the"):
        return f"As {text}"
    return f"{text[:1].upper()}{text[1:]} as I am"
