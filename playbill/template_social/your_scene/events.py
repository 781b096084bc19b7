"""The scene's actions, events and observation."""

import playbill as pb
from playbill import social


class Toast(pb.Action):
    """Raise your cup to another guest; then it is somebody else's turn."""

    form = "toast {guest}"
    guest: pb.Other


class Toasted(pb.Body):
    line = "raises a cup to {guest}"
    guest: str


class Seen(social.Seen, frozen=True):
    """A guest's knowledge: that of `social.Seen` (messages, plans and so on), and the toasts."""

    toasts: dict[str, int]
