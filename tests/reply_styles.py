"""Forty styles in which models write an answer, as messages on the wire; and what is to come of each."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.model_wire import Body

UNDERSTOOD, AGAIN, REFUSED = "understood", "asked again", "refused"


class Style(NamedTuple):
    """How the example of a reply is written; `schema` is that of an object, None for plain text."""

    write: Callable[[str, dict[str, Any] | None], Body | str | None]
    """None where a reply of this type cannot be written so."""
    outcome: str = UNDERSTOOD
    finish: str = "stop"


def text(pattern: str) -> Style:
    """The answer with something around it."""
    return Style(lambda answer, _: pattern.replace("ANSWER", answer))


def of_object(change: Callable[[dict[str, Any]], str]) -> Style:
    """An object that is written otherwise."""
    return Style(lambda answer, schema: change(json.loads(answer)) if schema else None)


def of_choices(change: Callable[[str], str]) -> Style:
    """An object whose choices are written otherwise."""

    def write(answer: str, schema: dict[str, Any] | None) -> str | None:
        return json.dumps(_changed(json.loads(answer), schema, schema, change)) if schema else None

    return Style(write)


def _changed(value: Any, schema: dict[str, Any], root: dict[str, Any], change: Callable[[str], str]) -> Any:
    schema = root["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    match value:
        case dict():
            return {name: _changed(each, schema["properties"][name], root, change) for name, each in value.items()}
        case list():
            return [_changed(each, schema["items"], root, change) for each in value]
        case str() if value and "enum" in schema:
            return change(value)
    return value


def _smart(told: dict[str, Any]) -> str:
    opened = True
    out = ""
    for char in json.dumps(told):
        out += char if char != '"' else "“" if opened else "”"
        opened = opened if char != '"' else not opened
    return out


def _no_empty(told: Any) -> Any:
    return {k: None if v == "" else v for k, v in told.items()}


def _tool_call(answer: str, schema: dict[str, Any] | None) -> Body | None:
    call = {"id": "1", "type": "function", "function": {"name": "answer", "arguments": answer}}
    return {"content": None, "tool_calls": [call]} if schema else None


def _members(told: dict[str, Any]) -> str:
    return ",\n ".join(f'"{name}": {json.dumps(value)}' for name, value in told.items())


STYLES = {
    "plain": text("ANSWER"),
    "space around": text("\n\n  ANSWER \n"),
    "a fence": text("```\nANSWER\n```"),
    "a fence that says json": text("```json\nANSWER\n```"),
    "a fence of tildes": text("~~~text\nANSWER\n~~~"),
    "words before a fence": text("Here is my answer:\n\n```json\nANSWER\n```"),
    "words before": text("Sure! Here is what I would answer:\nANSWER"),
    "words after": Style(lambda answer, schema: f"{answer}\n\nI hope that helps!" if schema else None),
    "bold label": text("**Answer:** ANSWER"),
    "label": text("Final answer: ANSWER"),
    "tags": text("<answer>ANSWER</answer>"),
    "thinking": text("<think>What if {not}?</think>\n\nANSWER"),
    "thinking that was not opened": text("Hm, what if {not}?\n</think>\nANSWER"),
    "harmony": text(
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>ANSWER<|return|>"
    ),
    "im_end": text("ANSWER<|im_end|>"),
    "the next speaker, too": text("<|im_start|>assistant\nANSWER<|im_end|>\n<|im_start|>user\nAnd now?"),
    "headers of llama": text("<|start_header_id|>assistant<|end_header_id|>\n\nANSWER<|eot_id|>"),
    "end of sentence": text("ANSWER</s>"),
    "content as parts": Style(lambda answer, _: {"content": [{"type": "text", "text": answer}]}),
    "thoughts beside it": Style(lambda answer, _: {"content": answer, "reasoning_content": "Hm {x}."}),
    "only in the reasoning": Style(
        lambda answer, schema: {"content": "", "reasoning_content": f"So: {answer}"} if schema else None
    ),
    "tool call": Style(_tool_call),
    "tool call in words": of_object(
        lambda told: f"<tool_call>{json.dumps({'name': 'answer', 'arguments': told})}</tool_call>"
    ),
    "indented": of_object(lambda told: json.dumps(told, indent=4)),
    "extra keys": of_object(lambda told: json.dumps({"confidence": 0.9, **told, "mood": "good"})),
    "raw newlines": of_object(lambda told: '{"notes": "one\ntwo",' + _members(told) + "}"),
    "trailing comma": of_object(lambda told: "{" + _members(told) + ",\n}"),
    "single quotes": of_object(repr),
    "smart quotes": of_object(_smart),
    "comments": of_object(lambda told: "{" + _members(told) + " // as it is\n}"),
    "bare keys": of_object(lambda told: "{" + ", ".join(f"{k}: {json.dumps(v)}" for k, v in told.items()) + "}"),
    "null for empty": of_object(lambda told: json.dumps(_no_empty(told))),
    "in a list": of_object(lambda told: json.dumps([told])),
    "keys in other case": of_object(lambda told: json.dumps({k.title(): v for k, v in told.items()})),
    "choices in other case": of_choices(str.upper),
    "choices with a remark": of_choices("{} (safest)".format),
    "wrapped": of_object(lambda told: json.dumps({"response": told})),
    "cut": Style(lambda answer, _: answer[: len(answer) // 2], AGAIN, "length"),
    "nothing": Style(lambda answer, _: "", AGAIN),
    "refusal": Style(lambda answer, _: "I'm sorry, but I can't assist with that.", REFUSED),
}
