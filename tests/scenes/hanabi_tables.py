"""The tables at which players of Hanabi are tried."""

from itertools import product

import pytest

from scenes.hanabi.variants import HANDS, VARIANTS

DECKS = [*VARIANTS]
AT_ONCE = {(2 + i % len(HANDS), deck) for i, deck in enumerate(DECKS)} | {(players, "standard") for players in HANDS}
"""Each deck and each number of players."""
TABLES = [pytest.param(*table, marks=[] if table in AT_ONCE else pytest.mark.slow) for table in product(HANDS, DECKS)]
"""And, in the long tail, each with each."""
ANY_TABLE = pytest.mark.parametrize(("players", "variant"), TABLES)
