"""Games on a Dask cluster: Slurm, Kubernetes and others come with Dask's own deployers."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import NamedTuple

from core.errors import UserError

WAIT = 30
"""Seconds in which the scheduler has to answer."""
ATTEMPTS = 5
"""Attempts to play a game again after its worker died."""


class Cluster(NamedTuple):
    """A connected Dask cluster."""

    executor: Executor
    workers: Callable[[], int]
    """Return the current number of workers, counting a thread as one."""


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler for the duration of a `with` block.

    Its workers need Playbill, and the experiment's folder at the same path.

    Raises:
        UserError: The scheduler does not answer, or its workers have another Playbill.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UserError("--cluster needs Dask: pip install 'playbill[cluster]'.") from error
    try:
        client = Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UserError(f"No Dask scheduler answers at {address}: {error}.") from error
    with client:
        yield Cluster(client.get_executor(pure=False, retries=ATTEMPTS), lambda: sum(client.nthreads().values()))
