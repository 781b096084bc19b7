"""What a reply may hold besides its answer, and how an answer is mended: nothing here guesses at what was meant."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.text import one_line

_TAG = "(?:think|thinking|reasoning|thought)"
_THINKING = re.compile(rf"\A(?:.*?</{_TAG}>|\s*<{_TAG}>.*)", re.DOTALL | re.IGNORECASE)
"""Some servers leave the opening tag out; a reply that was cut lacks the closing one."""
_FINAL, _MESSAGE = "<|channel|>final", "<|message|>"
_OPENING = re.compile(
    r"\A\s*(?:<\|(?:im_start|start)\|>\s*assistant|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>|<s>"
    r"|<\|begin_of_text\|>)\s*"
)
_ENDING = re.compile(r"<\|(?:im_end|eot_id|end|eom_id|endoftext|end_of_text|return|call)\|>|</s>|<end_of_turn>")
_FENCES = ("```", "~~~")
_LANGUAGE = re.compile(r"[\w-]{0,20} *")
_LABEL = re.compile(
    r"^[ \t>#*_]*(?:my |the )?(?:final )?(?:answer|output|response|decision)\b[*_ \t]*:[*_ \t]*", re.M | re.I
)
_REMARK = re.compile(r"\s*(?:[(\[;:,.!—–]| -+ | because ).*", re.DOTALL)
_NUMBERED = re.compile(r"\A(?:\d{1,2}[.)]|[-*•])\s+")
_PREAMBLE = re.compile(
    r"\A(?:sure|certainly|of course|okay|ok|absolutely|here(?:'s| is|’s))\b[^\n]{0,200}:[ ]*\n\s*", re.I
)
_TAGGED = re.compile(r"\A<(answer|response|message|output|final|reply)>(.*)</\1>\Z", re.DOTALL | re.IGNORECASE)
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|\#[^\n]*', re.DOTALL)
_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_OBJECT, _QUOTATION = re.compile(r"\{\s*[\"'“]"), re.compile(r"\{\s*\\")
"""How an object begins, and how one that stands inside of a text."""
_WRAPPERS = ("answer", "final_answer", "response", "reply", "output", "result", "arguments", "parameters", "function")
_STRAIGHT = str.maketrans("“”„‟", '""""')
_AROUND = " \t\n*_`\"'“”‘’."
LONGEST, DEEPEST, MOST = 2**15, 24, 24
"""Characters, levels of nesting and beginnings of objects in a reply beyond which nothing is mended."""
LAYERS = 3
"""Things around a text that are taken away, one in the other."""


class Form(NamedTuple):
    """An answer that a reply may hold, as it is to be read, and what was mended for it."""

    text: str
    mended: tuple[str, ...] = ()


def answer_in(text: str) -> str:
    """Leave out the thinking that some models write before a reply, and the marks of their chat templates. In a reply
    that begins as an object they are part of a text, and perhaps somebody else's words."""
    text = text.strip()
    if text.startswith("<|") and text.count(_FINAL) == 1:
        text = text.partition(_FINAL)[2].partition(_MESSAGE)[2]
    elif text.startswith("<|") and _MESSAGE in text:
        before, _, text = text.rpartition(_MESSAGE)
        text = "" if before.endswith("analysis") else text
    text = _OPENING.sub("", text)
    text = text if text.startswith("{") else _THINKING.sub("", text)
    return _ENDING.split(text, maxsplit=1)[0].strip()


def unfenced(text: str) -> str:
    """Leave out a Markdown fence around the whole."""
    text = text.strip()
    first, _, rest = text.partition("\n")
    if first[:3] in _FENCES and rest.endswith(first[:3]) and _LANGUAGE.fullmatch(first, 3):
        return rest[:-3].strip()
    return text


def unlabelled(text: str) -> str:
    """Give what stands after the last "Answer:" at the beginning of a line; the whole text, if there is none."""
    return text[max((found.end() for found in _LABEL.finditer(text)), default=0) :].strip()


def bare(text: str) -> str:
    """Leave out what is around a whole text, one in the other: a fence, a tag, a label or "Sure, here it is:" before
    it."""
    for _ in range(LAYERS):
        text = unfenced(_PREAMBLE.sub("", text))
        tagged = _TAGGED.match(text)
        text = tagged[2].strip() if tagged else text
        label = _LABEL.match(text)
        text = text[label.end() :].strip() if label else text
    return text


def words_in(text: str) -> Form:
    """Find the plain words in a text, also where an object holds them and nothing else."""
    words = bare(text)
    told = _decoded(words)
    if isinstance(told, dict) and len(told) == 1 and isinstance(only := next(iter(told.values())), str):
        return Form(only, ("wrapped",))
    return Form(words, ("text around",) if words != text else ())


def objects_in(text: str, schema: Mapping[str, Any]) -> Iterator[Form]:
    """Find the JSON objects in a text, each mended as far as its schema says how."""
    if len(text) > LONGEST:
        return
    for span in _spans(text):
        mended = [] if span == text.strip() else ["text around"]
        value = _parsed(span, mended)
        if isinstance(value, dict):
            value = fitted(_unwrapped(value, schema, mended), schema, schema, mended)
            if value:  # it has a field of the answer at least
                yield Form(json.dumps(value), tuple(dict.fromkeys(mended)))


