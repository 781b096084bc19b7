"""Files as somebody else made them: nothing that they name has been started here before."""

from core.trust.remembered import NAME, forget
from core.user_config import data_folder


def become_stranger() -> None:
    """Forget all that was started here, as on the machine of somebody who only got the file."""
    forget()
    (data_folder() / NAME).unlink(missing_ok=True)
