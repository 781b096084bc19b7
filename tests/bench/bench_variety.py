"""The share of the 20 commonest messages and sentences of bots, for each scene with talk.

Run as `python -m tests.bench.bench_variety [--games N] [--seconds N] [SCENE…]`. Names, nodes, colors, roles and numbers
are masked. Synonyms are merged by the word classes of the reader (`core.intents`): function words are dropped, and the
order of words does not count.

*Listener*: how often a listener tells the first three speakers apart, by all that each says in a game. It is a naive
Bayes model of words with names masked, trained on half of the games; by chance it is right in a third.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from time import monotonic
from typing import Any

import playbill as pb
from core.engine.casting import prepare
from core.engine.events import Said
from core.intents.lexicon import CLASSES, stem
from core.intents.tokens import expand

TABLES: dict[str, Sequence[tuple[dict[str, Any], Sequence[str]]]] = {
    "coloring": (({}, ("rules", "chatty")), ({"difficulty": "medium"}, ("rules", "chatty"))),
    "werewolf": (({"players": 7}, ("rules", "bold", "quiet")), ({"players": 9}, ("rules", "bold", "quiet"))),
    "council": (({}, ("rules",)),),
    "village": (({"days": 1}, ("rules",)),),
    "chat": (({}, ("rules",)), ({"topic": "the price of bread"}, ("rules",))),
    "coup": (({"talk": "open"}, ("honest", "bluffer", "rules")),),
    "hanabi": (({"talk": "open"}, ("rules", "cautious")),),
}
"""Options and policies of each scene's games, which take turns; policies alternate by seat."""
TOP = 20
NOUNS = (
    r"[a-z]?\d+|red|green|blue|yellow|purple|white|"
    r"dukes?|assassins?|captains?|ambassadors?|contessas?|seer|doctor|witch|hunter|villager"
)
MASKED = re.compile(rf"\b(?:{NOUNS})\b")
FUNCTION_WORDS = "a an the i me my we us you your it he she him is am are was be been do did to of at in on"
IDLE = frozenset(map(stem, FUNCTION_WORDS.split()))


Message = tuple[int, str, str]
"""A message's game and speaker, and its masked text."""


def messages(scene: str, games: int, seconds: float) -> Iterator[Message]:
    """Yield the messages of bots; stop after a number of seconds."""
    end = monotonic() + seconds
    tables = TABLES[scene]
    for seed in range(games):
        options, policies = tables[seed % len(tables)]
        seats = prepare(scene, options, {}, seed).cast
        speakers = [name for name in seats if name not in ("Moderator", "Chair")]
        cast = {name: policies[at % len(policies)] for at, name in enumerate(speakers)}
        for event in pb.play(scene, options, cast, seed).events:
            if isinstance(event.data, Said) and event.agent in cast:
                yield seed, event.agent, masked(event.data.text, tuple(seats))
        if monotonic() > end:
            return


def masked(text: str, names: Sequence[str]) -> str:
    """Replace names and other nouns of the scene."""
    text = re.sub(rf"\b(?:{'|'.join(map(re.escape, names))})\b", "name", text)
    return MASKED.sub("noun", text.lower())


def merged(text: str) -> str:
    """Return the word classes of a masked message, without order."""
    words = (stem(part) for word in re.findall(r"[a-z']+|\?", text) for part in expand(word))
    return " ".join(sorted({CLASSES.get(word, (word,))[0] for word in words if word not in IDLE}))


def share(texts: Sequence[str]) -> float:
    """Return the share of the commonest texts, in percent."""
    return 100 * sum(count for _, count in Counter(texts).most_common(TOP)) / len(texts)


def listener(said: Sequence[Message]) -> float:
    """Return how often the first three speakers are told apart, in percent."""
    speakers = list(dict.fromkeys(name for _, name, _ in sorted(said, key=lambda each: each[1])))[:3]
    words = {name: Counter[str]() for name in speakers}
    heard: dict[tuple[int, str], list[str]] = {}
    for game, name, text in said:
        if name in speakers:
            heard.setdefault((game, name), []).extend(re.findall(r"[a-z']+|\?", text))
    for (game, name), spoken in heard.items():
        words[name].update(spoken if game % 4 < 2 else ())
    size = len(set().union(*words.values()))

    def guess(spoken: Sequence[str]) -> str:
        def likelihood(name: str) -> float:
            return sum(log((words[name][word] + 1) / (words[name].total() + size)) for word in spoken)

        return max(speakers, key=likelihood)

    tried = [guess(spoken) == name for (game, name), spoken in heard.items() if game % 4 >= 2]
    return 100 * sum(tried) / max(1, len(tried))


def main(scenes: Sequence[str], games: int, seconds: float) -> None:
    print(f"share of the {TOP} commonest, in percent; messages with and without synonyms merged, and sentences merged")
    print(f"{'scene':10} {'messages':>8} {'masked':>8} {'merged':>8} {'sentences':>10} {'merged':>8} {'listener':>9}")
    for scene in scenes or TABLES:
        said = list(messages(scene, games, seconds))
        if not said:
            print(f"{scene:10} {0:8}")
            continue
        texts = [text for _, _, text in said]
        sentences = [part for text in texts for part in re.split(r"(?<=[.!?])\s+", text)]
        whole, by_class = share(texts), share([merged(text) for text in texts])
        parts, told = share([merged(part) for part in sentences]), listener(said)
        counts = f"{len(texts):8} {whole:8.1f} {by_class:8.1f} {len(sentences):10}"
        print(f"{scene:10} {counts} {parts:8.1f} {told:9.1f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", choices=[*TABLES, []])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    main(arguments.scenes, arguments.games, arguments.seconds)
