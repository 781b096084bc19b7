"""Files as somebody else made them: nothing that they name has been started here before."""

from core.own import data_folder
from core.remembered import NAME, forget


def become_stranger() -> None:
    """Forget all that was started here, as on the machine of somebody who only got the file."""
    forget()
    (data_folder() / NAME).unlink(missing_ok=True)
