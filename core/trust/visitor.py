"""Visitors: people whose browser shows an app that runs on the host's machine."""

import os

from core.errors import UserError

VISITOR = "PLAYBILL_VISITOR"
"""Environment variable that is set in a visitor's process."""


def is_visitor() -> bool:
    """Return True if this process serves a visitor in a browser."""
    return bool(os.environ.get(VISITOR))


def refuse_visitor() -> None:
    """Raise UserError for a visitor, as visitors may not start, read or write anything on the host's machine."""
    if is_visitor():
        raise UserError("in a browser you can only play at this table: you can start, read and write nothing else here")
