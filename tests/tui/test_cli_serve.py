"""`playbill serve` as a user starts it."""

import json
import re
import signal
import subprocess
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.tui.test_cli import PLAYBILL


@pytest.mark.slow
def test_it_tells_where_it_listens_and_ends_when_it_is_interrupted(tmp_path: Path) -> None:
    command = [PLAYBILL, "serve", "--record", str(tmp_path)]
    serving = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert serving.stdout is not None
    told = re.fullmatch(r"scenes are served at (http://127\.0\.0\.1:\d+), token (\S+)\n", serving.stdout.readline())
    assert told is not None
    body = json.dumps({"scene": "coup", "seed": 4}).encode()
    request = Request(f"{told[1]}/reset", body, {"Authorization": f"Bearer {told[2]}"})
    assert json.load(urlopen(request, timeout=60))["seed"] == 4
    serving.send_signal(signal.SIGINT)
    out, err = serving.communicate(timeout=60)
    assert (serving.returncode, out, err) == (0, "", "")
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("coup-")
