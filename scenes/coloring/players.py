"""The owner that talks with a model: exact search decides what to color, the model reads people and finds the words."""

from msgspec.structs import replace

from core.agents import Agent
from core.llm.door import NoReply
from core.llm.replies import Words
from core.turn import Turn
from scenes.coloring.actions import Message, Move
from scenes.coloring.bots import Plan, plan
from scenes.coloring.searching import aside, is_large
from scenes.coloring.speech import Caught, Lie, Unworded
from scenes.coloring.state import Observation
from scenes.coloring.truth.claims import Facts, Finding, check_words, correction
from scenes.coloring.understanding import read_all, with_readings
from scenes.coloring.wording import RECENT, compatible, to_mend, to_write


class ModelOwner(Agent):
    """Steps 1 to 10 of spec 000 with a model at both ends; what it writes is checked against the state."""

    remembers = True

    async def act(self, turn: Turn) -> Move:
        readings = await read_all(turn, turn.observation)
        seen = with_readings(turn.observation, readings, turn.number)
        made = await aside(plan, seen, turn.chance) if is_large(seen) else plan(seen, turn.chance)
        tables = {options.to: options for options in made.tables}
        messages = []
        for message in made.messages:
            if seen.mode == "llm_c" and message.to in tables:
                message = replace(message, options=None, compatible=compatible(seen.problem, tables[message.to]))
            aloud = message.reply if seen.mode == "rb" else message.plain()
            messages.append(await self._worded(turn, seen, made, message, aloud) if aloud else message)
        return replace(made.move(seen), messages=tuple(messages), readings=readings)

    async def _worded(self, turn: Turn, seen: Observation, made: Plan, message: Message, plain: str) -> Message:
        """The message, with the model's words for `plain`. What they falsely claim is asked for once more, then
        corrected aloud."""
        reply = Words(f"words to {message.to}", plain)
        prompt = to_write(seen, turn.number, made, message, turn.memory.serialize("default", RECENT))
        facts = Facts(
            seen.problem,
            seen.name,
            seen.colors,
            made.decision.colors,
            seen.believed,
            made.verdict,
            seen.fixed,
            message.to,
        )
        try:
            words = await turn.ask(prompt, reply)
            found = check_words(facts, words)
            if found:
                lies = _lies(found)
                turn.log(Caught(message.to, lies))
                words = await turn.ask(to_mend(prompt, words, lies), reply)
                found = check_words(facts, words)
        except NoReply as why:
            turn.log(Unworded(message.to, str(why)))
            return message
        if found:
            words = f"{words} [Correction: {correction(found)}]"
        said = {"reply": words} if seen.mode == "rb" else {"words": words}
        return replace(message, lies=_lies(found), **said)


def _lies(found: tuple[Finding, ...]) -> tuple[Lie, ...]:
    return tuple(Lie(finding.claim, finding.truth) for finding in found)
