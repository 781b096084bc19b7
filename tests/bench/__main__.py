"""All figures, one after the other: `make bench`."""

from tests.bench import (
    bench_coloring,
    bench_consensus,
    bench_coup,
    bench_dcop,
    bench_engine,
    bench_exact,
    bench_feed,
    bench_hanabi,
    bench_models,
    bench_prompts,
    bench_rl,
    bench_screen,
    bench_startup,
    bench_statechart,
    bench_tables,
    bench_werewolf,
)

BENCHES = (
    bench_startup,
    bench_engine,
    bench_screen,
    bench_models,
    bench_prompts,
    bench_exact,
    bench_dcop,
    bench_coloring,
    bench_consensus,
    bench_statechart,
    bench_feed,
    bench_hanabi,
    bench_coup,
    bench_werewolf,
    bench_rl,
    bench_tables,
)

if __name__ == "__main__":
    for bench in BENCHES:
        print(f"\n== {(bench.__doc__ or '').splitlines()[0]}")
        bench.main()