def _spans(text: str) -> Iterator[str]:
    """The texts from an opening brace to the one that closes it. An object that is never closed was cut: what is inside
    of it is a part of it, and no answer."""
    at, tried = text.find("{"), 0
    while at >= 0 and tried < MOST:
        tried += 1
        end = _closed(text, at, '"') or _closed(text, at, "")
        if end and not _QUOTATION.match(text, at):
            yield text[at:end]
        if not end and _OBJECT.match(text, at):
            return
        at = text.find("{", end or at + 1)


def _closed(text: str, at: int, quote: str) -> int:
    """Where the bracket that opens at `at` has closed; 0 if nowhere, or too deep. Brackets between quotes count not."""
    depth, quoted, escaped = 0, False, False
    for i in range(at, len(text)):
        char = text[i]
        if escaped or char == "\\":
            escaped = not escaped
        elif char == quote:
            quoted = not quoted
        elif not quoted and char in "{[":
            depth += 1
            if depth > DEEPEST:
                return 0
        elif not quoted and char in "}]":
            depth -= 1
            if not depth:
                return i + 1
    return 0


def _parsed(span: str, mended: list[str]) -> Any:
    straight = span if '"' in span else span.translate(_STRAIGHT)
    for text in (span, _COMMA.sub(_kept, _COMMENT.sub(_kept, straight))):
        try:
            return json.loads(text, strict=text is span)
        except (ValueError, RecursionError):
            mended.append("syntax")
    from json_repair import repair_json  # needed by few replies

    try:
        return repair_json(span, return_objects=True)
    except (ValueError, RecursionError):
        return None


def _kept(found: re.Match[str]) -> str:
    """A text between quotes, and nothing else."""
    return found[0] if found[0][0] == '"' else ""


def _unwrapped(value: dict[str, Any], schema: Mapping[str, Any], mended: list[str]) -> dict[str, Any]:
    """The object inside of another that has none of the fields: {"answer": {…}}, or a call of a tool."""
    names = {_key(name): name for name in value}
    within = [_decoded(value[names[name]]) for name in _WRAPPERS if name in names]
    if len(within) != 1 or not isinstance(within[0], dict) or names.keys() & set(map(_key, schema["properties"])):
        return value
    mended.append("tool call" if "name" in value else "wrapped")
    return _unwrapped(within[0], schema, mended)


def _decoded(value: Any) -> Any:
    """JSON inside of a JSON text, as calls of tools have it."""
    if isinstance(value, str) and value[:1] == "{" and _closed(value, 0, '"') == len(value) <= LONGEST:
        return _parsed(value, [])
    return value


def _key(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name.strip().casefold())


def fitted(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], mended: list[str]) -> Any:
    """JSON data as its schema wants it, where there is one way only: null for nothing, keys and choices in other case,
    keys that nobody asked for. What does not fit is left for the validation to tell."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    match value:
        case dict() if "properties" in schema:
            return _fields(value, schema, root, mended)
        case list() if "items" in schema:
            return [fitted(item, schema["items"], root, mended) for item in value]
        case None if schema.get("type") in ("string", "array") and "" in schema.get("enum", [""]):
            mended.append("null")
            return "" if schema["type"] == "string" else []
        case str() if "enum" in schema and value not in schema["enum"]:
            chosen = choice(value, [each for each in schema["enum"] if isinstance(each, str)])
            if chosen is not None:
                mended.append("choice")
                return chosen
    return value


def _fields(value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], mended: list[str]) -> Any:
    known = {_key(name): name for name in schema["properties"]}
    named = {known[_key(name)]: name for name in value if name not in schema["properties"] and _key(name) in known}
    out = {}
    for name, field in schema["properties"].items():
        if name not in value and name in named:
            mended.append("keys")
        if name in value or name in named:
            out[name] = fitted(value[name if name in value else named[name]], field, root, mended)
    extra = {name: each for name, each in value.items() if name not in out and name not in named.values()}
    if extra and not schema.get("additionalProperties"):
        mended.append("extra keys")
    return out | extra if schema.get("additionalProperties") else out


def choice(text: str, choices: Sequence[str]) -> str | None:
    """The one of these that a text names, whatever its case and with a remark after it that names no other.

    >>> choice("Pass (safest)", ["pass", "challenge"])
    'pass'
    """
    known = {_plain(each): each for each in choices}
    words = _plain(text)
    words = words if words in known else _plain(_NUMBERED.sub("", words))
    if words in known:
        return known[words]
    head = _plain(_REMARK.sub("", words))
    remark = words[len(head) :]
    others = [re.escape(other) for other in known if other not in ("", head)]
    doubts = re.search(rf"\b(?:{'|'.join(['not', 'never', 'instead', 'rather', *others])})\b", remark)
    return known[head] if head in known and not doubts else None


def _plain(text: str) -> str:
    return one_line(text).casefold().strip(_AROUND)
