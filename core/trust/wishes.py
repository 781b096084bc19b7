"""Wishes: the accesses that a recording or an experiment needs, such as imports, commands, files and addresses.

They are found from the text alone, without constructing anything. `core.trust.grants` decides which are granted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from core.engine.bot_references import PREFIX, is_reference, module_of
from core.llm.judge import judge_in
from core.llm.settings import ModelSettings, destination, read_settings, variables
from core.recording.header import Header
from core.remote.policies import HTTP, MCP, REMOTE, starts_command
from core.text import one_line

MODEL, SCRIPT, READ = "llm:", "script:", "read:"
Models = Mapping[str, Mapping[str, Any]]
Kind = Literal["import", "start", "read", "listen", "contact", "send"]
SENTENCES: Mapping[Kind, str] = {
    "import": "import the Python module {target}",
    "start": "start the command {target!r}",
    "read": "read the file {target}",
    "listen": "listen on loopback for a player ({policy})",
    "contact": "send prompts to {target} at {where}",
    "send": "send the environment variable {target} to {where}",
}


class Wish(NamedTuple):
    """One access that Playbill would need to play a file."""

    kind: Kind
    target: str
    """Module, command, file, port, model or environment variable to access."""
    policy: str
    """Policy or option that needs the access."""
    allow: str
    """Value of `--allow` that grants it. For a model it also names the address and variables."""
    where: str = ""
    """Address that is contacted, or that the variable is sent to."""
    mark: str = ""
    """Other settings that are sent to a model's server, as JSON."""

    @property
    def sentence(self) -> str:
        """Description of the wish, to follow "This file would …"."""
        target, policy, where = map(one_line, (self.target, self.policy, self.where))
        return SENTENCES[self.kind].format(target=target, policy=policy, where=where)


def policy_wishes(policies: Iterable[str], models: Models) -> tuple[Wish, ...]:
    """List the wishes of policies with their model settings. Raises UserError for invalid settings."""
    return tuple(dict.fromkeys(wish for policy in dict.fromkeys(policies) for wish in wishes_of(policy, models)))


def header_wishes(header: Header) -> tuple[Wish, ...]:
    """List the wishes of a header, for a run with live models and players."""
    return policy_wishes([*header.cast.values(), *judge_in(header).values()], header.models)


def file_wishes(option: str, files: Iterable[str]) -> tuple[Wish, ...]:
    """List the wishes of an option that names files."""
    return tuple(Wish("read", file, option, f"{READ}{file}") for file in files)


def wishes_of(policy: str, models: Models) -> Sequence[Wish]:
    """List the wishes of one policy. Raises UserError for invalid settings."""
    if is_reference(policy):
        return (Wish("import", module_of(policy), policy, f"{PREFIX}{module_of(policy)}"),)
    if policy.startswith(SCRIPT):
        return (Wish("read", policy.removeprefix(SCRIPT), policy, policy),)
    if starts_command(policy):
        return (Wish("start", policy.removeprefix(MCP).strip(), policy, policy),)
    if policy.startswith((REMOTE, HTTP, MCP)):
        return (Wish("listen", policy.partition(":")[2].strip(), policy, policy),)
    if policy.startswith(MODEL):
        name = policy.removeprefix(MODEL)
        return model_wishes(name, read_settings(name, models.get(name, {})))
    return ()


def model_wishes(name: str, settings: ModelSettings) -> Sequence[Wish]:
    """List the wishes of one model with these settings."""
    known, policy, allow = settings.model or name, f"{MODEL}{name}", _model_text(name, settings)
    if known == "mock":
        return ()
    if known.startswith(SCRIPT):
        return (Wish("read", known.removeprefix(SCRIPT), policy, allow),)
    where, more = destination(name, settings), settings.model_dump(include={"headers", "extra_body", "route"})
    mark = msgspec.json.encode(more, order="sorted").decode()
    contact = Wish("contact", known, policy, allow, where, mark)
    return (contact, *(Wish("send", each, policy, allow, where, mark) for each in variables(name, settings)))


def _model_text(name: str, settings: ModelSettings) -> str:
    """Return the value of `--allow` that grants a model: `llm:NAME=MODEL@ADDRESS+VARIABLE`."""
    named = [settings.key, *(value[1:] for value in settings.headers.values() if value.startswith("$"))]
    model, base = f"={settings.model}" if settings.model else "", f"@{settings.base}" if settings.base else ""
    return "".join([MODEL, name, model, base, *(f"+{variable}" for variable in dict.fromkeys(filter(None, named)))])
