"""Visitors in a browser: strangers in front of an app that runs on the host's machine."""

import os

from core.errors import UserError

VISITOR = "PLAYBILL_VISITOR"
"""Environment variable that is set in the process of a visitor."""


def is_visitor() -> bool:
    """Return True if a visitor in a browser uses this process."""
    return bool(os.environ.get(VISITOR))


def refuse_visitor() -> None:
    """Raise UserError for a visitor: it starts, reads and writes nothing on the host's machine."""
    if is_visitor():
        raise UserError("in a browser you play at this table only: nothing else is started or written here")
