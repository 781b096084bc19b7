"""Run by CI outside the checkout: the installed command ships what it needs. PLAYBILL names the command."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.terminal import Terminal


def main() -> None:
    playbill = os.environ["PLAYBILL"]
    shown = subprocess.run([playbill, "scenes"], capture_output=True, text=True, check=True).stdout
    assert "\ncoloring: " in f"\n{shown}", shown
    talk = [playbill, "run", "coloring", "-c", "*=llm:mock", "-o", "alg=maxsum", "--no-record"]
    told = subprocess.run(talk, capture_output=True, text=True, check=True).stdout
    assert "consensus yes" in told, told
    listed = subprocess.run([playbill, "puzzle", "--list"], capture_output=True, text=True, check=True).stdout
    assert "hanabi 1 " in listed, listed
    terminal = Terminal([playbill, "watch"], env={"PLAYBILL_DATA": os.getcwd()})
    terminal.wait_for("coloring · seed 7")
    terminal.send("G")
    terminal.wait_for("consensus")
    terminal.send("\x11")
    assert terminal.exit_code() == 0
    print("the wheel ships themes, prompts, puzzles and recordings: models talked, and watch played a sample")


if __name__ == "__main__":
    main()
