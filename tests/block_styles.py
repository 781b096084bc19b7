"""Thirty odd but obedient styles in which models write a Thoughts / Plan / Action block."""

from collections.abc import Callable

Style = Callable[[str], str]
"""Writes a whole reply around the element of an action."""
THOUGHTS, PLAN = "The others look calm.", "I go on step by step."


def block(action: str, update: str = "") -> str:
    """Write a block as the prompt asks for it."""
    text = f"--- Thoughts ---\n{THOUGHTS}\n--- Plan ---\n{PLAN}\n--- Action ---\n{action}"
    return f"{text}\n--- Plan Update ---\n{update}" if update else text


def headed(pattern: str, end: str = "\n") -> Style:
    """Write every header by a pattern."""
    return lambda action: "\n".join(
        f"{pattern.replace('NAME', name)}{end}{text}"
        for name, text in (
            ("Thoughts", THOUGHTS),
            ("Plan", PLAN),
            ("Action", action),
            ("Plan Update", "no change"),
        )
    )


def updated(update: str) -> Style:
    """Write something else under Plan Update."""
    return lambda action: block(action, update)


STYLES: dict[str, Style] = {
    "no change, quoted": updated('"no change"'),
    "no changes needed": updated("No changes needed."),
    "not applicable": updated("N/A"),
    "no change, bold": updated("**no change**"),
    "a plain sentence": updated("I keep my strategy and watch how the others react."),
    "no change in a list": updated("- no change"),
    "no change, explained": updated('"no change" (my plan still fits)'),
    "notes as an object": updated('{"patch": {"notes": {"Bob": "quiet so far"}}}'),
    "a part that is null": updated('{"patch": {"strategy": null}}'),
    "goals as a text": updated('{"patch": {"goals": "be heard"}}'),
    "broken JSON": updated('{"patch": {"goals": ["be heard", "stay'),
    "a part that nobody knows": updated('{"patch": {"mood": "good"}}'),
    "an empty patch": updated('{"patch": {}}'),
    "parts as lines": updated("goals:\n- be heard\n- stay calm\nstrategy: wait"),
    "JSON without its braces": updated('"patch": {"notes": "Bob is quiet"}'),
    "both ways at once": updated('{"patch": {"notes": "a"}, "replace": null}'),
    "italic headers": headed("*NAME*"),
    "bold headers, colon inside": headed("**NAME:**", " "),
    "headers without spaces": headed("---NAME---"),
    "Markdown headers around dashes": headed("### --- NAME ---"),
    "headers in a list": headed("- **NAME**:", " "),
    "numbered headers": headed("1) NAME:"),
    "steps": headed("Step: NAME"),
    "headers of XML": lambda action: (
        f"<thoughts>\n{THOUGHTS}\n</thoughts>\n<plan>\n{PLAN}\n</plan>\n{action}\n<plan_update>no change</plan_update>"
    ),
    "a message of its own": lambda action: (
        f"**Thoughts:** {THOUGHTS}\n**Plan:** {PLAN}\n**Message:** I have something to say.\n**Action:** {action}"
    ),
    "the action as code": lambda action: block(f"`{action}`", "no change"),
    "an end": lambda action: f"{block(action)}\n--- End ---",
    "the update before the action": lambda action: (
        f"--- Thoughts ---\n{THOUGHTS}\n--- Plan ---\n{PLAN}\n--- Plan Update ---\nno change\n--- Action ---\n{action}"
    ),
    "a quotation": lambda action: "\n".join(f"> {line}" for line in block(action, "no change").splitlines()),
    "an inline update": lambda action: f"{block(action)}\nPlan Update: no change",
}
