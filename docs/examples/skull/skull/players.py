"""A player of Skull that asks a model."""

import playbill as pb
from skull.events import Seen

SYSTEM = """You are {name}, playing Skull.

{rules}

Bluffing is part of the game: a bid may lure others into your skull.
Answer with one JSON object such as {example}"""
TASK = """Discs on your mat, the lowest first: {pile}. Face down on the mats: {mats}. Points: {points}.
The bid is {bid}{bidder}. What you can do: {commands}."""


class ModelPlayer(pb.Agent):
    """Prompts with the rules, the newest events and what lies on the table."""

    remembers = True

    async def act(self, turn: pb.Turn) -> pb.Action:
        seen: Seen = turn.observation
        reply = pb.ActionReply(turn, "a move")
        system = SYSTEM.format(name=turn.name, rules=turn.rules, example=reply.example)
        task = TASK.format(
            pile=", ".join(seen.piles[turn.name]) or "none",
            mats=", ".join(f"{name} {count}" for name, count in seen.mats.items()),
            points=", ".join(f"{name} {points}" for name, points in seen.points.items()),
            bid=seen.bid,
            bidder=f", by {seen.bidder}" if seen.bidder else "",
            commands="; ".join(turn.commands),
        )
        past = turn.memory.serialize("default", 20)
        messages = [{"role": "system", "content": system}, *past, {"role": "user", "content": task}]
        return await turn.ask(messages, reply)
