"""Actions, events and the observation."""

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
    """What a guest knows: what `social.Seen` holds (messages, plans and so on), and who was toasted how often."""

    toasts: dict[str, int]
