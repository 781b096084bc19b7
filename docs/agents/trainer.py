"""Finds out which first move of Coup wins against an honest player: playbill serve, then trainer.py URL TOKEN GAMES."""

import json
import random
import sys
from collections import defaultdict
from urllib.request import Request, urlopen

URL, TOKEN, GAMES = sys.argv[1:]


def ask(path, body):
    headers = {"Authorization": f"Bearer {TOKEN}"}
    return json.load(urlopen(Request(URL + path, json.dumps(body).encode(), headers)))


worth = defaultdict(list)
told = {"scene": "coup", "options": {"players": 2}, "cast": {"Bob": "honest"}}
for seed in range(int(GAMES)):
    seen, first = ask("/reset", {**told, "seed": seed}), ""
    while not seen["done"]:
        action = random.choice(seen["observation"]["legal"])
        first = first or action
        seen = ask("/step", {"session": seen["session"], "action": action})
    worth[first].append(seen["reward"])
    told = {"session": seen["session"]}  # the same session goes on with another seed
for move, rewards in sorted(worth.items()):
    print(f"{move:14} {sum(rewards) / len(rewards):+.2f} in {len(rewards)} games")
ask("/close", told)
