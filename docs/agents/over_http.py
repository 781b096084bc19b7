"""Plays a seat over HTTP, at random: playbill run coup -c Bob=http:8470, then python over_http.py TOKEN."""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8470"


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return json.load(urlopen(Request(BASE + path, data, {"Authorization": f"Bearer {sys.argv[1]}"})))


def observe():
    while True:
        try:
            return ask("/observe?wait=30")
        except HTTPError as error:
            if error.code != 409:  # the game has not begun
                raise


while True:
    seen = observe()
    if seen["over"]:
        print(seen["ended"])
        if not seen["more"]:
            break
    elif seen["your_turn"]:
        command = random.choice(seen["legal"])
        print(seen["text"], command, sep="\n> ")
        answer = ask("/act", {"command": command})
        print("" if answer["taken"] else answer["why"])
