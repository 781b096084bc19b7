"""The oracle that asks a model: only for decisions that the chart leaves open (Evaluating → ?)."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field, WithJsonSchema, field_validator

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.llm.messages import Message
from core.llm.naming import Wording
from core.llm.prompts import Prompts
from core.llm.replies import Json
from core.text import one_line, quoted
from scenes.feed.account import MIN_LOVED_INTEREST, Observation, SocialAgent
from scenes.feed.actions import MAX_TEXT, SCROLL_ON, STATE_OF_WORD, WORD_OF, Decide
from scenes.feed.behavior import COMPOSING, LIKE, REPLY, RESHARE, SCROLLING, AgentState
from scenes.feed.oracle import draw_state, weigh
from scenes.feed.posts import POSTED, Items
from scenes.feed.wording import reply_words

if TYPE_CHECKING:
    from scenes.feed.state import FeedState

MAX_REPLIES, MAX_DECISIONS = 3, 4
"""Maximum number of a thread's replies, and of the account's decisions, in a prompt; it quotes the newest."""
WORDS_FOR_DECISION = {LIKE: "liked", REPLY: "answered", RESHARE: "reshared", COMPOSING: "turned away to write after"}


def post_context(world: "FeedState", agent: SocialAgent) -> str:
    """Write the context of a post: relation to its author, its latest replies, and the account's latest decisions."""
    posts, names = world.posts, world.handles
    item = posts.items[agent.item]
    author = posts.items[posts.root(agent.item)].author
    follows = world.follows[agent.number]
    lines = [f"@{names[agent.number]} {'follows' if author in follows else 'does not follow'} @{names[author]}."]
    if author != agent.number and agent.number in world.follows[author]:
        lines.append(f"@{names[author]} follows @{names[agent.number]}.")
    said = posts.answers(item.thread)[-MAX_REPLIES:]
    parts = [" ".join(lines)]
    if said:
        parts.append("\n".join(["The latest replies:", *(f"@{names[r.author]}: {quoted(r.text)}" for r in said)]))
    if acts := list(islice(_decision_lines(world, agent), MAX_DECISIONS)):
        parts.append("\n".join([f"What @{names[agent.number]} did lately, the newest first:", *acts]))
    return "\n\n".join(parts)


def _decision_lines(world: "FeedState", agent: SocialAgent) -> Iterator[str]:
    """Yield a line for each decision but scrolling on, newest first, with the text of the reply or post."""
    items, names = world.posts.items, world.handles
    for entry in reversed(agent.history):
        if entry.trigger == "decides" and entry.to_state in WORDS_FOR_DECISION and isinstance(entry.context, int):
            about = items[entry.context]
            author = items[world.posts.root(entry.context)].author
            words = _text_after_decision(items, agent.number, entry.to_state, entry.context, entry.timestamp)
            topic = world.society.topics[about.topic]
            yield (
                f"- tick {entry.timestamp}: {WORDS_FOR_DECISION[entry.to_state]} @{names[author]}'s post on {topic}"
                f"{f', with {quoted(words)}' if words else ''}"
            )


def _text_after_decision(items: Items, number: int, state: AgentState, about: int, tick: int) -> str:
    """Return the text of the reply or post that a decision led to; empty if there is none yet."""
    own = (n for n in range(about, len(items)) if items.author[n] == number)
    if state == REPLY:
        return next((items.text_of(n) for n in own if items.parent[n] == about), "")
    if state == COMPOSING:
        return next((items.text_of(n) for n in own if items.kind[n] == POSTED and items.tick[n] >= tick), "")
    return ""


