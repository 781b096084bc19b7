"""`playbill models NAME`: one tiny call, and what is known of the model."""

import asyncio
from pathlib import Path
from typing import Any

from core.errors import UserError
from core.llm.direct import Direct
from core.llm.lite import Lite, load
from core.llm.messages import Request
from core.llm.replies import Words
from core.llm.retries import Route
from core.llm.routes import make_model
from core.llm.settings import read_settings
from core.own import own_models, read_config
from tui.cli.terminal import say

QUESTION = "Answer with the one word: ready"


def models(name: str, config: Path | None) -> None:
    """Raises UserError if the model does not answer."""
    name = name.removeprefix("llm:")
    told = {**own_models(), **(read_config(config).get("models", {}) if config else {})}
    asyncio.run(_check(name, told.get(name, {})))


async def _check(name: str, told: dict[str, Any]) -> None:
    settings = read_settings(name, told)
    route = Route(make_model(name, settings), settings)
    pieces: list[str] = []
    request = Request([{"role": "user", "content": QUESTION}], Words("a check", "ready"), 0)
    try:
        if isinstance(route.model, Lite):
            say("loading litellm …")
            await asyncio.to_thread(load)
        completion = await route.call(request, pieces.append, lambda n, of, why: say(f"try {n} of {of}: {why}"))
    finally:
        await route.close()
    if completion.failed:
        raise UserError(f"llm:{name} does not answer: {completion.failed}.")
    spent = completion.spent
    cost = "price unknown" if spent.cost is None else f"{spent.cost:.6f} $"
    print(f"llm:{name} answers: {' '.join(completion.text.split())[:60]!r}")
    print(f"  took       {spent.latency:.2f} s, {spent.tokens_in} → {spent.tokens_out} tokens, {cost}")
    print(f"  streaming  {'yes' if len(pieces) > 1 else 'in one piece'}")
    for what, value in _known(route).items():
        print(f"  {what:<10} {value}")


def _known(route: Route) -> dict[str, str]:
    """What does not need a call."""
    if isinstance(route.model, Direct):
        return {"reached": f"directly, at {route.model.url}", "schema": "sent; left out if the server refuses it"}
    if isinstance(route.model, Lite):
        model, known = route.model.model, load()
        schema = "sent" if known.supports_response_schema(model) else "not supported: replies are only checked here"
        told = known.model_cost.get(model) or known.model_cost.get(model.partition("/")[2]) or {}
        context = told.get("max_input_tokens")
        return {
            "reached": "through litellm",
            "schema": schema,
            **({"context": f"{context:,} tokens"} if context else {}),
        }
    return {"reached": "offline"}
