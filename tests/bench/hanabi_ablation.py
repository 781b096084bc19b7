"""What a model makes of deductions and memory, as one table: `python -m tests.bench.hanabi_ablation [MODEL] [GAMES]`.

MODEL sits at both seats, and is a name as in llm:MODEL; mock, whose answers do not depend on what it is told, if none
is given.
"""

import sys

from core.engine.casting import prepare
from core.lab.batch import play_batch

ARMS = {
    "none": {"deductions": "none", "recall": "no"},
    "deductions": {"deductions": "cards", "recall": "no"},
    "deductions + memory": {"deductions": "cards", "recall": "yes"},
}


def main() -> None:
    model, games = (*sys.argv[1:3], *("mock", "5")[len(sys.argv) - 1 :])
    print(f"{'llm:' + model:22}{'score':>14}{'perfect':>9}{'bombed':>8}{'calls':>8}{'tokens':>10}  a game")
    for arm, options in ARMS.items():
        header = prepare("hanabi", {"players": 2, **options}, {"*": f"llm:{model}"}, 0)
        told = play_batch(header, int(games), workers=1).summary(header)["result"]
        score = f"{told['score']['mean']:.2f} ± {told['score']['se']:.2f}"
        shares = [f"{told[key]['mean']:.2f}" for key in ("perfect", "bombed")]
        calls, tokens = (f"{told[key]['mean']:,.0f}" for key in ("calls", "tokens"))
        print(f"{arm:22}{score:>14}{shares[0]:>9}{shares[1]:>8}{calls:>8}{tokens:>10}", flush=True)


if __name__ == "__main__":
    main()
