"""Games on a Dask cluster: Slurm, Kubernetes and others come with Dask's own deployers."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import NamedTuple

from core.errors import UserError

WAIT = 30
"""Seconds in which a scheduler has to answer."""
LOST = 5
"""Times that a game is given to another worker when one is lost with it."""


class Reached(NamedTuple):
    """Is a cluster that answers."""

    executor: Executor
    workers: Callable[[], int]
    """Tells how many workers it has now, a thread each."""


@contextmanager
def reached(address: str) -> Iterator[Reached]:
    """The cluster of this scheduler, for as long as it is needed. Its workers have to have Playbill, and to see the
    experiment's folder at the same place. Raises UserError."""
    try:
        from distributed import Client
    except ImportError as error:
        raise UserError("--cluster wants Dask: pip install 'playbill[cluster]'.") from error
    try:
        client = Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UserError(f"No Dask scheduler answers at {address}: {error}.") from error
    with client:
        yield Reached(client.get_executor(pure=False, retries=LOST), lambda: sum(client.nthreads().values()))
