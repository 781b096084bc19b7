"""Whether games are what they were: their digests, written by one commit and compared by another.

    python -m tests.bench.digests write FILE [--seconds 20] [--seeds 300]
    python -m tests.bench.digests compare FILE

Every scene, with its default bots, bots that move by lot and models that are made up, and the ways of a game that take
another path through a turn (groups, talk, orderings). `--seconds` are CPU time for each, and `--seeds` the most games.
The first games of each are also recorded, and their files are the same but for the time.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

from core.engine.casting import prepare
from core.engine.registry import scene_names
from core.lab.batch import play_batch
from core.recording.line_format import stable

RECORDED = 3
"""Games of each that are recorded as well."""
WAYS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("hanabi", {"players": 5}, "random"),
    ("hanabi", {"players": 3, "talk": "open"}, "random"),
    ("hanabi", {"players": 4, "talk": "advice"}, "random"),
    ("coup", {"players": 6}, "random"),
    ("coup", {"players": 4, "talk": "open"}, "random"),
    ("chat", {"ordering": "random"}, "random"),
    ("chat", {"ordering": "moderated"}, "random"),
    ("feed", {"ordering": "random", "agents": 20}, "random"),
)
FEW: dict[str, dict[str, Any]] = {"feed": {"agents": 30, "ticks": 20}}
"""Options of scenes that are large."""
POLICIES = ("rules", "random", "llm:mock")


def games() -> Iterator[tuple[str, dict[str, Any], str]]:
    """All that is compared: scene, options, and who plays."""
    for scene in scene_names():
        for policy in POLICIES:
            yield scene, FEW.get(scene, {}), policy
    yield from WAYS


def digest(scene: str, options: dict[str, Any], policy: str, seed: int) -> str:
    """Of one game."""
    (row,) = play_batch(prepare(scene, options, {"*": policy}, seed), 1, 1).games
    return row.error or f"{row.digest} {row.turns} {row.events}"


def on_file(scene: str, options: dict[str, Any], policy: str, seed: int) -> str:
    """Of a recording of it, times left out."""
    with tempfile.TemporaryDirectory() as folder:
        play_batch(prepare(scene, options, {"*": policy}, seed), 1, 1, Path(folder))
        (path,) = Path(folder).glob("*.jsonl")
        lines = path.read_bytes().splitlines()[1:]
    return sha256(b"\n".join(map(stable, lines))).hexdigest()


def write(path: Path, seconds: float, seeds: int) -> None:
    told: dict[str, list[str]] = {}
    for scene, options, policy in games():
        prepare(scene, options, {"*": policy}, 1)
    for key in games():
        began, found = process_time(), list[str]()
        while len(found) < seeds and (process_time() - began < seconds or len(found) < RECORDED):
            found.append(digest(*key, len(found) + 1))
        files = [on_file(*key, seed + 1) for seed in range(RECORDED)]
        told[json.dumps(key)] = [*found, *files]
        print(f"{json.dumps(key):60}{len(found):5} games", flush=True)
    path.write_text(json.dumps(told, indent=0))


def compare(path: Path) -> int:
    """How many games are other than they were."""
    wrong = count = 0
    for key, told in json.loads(path.read_text()).items():
        scene, options, policy = json.loads(key)
        found = [digest(scene, options, policy, seed + 1) for seed in range(len(told) - RECORDED)]
        found += [on_file(scene, options, policy, seed + 1) for seed in range(RECORDED)]
        differ = [i for i, (one, other) in enumerate(zip(told, found, strict=True)) if one != other]
        print(f"{key:60}{len(told):5} games, {len(differ)} of them other than they were {differ[:5] or ''}", flush=True)
        wrong, count = wrong + len(differ), count + len(told)
    print(f"{count} games, {wrong} of them other than they were")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seeds", type=int, default=300)
    told = parser.parse_args()
    if told.what == "write":
        write(told.file, told.seconds, told.seeds)
    else:
        sys.exit(bool(compare(told.file)))


if __name__ == "__main__":
    main()
