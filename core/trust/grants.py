"""Trust: the accesses that the user has granted to foreign files.

A recording or an experiment may come from anybody. An agent or a model client is only constructed with `Grants` that
cover its wishes, the accesses that it needs (`core.trust.wishes`). `core.trust.remembered` has the wishes that were
granted before.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from shlex import quote
from typing import Any, Self

import msgspec

from core.engine.bot_references import PREFIX, is_known, is_reference, module_of
from core.errors import UserError
from core.llm.judge import judge_in
from core.llm.settings import PLAY_SETTINGS, TRANSPORT_SETTINGS, GrantedSettings, ModelSettings, read_settings
from core.recording.header import Header
from core.remote.policies import HTTP, MCP, REMOTE
from core.trust.remembered import knows
from core.trust.wishes import MODEL, READ, SCRIPT, Models, Wish, header_wishes, model_wishes, wishes_of

ALLOW_FORMS = "py:MODULE, mcp:COMMAND, http:, remote, script:FILE, read:FILE or llm:MODEL"


@dataclass(frozen=True, slots=True)
class Grants:
    """Permissions that the user gives a file. Worker processes receive the grants of their parent."""

    allow: frozenset[str] = frozenset()
    """Values of `--allow`, and policies that the user named for a branch."""
    own: Models = field(default_factory=dict, hash=False)
    """Model settings from the user's own config, and from files named by `--config`."""
    wishes: frozenset[Wish] = frozenset()
    """Single wishes that are granted, because the user has started them before."""

    @classmethod
    def of(cls, allow: Collection[str] = (), own: Models | None = None) -> Self:
        """Make grants from the values of `--allow`. Raises UserError for an invalid value."""
        for text in allow:
            known = text == REMOTE or (text.startswith((PREFIX, MCP, HTTP, SCRIPT, READ, MODEL)) and text != READ)
            if not known or (is_reference(text) and not module_of(text)):
                raise UserError(f"--allow takes {ALLOW_FORMS}, not {text!r}.")
        return cls(frozenset(allow), own or {})

    def with_policies(self, policies: Iterable[str]) -> Self:
        """Return grants that also cover policies that the user named. Models get the user's own settings."""
        return replace(self, allow=self.allow.union(policies))

    def with_known_header(self, header: Header) -> Self:
        """Return grants that also cover a header's wishes, if the user has started exactly these before."""
        return self.with_known_wishes(header_wishes(header))

    def with_known_wishes(self, wishes: Collection[Wish]) -> Self:
        """Return grants that also cover these wishes, if the user has started exactly these before."""
        if self.wishes.issuperset(wishes) or not knows(wishes):
            return self
        return replace(self, wishes=self.wishes.union(wishes))

    def covers(self, wish: Wish) -> bool:
        if wish in self.wishes or wish.allow in self.allow:
            return True
        if wish.kind == "import":
            allowed = (module_of(text) for text in self.allow if is_reference(text))
            return is_known(wish.policy) or any(f"{wish.target}.".startswith(f"{module}.") for module in allowed)
        return wish.policy.removeprefix(MODEL) in self.own if wish.policy.startswith(MODEL) else False

    def check(self, wishes: Iterable[Wish]) -> None:
        """Raise UserError for wishes that are not granted; it lists the flags that grant them."""
        missing = [wish for wish in wishes if not self.covers(wish)]
        if not missing:
            return
        flags = " ".join(f"--allow {quote(text)}" for text in dict.fromkeys(wish.allow for wish in missing))
        models = dict.fromkeys(wish.policy.removeprefix(MODEL) for wish in missing if wish.kind in ("contact", "send"))
        own = "".join(f", or set [models.{name!r}] in a config of your own" for name in list(models)[:1])
        actions = ", ".join(dict.fromkeys(wish.sentence for wish in missing))
        raise UserError(f"This file would {actions}. If you trust it, allow that on the command line: {flags}{own}.")

    def check_policy(self, policy: str) -> None:
        """Raise UserError for a policy without permission. Models are checked when their clients are made."""
        if not policy.startswith(MODEL):
            self.check(wishes_of(policy, {}))

    def settings(self, name: str, recorded: Mapping[str, Any]) -> GrantedSettings:
        """Return the settings with which a model may be contacted. Raises UserError if there are none.

        They are the file's settings if those are granted, else the user's own.
        """
        recorded_settings = read_settings(name, recorded)
        own = read_settings(name, self.own[name]) if name in self.own else None
        if own is not None and _transport(own) != _transport(recorded_settings):
            return GrantedSettings(own)
        if own is None:
            self.check(model_wishes(name, recorded_settings))
        return GrantedSettings(recorded_settings)

    def describe(self, header: Header) -> Header:
        """Return the header with the user's own model settings in place of the file's."""
        used = {policy.removeprefix(MODEL) for policy in [*header.cast.values(), *judge_in(header).values()]}
        own = {
            name: {
                **read_settings(name, table).model_dump(exclude_defaults=True, exclude=set(PLAY_SETTINGS)),
                **{key: value for key, value in header.models.get(name, {}).items() if key in PLAY_SETTINGS},
            }
            for name, table in self.own.items()
            if name in used
        }
        return msgspec.structs.replace(header, models={**header.models, **own}) if own else header


NO_GRANTS = Grants()


def merge_settings(own: Models, file: Models) -> dict[str, dict[str, Any]]:
    """Return the model settings for an experiment.

    Address and keys come from the user's own entry for the model, if there is one; other settings come from the file.
    """
    out = {name: dict(table) for name, table in own.items()}
    for name, table in file.items():
        harmless = {key: value for key, value in table.items() if key not in TRANSPORT_SETTINGS}
        out[name] = {**own[name], **harmless} if name in own else dict(table)
    return out


def _transport(settings: ModelSettings) -> dict[str, Any]:
    return settings.model_dump(include=set(TRANSPORT_SETTINGS))