MEANING_OF_STATE = {
    LIKE: "it likes the post",
    REPLY: "it answers the post",
    RESHARE: "it passes the post on to its followers",
    COMPOSING: "it turns away to write a post of its own",
    SCROLLING: "it scrolls on",
}
WORDING = Wording(
    (
        (r"\bwould like to\b", ""),
        (r"\b(?:the|this|that) post\b|\bit\b|\bengag\w+ (?:by |with |in )?(?=\w)", ""),
        (r"\b(?:scrolls?|scrolling|skips?|ignores?)(?: (?:on|past|by|over|down))?\b", "scrolling"),
        (r"\b(?:likes?|liked|liking)\b", "engaging like"),
        (r"\b(?:reshar|repost|retweet|shar)(?:es?|ed|s|ing)?\b", "engaging reshare"),
        (r"\b(?:repl(?:y|ies|ied|ying)|comment(?:s|ing)?|answers?)\b", "engaging reply"),
        (r"\b(?:composes?|posts?|writes?(?: (?:a|its own) (?:new )?post)?)\b", "composing"),
    ),
    {"scrolling": "keep keeps continue continues"},
)
"""Words that models use for the states; "post", "write" and "compose" all mean composing."""
WORDS_FOR_SPREE = {
    LIKE: "liked each",
    REPLY: "answered each",
    RESHARE: "reshared each",
    COMPOSING: "turned away to write after each",
    SCROLLING: "scrolled past each",
}
COLD_BELOW = 0.2
"""Interest below which a prompt says that a topic leaves the account cold."""


State = Annotated[AgentState, WithJsonSchema({"type": "string", "enum": list(WORD_OF)})]
"""A state to which a decision can lead; the schema lists only these states."""


class Answer(BaseModel):
    """A model's reply; `state` may be a state, or the command that leads to it."""

    why: str = Field("", description="the reason, in a few words")
    state: State = Field(description="what the account does", examples=[SCROLLING])
    words: str = Field("", description="what it writes, if it replies or composes")

    @field_validator("state", mode="before")
    @classmethod
    def _state(cls, value: Any) -> Any:
        return STATE_OF_WORD.get(value.strip().lower(), value.strip().lower()) if isinstance(value, str) else value

    @field_validator("state")
    @classmethod
    def _open(cls, state: AgentState) -> AgentState:
        if state not in WORD_OF:
            raise ValueError(f"{state} is none of the options: {', '.join(WORD_OF)}")
        return state

    @field_validator("words")
    @classmethod
    def _short(cls, words: str) -> str:
        if len(words) > MAX_TEXT:
            raise ValueError(f"{len(words)} characters; at most {MAX_TEXT}")
        return words


class ModelOracle(Agent):
    """Asks a model for the account's decision on a post; without a usable reply the account scrolls on (FR-4.4)."""

    async def act(self, turn: Turn) -> Decide:
        seen: Observation = turn.observation
        if not seen.options:
            return SCROLL_ON
        answer = await turn.ask(
            prompt(turn.prompts, seen, turn.status), Json(Answer, "decision", self._example(turn), WORDING)
        )
        words = one_line(answer.words) if answer.state in (REPLY, COMPOSING) else ""
        return Decide(answer.state, words)

    @staticmethod
    def _example(turn: Turn) -> Answer:
        """Return the decision of the rule-based oracle, as an example for `llm:mock`."""
        seen = turn.observation
        state = draw_state(weigh(seen), turn.chance("example"))
        return Answer(
            why=f"interest {seen.interest:g} in {seen.post.topic}",
            state=state,
            words=reply_words(seen.post.topic, turn.chance("words")) if state == REPLY else "",
        )


def prompt(prompts: Prompts, seen: Observation, status: str) -> list[Message]:
    """Build the prompt: profile, post and valid options (FR-4.1), and the account's relation to the post's author."""
    profile = seen.profile
    loves = profile.loves(max(MIN_LOVED_INTEREST, seen.kind.attention))
    cold = [
        topic
        for topic, each in zip(profile.topics, profile.interests, strict=True)
        if each < COLD_BELOW and topic not in loves
    ]
    system = prompts.render(
        "system",
        name=seen.name,
        manner=seen.kind.manner or f"one of those who are called {profile.archetype}.",
        portrait=profile.portrait,
        loves=loves,
        cold=cold,
        threshold=profile.engagement_threshold,
    )
    user = prompts.render(
        "decide",
        name=seen.name,
        tick=seen.tick,
        post=seen.post,
        status=status,
        spree=_spree_text(seen),
        options=[{"state": str(state), "means": MEANING_OF_STATE[state]} for state in seen.options],
        worded=[str(state) for state in (REPLY, COMPOSING)],
        longest=MAX_TEXT,
    )
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def _spree_text(seen: Observation) -> str:
    """Describe a spree of two or more equal decisions; empty without one."""
    if seen.spree is None or seen.run < 2:
        return ""
    return f"it {WORDS_FOR_SPREE[seen.spree]} of the last {seen.run} posts that it looked at"
