"""An owner with a model: exact search chooses colors; the model writes messages and decides on offers."""

from functools import partial

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.llm.model_client import NoReply
from core.llm.replies import Words
from scenes.coloring.actions import Message, Move, is_report
from scenes.coloring.bots.dialog_acts import Act, OfferReply, SpokenReply, open_offers, possible_acts, verbs_by_offer
from scenes.coloring.bots.model_prompts import (
    MAX_MEMORIES,
    Prompt,
    compatible,
    correction_prompt,
    message_prompt,
    offers_prompt,
)
from scenes.coloring.bots.rule_based import Plan, is_large, plan, plan_in_thread
from scenes.coloring.negotiation.bargaining import VerbsByOffer
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.claims.check import Facts, Finding, check_words, correction
from scenes.coloring.talk.phrases import express_in_words, plain_words
from scenes.coloring.talk.speech import Caught, Lie, Unworded


class ModelOwner(Agent):
    """Runs steps 1 to 10 of spec 000; a model writes the messages, and its claims are checked."""

    remembers = True

    async def act(self, turn: Turn) -> Move:
        seen: Observation = turn.observation
        planned = partial(plan, seen, turn.chance, await self._decide_on_offers(turn, seen))
        turn_plan = await plan_in_thread(planned) if is_large(seen) else planned()
        tables = {options.to: options for options in turn_plan.tables}
        messages = []
        for message in turn_plan.messages:
            if seen.mode == "llm_c" and message.to in tables and not is_report(message):
                message = replace(message, options=None, compatible=compatible(seen.problem, tables[message.to]))
            if seen.mode == "rb":
                choices: tuple[Act, ...] = (Act("", message),)
            else:
                message = express_in_words(seen, message)
                choices = possible_acts(seen, turn_plan, message) if message.spoken else (Act("", message),)
            aloud = plain_words(seen, message) if message.spoken else message.reply
            messages.append(await self._word_message(turn, seen, turn_plan, choices, aloud) if aloud else message)
        return replace(turn_plan.move(seen), messages=tuple(messages))

    async def _decide_on_offers(self, turn: Turn, seen: Observation) -> VerbsByOffer:
        """Ask the model to decide on offers; without a usable answer, exact search decides."""
        waiting = open_offers(seen) if seen.mode != "rb" else ()
        if not waiting:
            return {}
        prompt = offers_prompt(turn.prompts, seen, turn.number, plan(seen, turn.chance), waiting)
        try:
            return verbs_by_offer(await turn.ask(prompt, OfferReply(waiting)))
        except NoReply:
            return {}  # the log records the call and why it failed

    async def _word_message(
        self, turn: Turn, seen: Observation, turn_plan: Plan, choices: tuple[Act, ...], rule_based_words: str
    ) -> Message:
        """Ask the model to choose an act and to put it into words.

        If the words contain false claims, the model is asked once more; claims that are still false get a correction.
        """
        message = choices[0].message
        prompt = message_prompt(
            turn.prompts, seen, turn.number, turn_plan, choices, turn.memory.serialize("default", MAX_MEMORIES)
        )
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
            words, message = await _choose(turn, prompt, choices, rule_based_words)
            found = check_words(facts, words)
            if found:
                lies = _lies_in(found)
                turn.log(Caught(message.to, lies))
                words, message = await _choose(
                    turn, correction_prompt(turn.prompts, prompt, words, lies), choices, rule_based_words
                )
                found = check_words(facts, words)
        except NoReply as why:
            turn.log(Unworded(message.to, str(why)))
            return choices[0].message if seen.mode == "rb" else replace(choices[0].message, words=rule_based_words)
        if found:
            words = f"{words} [Correction: {correction(found)}]"
        said = {"reply": words} if seen.mode == "rb" else {"words": words}
        return replace(message, lies=_lies_in(found), **said)


async def _choose(turn: Turn, prompt: Prompt, choices: tuple[Act, ...], rule_based_words: str) -> tuple[str, Message]:
    """Ask the model for words; return them with the message of the act that it chose."""
    to = choices[0].message.to
    if len(choices) == 1:
        return await turn.ask(prompt, Words(f"words to {to}", rule_based_words)), choices[0].message
    said = await turn.ask(prompt, SpokenReply(to, len(choices), rule_based_words))
    return said.words, choices[said.act - 1].message


def _lies_in(found: tuple[Finding, ...]) -> tuple[Lie, ...]:
    return tuple(Lie(finding.claim, finding.truth) for finding in found)
