"""An owner with a model: exact search chooses colors; the model writes messages and decides on offers."""

from functools import partial

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.llm.model_client import NoReply
from core.llm.replies import Words
from scenes.coloring.actions import Message, Move, is_report
from scenes.coloring.bots.dialog_acts import Act, OfferReply, SpokenReply, acts, chosen, open_offers
from scenes.coloring.bots.model_prompts import RECENT, Prompt, compatible, to_decide, to_mend, to_write
from scenes.coloring.bots.rule_based import Plan, aside, is_large, plan
from scenes.coloring.negotiation.bargaining import Choices
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.claims.check import Facts, Finding, check_words, correction
from scenes.coloring.talk.phrases import in_mode, plain
from scenes.coloring.talk.speech import Caught, Lie, Unworded


class ModelOwner(Agent):
    """Runs steps 1 to 10 of spec 000; a model writes the messages, and its claims are checked."""

    remembers = True

    async def act(self, turn: Turn) -> Move:
        seen: Observation = turn.observation
        planned = partial(plan, seen, turn.chance, await self._answers(turn, seen))
        turn_plan = await aside(planned) if is_large(seen) else planned()
        tables = {options.to: options for options in turn_plan.tables}
        messages = []
        for message in turn_plan.messages:
            if seen.mode == "llm_c" and message.to in tables and not is_report(message):
                message = replace(message, options=None, compatible=compatible(seen.problem, tables[message.to]))
            if seen.mode == "rb":
                choices: tuple[Act, ...] = (Act("", message),)
            else:
                message = in_mode(seen, message)
                choices = acts(seen, turn_plan, message) if message.spoken else (Act("", message),)
            aloud = plain(seen, message) if message.spoken else message.reply
            messages.append(await self._worded(turn, seen, turn_plan, choices, aloud) if aloud else message)
        return replace(turn_plan.move(seen), messages=tuple(messages))

    async def _answers(self, turn: Turn, seen: Observation) -> Choices:
        """Ask the model to decide on offers; exact search decides if it gives no usable answer."""
        waiting = open_offers(seen) if seen.mode != "rb" else ()
        if not waiting:
            return {}
        prompt = to_decide(turn.prompts, seen, turn.number, plan(seen, turn.chance), waiting)
        try:
            return chosen(await turn.ask(prompt, OfferReply(waiting)))
        except NoReply:
            return {}  # the log records the call and why it failed

    async def _worded(
        self, turn: Turn, seen: Observation, turn_plan: Plan, choices: tuple[Act, ...], by_rules: str
    ) -> Message:
        """Ask the model to choose and word an act.

        False claims are sent back once; if some remain, a correction is added to the words.
        """
        message = choices[0].message
        prompt = to_write(turn.prompts, seen, turn.number, turn_plan, choices, turn.memory.serialize("default", RECENT))
        facts = Facts(
            seen.problem,
            seen.name,
            seen.colors,
            turn_plan.decision.colors,
            seen.believed,
            turn_plan.verdict,
            seen.fixed,
            message.to,
        )
        try:
            words, message = await _choose(turn, prompt, choices, by_rules)
            found = check_words(facts, words)
            if found:
                lies = _lies(found)
                turn.log(Caught(message.to, lies))
                words, message = await _choose(turn, to_mend(turn.prompts, prompt, words, lies), choices, by_rules)
                found = check_words(facts, words)
        except NoReply as why:
            turn.log(Unworded(message.to, str(why)))
            return choices[0].message if seen.mode == "rb" else replace(choices[0].message, words=by_rules)
        if found:
            words = f"{words} [Correction: {correction(found)}]"
        said = {"reply": words} if seen.mode == "rb" else {"words": words}
        return replace(message, lies=_lies(found), **said)


async def _choose(turn: Turn, prompt: Prompt, choices: tuple[Act, ...], by_rules: str) -> tuple[str, Message]:
    """Ask the model for words; return them with the message of the act that it chose."""
    to = choices[0].message.to
    if len(choices) == 1:
        return await turn.ask(prompt, Words(f"words to {to}", by_rules)), choices[0].message
    said = await turn.ask(prompt, SpokenReply(to, len(choices), by_rules))
    return said.words, choices[said.act - 1].message


def _lies(found: tuple[Finding, ...]) -> tuple[Lie, ...]:
    return tuple(Lie(finding.claim, finding.truth) for finding in found)
