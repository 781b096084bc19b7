"""Costs of hosting: CPU and memory of a table, beside the same games without one; spectators; the time of an action.

Some games are played over lines with 200 ms there and back, on which one in fifty pieces is lost.

python -m tests.bench.bench_hosting [--tables N] [--spectators N]
"""

import argparse
import asyncio
import resource
import time
from statistics import median, quantiles

from core.engine.casting import prepare
from core.engine.session import Session
from core.remote.host import Host
from core.remote.host_settings import HostSettings
from core.remote.projection import PUBLIC
from tests.core.test_hosting import slow_line
from tests.remote_player import RemotePlayer, play_with

FAR = 20
"""Games over slow lines."""
AGAIN = 0.3
"""Seconds after which a lost piece is sent again."""
OPTIONS = {"players": 4, "max_turns": 60}


def table(seed: int, remote: str) -> Host:
    """Make a table of Coup with one seat for `remote` as policy."""
    host = Host(prepare("coup", OPTIONS, {"*": "random", "Bob": remote}, seed), HostSettings("bench", spectators=0))
    host.listen()
    return host


async def play_tables(count: int, spectators: int) -> list[float]:
    """Play so many tables at once, and return the seconds from each command to its acknowledgement."""
    waits: list[float] = []

    async def play(seed: int) -> None:
        host = table(seed, "remote")
        joining = [Timed(host, "Bob", waits), *(RemotePlayer(host, PUBLIC) for _ in range(spectators))]
        await play_with(host, Session(host.header, None, on_signal=host.hear), joining)

    await asyncio.gather(*(play(seed) for seed in range(count)))
    return waits


class Timed(RemotePlayer):
    """A player who measures how long the host takes to answer a command."""

    def __init__(self, host: Host, name: str, waits: list[float], address: str = "") -> None:
        super().__init__(host, name, address=address)
        self._waits = waits
        self._sent: float | None = None
        self.client.changed = self._answered

    def act(self) -> None:
        self._sent = time.perf_counter()
        super().act()

    def _answered(self) -> None:
        if self._sent is not None and not self.client._unanswered:
            self._waits.append(time.perf_counter() - self._sent)
            self._sent = None


async def play_alone(count: int) -> None:
    """Play the same games without remote players."""
    for seed in range(count):
        header = prepare("coup", OPTIONS, {"*": "random"}, seed)
        await Session(header, None).play_to_end(lambda batch: None)


async def play_far_away(again: float) -> list[float]:
    """Play games over slow lines that lose pieces, and return the seconds from each command to its answer."""
    waits: list[float] = []

    async def play(seed: int) -> None:
        host = table(seed, "remote")
        async with slow_line(host, again) as address:
            player = Timed(host, "Bob", waits, address)
            await play_with(host, Session(host.header, None, on_signal=host.hear), [player])
        assert player.client.ended is not None
        assert [event.n for event in player.events] == list(range(1, len(player.events) + 1))

    await asyncio.gather(*(play(seed) for seed in range(FAR)))
    return waits


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--spectators", type=int, default=50)
    chosen = parser.parse_args()
    for name, count, watching in (("tables", chosen.tables, 0), ("one table with spectators", 1, chosen.spectators)):
        before, memory = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        asyncio.run(play_alone(count))
        alone, before = time.process_time() - before, time.process_time()
        waits = asyncio.run(play_tables(count, watching))
        hosted = time.process_time() - before
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
        slow = quantiles(waits, n=20)[-1]
        print(f"{count} {name}, {watching} spectators each, clients in the same process:")
        print(f"  CPU a table {1000 * hosted / count:.0f} ms; without a host {1000 * alone / count:.0f} ms")
        print(f"  memory a table {grown / count / 1024:.2f} MiB at its peak")
        print(f"  command to acknowledgement: median {1000 * median(waits):.1f} ms, 95 % {1000 * slow:.1f} ms")
    for again, lost in ((AGAIN, f"is sent again after {1000 * AGAIN:.0f} ms"), (0.0, "breaks the connection")):
        began, waits = time.perf_counter(), asyncio.run(play_far_away(again))
        print(f"{FAR} games over lines with 200 ms there and back, on which one in fifty pieces {lost}:")
        print(f"  {len(waits)} commands in {time.perf_counter() - began:.0f} s; every game and every log is whole")
        print(f"  command to acknowledgement: median {1000 * median(waits):.0f} ms, longest {1000 * max(waits):.0f} ms")


if __name__ == "__main__":
    main()
