"""Plays a seat over HTTP, at random: playbill run coup -c Bob=http:8470, then python over_http.py TOKEN."""

import json
import random
import sys
import time
from urllib.error import URLError
from urllib.request import Request, urlopen

BASE = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8470"


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return json.load(urlopen(Request(BASE + path, data, {"Authorization": f"Bearer {sys.argv[1]}"})))


def observe():
    while True:
        try:
            return ask("/observe?wait=30")
        except URLError:
            time.sleep(0.2)  # the game has not begun


while not (seen := observe())["over"]:
    if seen["your_turn"]:
        command = random.choice(seen["legal"])
        print(seen["text"], command, sep="\n> ")
        told = ask("/act", {"command": command})
        print("" if told["taken"] else told["why"])
print(seen["ended"])
