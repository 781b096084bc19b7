"""Extraction of an answer from a model's reply, with repairs that need no guessing."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.llm.naming import NO_WORDING, Wording, choice_in
from core.llm.schema_fitting import fit, key, resolve, texts
from core.text import lazy_pattern

_TAG = "(?:think|thinking|reasoning|thought)"
_THINKING = re.compile(rf"\A(?:.*?</{_TAG}>|\s*<{_TAG}>.*)", re.DOTALL | re.IGNORECASE)
"""Some servers omit the opening tag; a cut reply lacks the closing one."""
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
_PREAMBLE = re.compile(
    r"\A(?:sure|certainly|of course|okay|ok|absolutely|here(?:'s| is|’s))\b[^\n]{0,200}:[ ]*\n\s*", re.I
)
_TAGGED = re.compile(
    r"\A<(answer|response|message|output|final|reply|words|text|say|speech)>(.*)</\1>\Z", re.DOTALL | re.IGNORECASE
)
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|\#[^\n]*', re.DOTALL)
_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_OBJECT, _QUOTATION = re.compile(r"\{\s*[\"'“]"), re.compile(r"\{\s*\\")
"""Start of an object, and start of an object that is quoted inside a text."""
_WRAPPERS = ("answer", "final_answer", "response", "reply", "output", "result", "arguments", "parameters", "function")
_SAID = ("message", "words", "text", "content", "reply", "response", "answer", "say", "speech")
_LINE = lazy_pattern(r"^[ \t>*_#\d.)-]*([A-Za-z]\w{1,20})[*_ \t]*[:=](?!=)[*_ \t]*", re.M)
_QUOTING = lazy_pattern(r"[\"“]|:\s*\Z")
"""Text before an answer that may be a quotation."""
_REPORTED = lazy_pattern(
    r"\A(?:as [^\"“”\n]{1,40}, )?(?:i(?:'d| would|'ll| will)? (?:say|tell|write|reply|answer|respond)"
    r"|(?:my )?(?:message|reply))[^\"“”\n]{0,40}: *[\"“]([^\"“”]+)[\"”]\Z",
    re.IGNORECASE,
)
_STRAIGHT = str.maketrans("“”„‟", '""""')
LONGEST, DEEPEST, MOST = 2**15, 24, 24
"""Longest reply, deepest nesting and most object starts that are repaired."""
LAYERS = 3
"""Maximum number of nested wrappers that are removed."""


class Form(NamedTuple):
    """A candidate answer as it will be read, with its repairs."""

    text: str
    repairs: tuple[str, ...] = ()


def answer_in(text: str) -> str:
    """Remove thinking and chat template marks before a reply.

    A reply that begins as an object keeps such marks, since they are part of a text in it.
    """
    text = text.strip()
    if text.startswith("<|") and text.count(_FINAL) == 1:
        text = text.partition(_FINAL)[2].partition(_MESSAGE)[2]
    elif text.startswith("<|") and _MESSAGE in text:
        before, _, text = text.rpartition(_MESSAGE)
        text = "" if before.endswith("analysis") else text
    text = _OPENING.sub("", text)
    text = text if text.startswith("{") else _THINKING.sub("", text)
    return _ENDING.split(text, maxsplit=1)[0].strip()


def remove_fence(text: str) -> str:
    """Remove a Markdown fence around the whole reply."""
    text = text.strip()
    first, _, body = text.partition("\n")
    if first[:3] in _FENCES and body.endswith(first[:3]) and _LANGUAGE.fullmatch(first, 3):
        return body[:-3].strip()
    return text


def decode_quoted_text(text: str) -> str:
    """Return the text of a reply that is a JSON string; return other replies unchanged."""
    body = remove_fence(text)
    if body[:2] != '"{' or body[-2:] != '}"':
        return text
    try:
        inner = json.loads(body)
    except ValueError:
        return text
    return str(inner)


def text_after_label(text: str) -> str:
    """Return the text after the last "Answer:" at the start of a line; the whole text if there is none."""
    return text[max((found.end() for found in _LABEL.finditer(text)), default=0) :].strip()


def remove_wrappers(text: str) -> str:
    """Remove wrappers around the whole text: fences, tags, labels, "Sure, here it is:"."""
    for _ in range(LAYERS):
        text = remove_fence(_PREAMBLE.sub("", text))
        tagged = _TAGGED.match(text)
        text = tagged[2].strip() if tagged else text
        label = _LABEL.match(text)
        text = text[label.end() :].strip() if label else text
    return text


