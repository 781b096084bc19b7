"""JSON schemas in the form strict providers accept, sample answers, and a cache of servers that refuse schemas."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

_LEFT_OUT = ("title", "default", "minLength", "maxLength", "examples")
"""Keys that some providers refuse; lengths are checked when a reply is read."""
_TYPED = ("type", "enum", "const", "anyOf", "$ref")


def close_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Close a schema: all fields are required, in their order, and no others allowed.

    >>> close_schema({"title": "A", "type": "object", "properties": {"why": {"type": "string", "default": ""}}})
    {'type': 'object', 'properties': {'why': {'type': 'string'}}, 'required': ['why'], 'additionalProperties': False}
    """
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # a reference may have no other keys
    out = {name: _inside(name, value) for name, value in schema.items() if name not in _LEFT_OUT}
    if "properties" in out:
        out.pop("description", None)  # the docstring of a class, which is not for models
        out |= {"required": list(out["properties"]), "additionalProperties": False}
    return out


def _inside(name: str, value: Any) -> Any:
    if name in ("properties", "$defs"):
        return {each: close_schema(inner) for each, inner in value.items()}
    if name == "items":
        return close_schema(value)
    return [close_schema(each) for each in value] if name == "anyOf" else value


def sample(schema: dict[str, Any], root: dict[str, Any]) -> Any:
    """Return a neutral valid answer: first choices, shortest lists, and descriptions as texts.

    `examples` of a field come first.

    >>> kind = {"properties": {"why": {"type": "string", "description": "the reason"}, "by": {"type": "integer"}}}
    >>> sample(kind, kind)
    {'why': 'the reason', 'by': 1}
    """
    if "examples" in schema:
        return schema["examples"][0]
    if "$ref" in schema:
        return sample(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "enum" in schema:
        return schema["enum"][0]
    if "properties" in schema:
        required = schema.get("required", ())
        return {
            name: [] if field.get("type") == "array" and name not in required else sample(field, root)
            for name, field in schema["properties"].items()
        }
    if "anyOf" in schema:
        return sample(schema["anyOf"][0], root)
    match schema.get("type"):
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
        case "array":
            return [sample(schema["items"], root)]
        case "object":
            return {}
    return schema.get("const", schema.get("description", "…"))


def is_strict(schema: dict[str, Any]) -> bool:
    """Return True if a closed schema has no object with free names and no value without a type."""
    inner = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", [])]
    inner += [schema["items"]] if "items" in schema else []
    named = schema.get("type") != "object" or "properties" in schema
    return named and any(name in schema for name in _TYPED) and all(map(is_strict, inner))


class SchemaRefusals:
    """A file of addresses, one per line of JSON. Losing it costs only time."""

    def __init__(self) -> None:
        """Read the file; an unreadable one counts as empty."""
        self._path = cache_path() / "schema-refusers.json"
        try:
            self._known = msgspec.json.decode(self._path.read_bytes(), type=set[str])
        except (OSError, msgspec.DecodeError):
            self._known = set()

    def __contains__(self, address: str) -> bool:
        return address in self._known

    def add(self, address: str) -> None:
        """Add an address, keeping what other processes added meanwhile."""
        self._keep(SchemaRefusals()._known | {address})

    def forget(self, address: str) -> None:
        """Remove an address, so that the next request to it has a schema."""
        if address in self._known:
            self._keep(SchemaRefusals()._known - {address})

    def _keep(self, known: set[str]) -> None:
        """Write the file; an unwritable folder costs one request at the next start."""
        self._known = known
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(msgspec.json.encode(sorted(known)))
            beside.replace(self._path)


def cache_path() -> Path:
    """Return the path of the cache; it need not exist."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("PLAYBILL_CACHE") or user_cache_path("playbill", False))
