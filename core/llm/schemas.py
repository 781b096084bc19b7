"""JSON schemas as strict providers take them: every object closed, every field required, nothing that they refuse."""

from typing import Any

_LEFT_OUT = ("title", "default", "minLength", "maxLength")
"""What some providers refuse in a schema; lengths are checked where a reply is read."""
_TYPED = ("type", "enum", "const", "anyOf", "$ref")


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    """Close a schema, in the order of its fields: a model writes them in that order.

    >>> closed({"title": "A", "type": "object", "properties": {"why": {"type": "string", "default": ""}}})
    {'type': 'object', 'properties': {'why': {'type': 'string'}}, 'required': ['why'], 'additionalProperties': False}
    """
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # nothing may stand beside it
    out = {name: _inside(name, told) for name, told in schema.items() if name not in _LEFT_OUT}
    if "properties" in out:
        out.pop("description", None)  # a class's docstring, which is for its readers
        out |= {"required": list(out["properties"]), "additionalProperties": False}
    return out


def _inside(name: str, told: Any) -> Any:
    if name in ("properties", "$defs"):
        return {each: closed(inner) for each, inner in told.items()}
    if name == "items":
        return closed(told)
    return [closed(each) for each in told] if name == "anyOf" else told


def is_strict(schema: dict[str, Any]) -> bool:
    """Tell whether a closed schema leaves nothing open: no object with names of its own, nothing without a type."""
    inner = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", [])]
    inner += [schema["items"]] if "items" in schema else []
    named = schema.get("type") != "object" or "properties" in schema
    return named and any(name in schema for name in _TYPED) and all(map(is_strict, inner))