def words_in(text: str) -> Form:
    """Return a text's plain words, also from an object that holds nothing else."""
    words = remove_wrappers(text)
    value = _decoded(words)
    if isinstance(value, dict):
        texts_found = [
            each for name, each in value.items() if isinstance(each, str) and (len(value) == 1 or key(name) in _SAID)
        ]
        if len(texts_found) == 1:
            return Form(texts_found[0], ("wrapped",))
    if reported := _REPORTED.match(words):
        return Form(reported[1], ("text around",))
    return Form(words, ("text around",) if words != text else ())


def objects_in(text: str, schema: Mapping[str, Any], wording: Wording = NO_WORDING) -> Iterator[Form]:
    """Find JSON objects in a text, each repaired as its schema allows."""
    if len(text) > LONGEST:
        return
    for span in _spans(text):
        repairs = [] if span == text.strip() else ["text around"]
        value = parse_json(span, repairs)
        if isinstance(value, dict):
            value = fit(_unwrapped(value, schema, repairs), schema, schema, repairs, wording)
            if value:  # the object has at least one field of the answer
                yield Form(json.dumps(value), tuple(dict.fromkeys(repairs)))


def find_fields(text: str, schema: Mapping[str, Any], wording: Wording = NO_WORDING) -> Iterator[Form]:
    """Find an answer in a text without an object.

    The text has fields after their names or between tags, or names a value of the only choice in the schema.
    """
    names = {key(name): name for name in schema["properties"]}
    tags = re.compile(rf"<({'|'.join(map(re.escape, names))})>(.*?)</\1>", re.S | re.I)
    text = remove_wrappers(text)
    before, *parts = _LINE.split(text)
    found = tags.findall(text) or list(zip(parts[::2], parts[1::2], strict=True))
    fields = [(names.get(key(name), name), each.strip().partition("\n\n")[0].strip(" \t\n*`")) for name, each in found]
    value = dict(fields)
    wanted = schema.get("required", ())
    closed = resolve(schema["properties"][wanted[0]], schema) if len(wanted) == 1 else {}
    if not found and "enum" in closed and (named := choice_in(text, texts(closed["enum"]), wording)):
        value = {wanted[0]: named}
    if value and len(value) >= len(found) and all(value.values()) and not _QUOTING.search(before if found else ""):
        repairs = ["layout"]
        yield Form(json.dumps(fit(value, schema, schema, repairs, wording)), tuple(dict.fromkeys(repairs)))


def _spans(text: str) -> Iterator[str]:
    """Find texts in matching braces. An unclosed object was cut off, so objects inside it are not answers."""
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
    """Return the index after the bracket that closes the one at `at`, skipping quotes; 0 if there is none."""
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


def parse_json(span: str, repairs: list[str]) -> Any:
    """Parse JSON, repairing it where needed; None if impossible."""
    straight = span if '"' in span else span.translate(_STRAIGHT)
    for text in (span, _COMMA.sub(_without_comment, _COMMENT.sub(_without_comment, straight))):
        try:
            return json.loads(text, strict=text is span)
        except (ValueError, RecursionError):
            repairs.append("syntax")
    from json_repair import repair_json  # few replies need this import

    try:
        return repair_json(span, return_objects=True)
    except (ValueError, RecursionError):
        return None


def _without_comment(found: re.Match[str]) -> str:
    """Keep a quoted text; remove a comment or a trailing comma."""
    return found[0] if found[0][0] == '"' else ""


def _unwrapped(value: dict[str, Any], schema: Mapping[str, Any], repairs: list[str]) -> dict[str, Any]:
    """Unwrap an object without fields of the answer: {"answer": {…}}, or a tool call."""
    names = {key(name): name for name in value}
    within = [_decoded(value[names[name]]) for name in _WRAPPERS if name in names]
    if len(within) != 1 or not isinstance(within[0], dict) or names.keys() & set(map(key, schema["properties"])):
        return value
    repairs.append("tool call" if "name" in value else "wrapped")
    return _unwrapped(within[0], schema, repairs)


def _decoded(value: Any) -> Any:
    """Parse JSON inside a JSON string, as tool calls have it."""
    if isinstance(value, str) and value[:1] == "{" and _closed(value, 0, '"') == len(value) <= LONGEST:
        return parse_json(value, [])
    return value
