"""A social agent's reply: thoughts, a plan, an action, and optionally a plan update (spec 003, "Agents")."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from core.engine.turn import Action
from core.errors import IllegalAction
from core.llm.json_extraction import Form, answer_in, parse_json, remove_fence, remove_wrappers
from core.llm.replies import Reply, Unreadable
from core.llm.schema_fitting import key
from core.social import element, plan
from core.social.plan import PlanChanged
from core.text import one_line

THOUGHTS, PLAN, ACTION, UPDATE = "Thoughts", "Plan", "Action", "Plan Update"
_HEADER = re.compile(rf"^[ \t]*-{{2,}}[ \t]*({UPDATE}|{THOUGHTS}|{PLAN}|{ACTION})[ \t]*-{{2,}}[ \t]*$", re.M | re.I)
_NAME = rf"(?:(?:final|next|my) )?({UPDATE}|{THOUGHTS}?|{PLAN}|{ACTION})s?"
_DRESSED = re.compile(rf"^[ \t#*_]*[-=—–\[]+[ \t]*{_NAME}[ \t]*[-=—–\]]+[ \t*_]*$", re.M | re.I)
"""Pattern of a header with signs other than `---`."""
_LOOSE = re.compile(
    r"^[ \t]*(?:\#{1,6}[ \t]*|\d[.)][ \t]*|[-*•+][ \t]+(?=\*\*|__))?(?:\*{1,3}|_{1,3})?(?:(?:step|section)\b[ \t:]*)?"
    rf"{_NAME}(?:\*{{1,3}}|_{{1,3}})?(?:[ \t]*:(?:\*{{1,3}}|_{{1,3}})?|[ \t]*$)[ \t]*",
    re.M | re.I,
)
"""Pattern of a header in Markdown or with a colon, alone on its line or before its text."""
_QUOTED = re.compile(r"^[ \t]*>[ \t]?", re.M)
_STRAY_NAME = rf"(?:{THOUGHTS}?|{PLAN}|{ACTION}|{UPDATE}|messages?|speech|say|words|reasoning|analysis)"
_STRAY = re.compile(
    rf"^[ \t]*(?:\#{{1,6}}[ \t]*)?(?:{_STRAY_NAME}[ \t]*:|-{{2,}}[ \t]*{_STRAY_NAME}[ \t]*-{{2,}}"
    rf"|(\*\*|__){_STRAY_NAME}[ \t]*(?::[ \t]*\1|\1[ \t]*:|\1(?=[ \t]*$)))[ \t]*",
    re.M | re.I,
)
"""Pattern of a header that remains in the text of a section."""
_TAGS = re.compile(rf"^[ \t]*<({THOUGHTS}|{PLAN}|{UPDATE.replace(' ', '_?')})>(.*?)</\1>\s*", re.M | re.S | re.I)
_RULER = re.compile(r"\n[ \t]*-{3,}[ \t]*\Z")
LONGEST = 4000
"""Maximum number of characters of a section or a field; longer ones are cut."""


class ReplyContent(NamedTuple):
    """Content of a reply."""

    thoughts: str
    plan: str
    action: Action
    update: PlanChanged | None


class Block(Reply[ReplyContent]):
    """One Thoughts / Plan / Action block, and a Plan Update if there is one.

    `build` makes an action of its tag and fields, and raises IllegalAction; `spell` writes one back; `mend` makes an
    element of an action in another notation, and records its changes.
    """

    def __init__(
        self,
        purpose: str,
        example: ReplyContent,
        build: Callable[[str, Any], Action],
        spell: Callable[[Action], str],
        mend: Callable[[str, list[str]], str] = element.repair_markup,
    ) -> None:
        self._build = build
        self._mend = mend
        self._spell = spell
        super().__init__(purpose, self.write(example))

    def write(self, step: ReplyContent) -> str:
        """Write a reply in the required form."""
        parts = [(THOUGHTS, step.thoughts), (PLAN, step.plan), (ACTION, self._spell(step.action))]
        if step.update is not None:
            parts.append((UPDATE, plan.write_update(step.update)))
        return _joined(parts)

    def forms(self, text: str) -> Iterator[Form]:
        """Rewrite a block of another layout in the required form; text in a section never becomes a section."""
        parts = _sections(_completed(_dressed(remove_wrappers(text))))
        mended = [] if parts == _given(text) else ["layout"]
        parts[ACTION] = self._mend(remove_fence(_RULER.sub("", parts[ACTION])).strip("`").strip(), mended)
        if not parts[ACTION].startswith("<") and "\n" not in text.strip():
            _sections(text)  # raises an error that explains the form of a block
        if plan.is_unreadable(parts.get(UPDATE, "")):
            mended.append("plan update left out")
        yield Form(_joined(list(parts.items())), tuple(dict.fromkeys(mended)))

    def read(self, text: str) -> ReplyContent:
        parts = _sections(remove_fence(answer_in(text)))
        try:
            tag, fields = element.read(remove_fence(parts[ACTION]))
            action = self._build(tag, {name: value[:LONGEST] for name, value in fields.items()})
        except element.Malformed as why:
            raise Unreadable(str(why)) from None
        except IllegalAction as why:
            raise Unreadable(f"That action cannot be taken: {why}.") from None
        return ReplyContent(
            _short(parts[THOUGHTS]), _short(parts[PLAN]), action, plan.read_update(parts.get(UPDATE, ""))
        )

    def plain(self, value: ReplyContent) -> Any:
        parts = {"thoughts": value.thoughts, "plan": value.plan, "action": self._spell(value.action)}
        return parts if value.update is None else {**parts, "update": msgspec.to_builtins(value.update)}


def _dressed(block: str) -> str:
    """Replace other headers by those of a block; drop text before the first header, which holds no action."""
    if block.startswith("{"):
        return _of_object(block)
    if all(line.lstrip().startswith(">") for line in filter(str.strip, block.splitlines())):
        block = _QUOTED.sub("", block)
    block = _DRESSED.sub(_as_header, block)
    if not _HEADER.search(block):
        block = _LOOSE.sub(lambda found: f"\n{_as_header(found)}\n", block)
    if not _HEADER.search(block):
        block = _TAGS.sub(lambda found: f"--- {found[1].replace('_', ' ')} ---\n{found[2].strip()}\n", block)
        action = block.casefold().rfind("\n<action") + 1
        if block[action:].casefold().startswith("<action") and (_HEADER.match(block) or not action):
            block = f"{block[:action]}--- {ACTION} ---\n{block[action:]}"
    if not _HEADER.search(block) and not {*"\n<"} & {*block}:
        block = f"--- {ACTION} ---\n{block}"
    if (first := _HEADER.search(block)) is not None:
        before = block[: first.start()]
        block = block if _LOOSE.search(before) or "<action" in before.casefold() else block[first.start() :]
    return remove_fence(block)


def _as_header(found: re.Match[str]) -> str:
    return _header(THOUGHTS if found[1].casefold().startswith("thought") else found[1])


def _of_object(text: str) -> str:
    """Return the block whose sections are the fields of a JSON object."""
    value = parse_json(text, [])
    fields = {key(name): each for name, each in value.items()} if isinstance(value, dict) else {}
    if "action" not in fields or not {"thoughts", "plan"} & {*fields}:
        return text
    parts = [(name, fields.get(key(name))) for name in (THOUGHTS, PLAN, ACTION, UPDATE)]
    return _joined([(n, each if isinstance(each, str) else json.dumps(each)) for n, each in parts if each is not None])


def _completed(block: str) -> str:
    """Complete a block: add missing thoughts or plan, restore the order, drop repeated sections."""
    before, *rest = _HEADER.split(block)
    parts = list(zip((name.title() for name in rest[::2]), (part.strip() for part in rest[1::2]), strict=True))
    half = parts[: len(parts) // 2]
    parts = half if half and half * 2 == parts else parts
    if [name for name, _ in parts].count(UPDATE) > 1:  # the plan update is optional, so the action counts without it
        parts = [part for part in parts if part[0] != UPDATE]
    found = dict(parts)
    if before.strip() or len(found) < len(parts) or ACTION not in found or parts[-1][0] not in (ACTION, UPDATE):
        return block
    return _joined(
        [(name, found.get(name, "")) for name in (THOUGHTS, PLAN, ACTION, UPDATE) if name in found or name != UPDATE]
    )


def without_sections(value: Mapping[str, Any], forgotten: Sequence[str]) -> str:
    """Write a stored reply (`Block.plain`) without the sections that became the `forgotten` kinds of events."""
    sections = [(THOUGHTS, "thoughts", "thought"), (PLAN, "plan", "planned"), (ACTION, "action", "")]
    parts = [(name, "" if kind in forgotten else value[key]) for name, key, kind in sections]
    if "update" in value and PlanChanged.kind not in forgotten:
        parts.append((UPDATE, plan.write_update(msgspec.convert(value["update"], PlanChanged))))
    return _joined(parts)


def _header(name: str) -> str:
    return f"--- {name} ---"


def _joined(parts: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"{_header(name)}\n{text}" for name, text in parts)


SHAPE = _joined(
    [
        (THOUGHTS, "what you make of the situation; nobody else reads it"),
        (PLAN, "what you are up to next"),
        (ACTION, "exactly one <Action> element; write &lt; for < and &amp; for & in its texts"),
        (UPDATE, plan.NO_CHANGE),
    ]
)
"""Shape of a block, for prompts."""


def _sections(text: str) -> dict[str, str]:
    """Return the text under each header. Raises Unreadable unless each header occurs once, in order."""
    before, *rest = _HEADER.split(text)
    names = [name.title() for name in rest[::2]]
    if before.strip() or names not in ([THOUGHTS, PLAN, ACTION], [THOUGHTS, PLAN, ACTION, UPDATE]):
        found = f"{', '.join(names)}{' after other text' * bool(before.strip())}" if names else "no section"
        raise Unreadable(
            f"The reply has {found}. Write exactly one block: "
            f"{_header(THOUGHTS)}, {_header(PLAN)}, {_header(ACTION)}, each on a line of its own, then, if the plan "
            f"changes, {_header(UPDATE)}."
        )
    return dict(zip(names, (part.strip() for part in rest[1::2]), strict=True))


def _given(text: str) -> dict[str, str]:
    try:
        return _sections(remove_fence(text))
    except Unreadable:
        return {}


def _short(text: str) -> str:
    return one_line(_STRAY.sub("", text))[:LONGEST]
