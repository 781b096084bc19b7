"""Hunger and energy: how they change by the clock and by what one does."""

from typing import Literal

import msgspec

Need = Literal["hunger", "energy"]
MOST = 100 * 60
"""Both are kept in sixtieths of a point, so that points an hour are whole numbers a minute."""
HUNGER, HUNGER_ASLEEP = 5, 2
"""Points by which hunger rises in an hour."""
TIRING, SLEEPING = 3, 11
"""Points by which energy falls in an hour awake, and rises in one asleep."""
INDOORS, OUTDOORS = 30, 15
"""Points of energy that a rest restores."""
MEAL, SNACK = 60, 25
"""Points of hunger that are gone after a meal, and after what one carries."""
TOIL = 3
"""Points of energy that gathering takes."""
STRIDE = 6
"""Cost of steps for one point of energy."""
HUNGRY, TIRED = 70, 30
"""Points at which one is warned."""


class Needs(msgspec.Struct, frozen=True, omit_defaults=True):
    hunger: int = 30 * 60
    energy: int = 90 * 60
    warned: tuple[Need, ...] = ()
    """Needs that were told to be pressing, and are still."""

    def after(self, hunger: int, energy: int) -> "Needs":
        """Change both, in sixtieths of a point, within what they can be."""
        needs = Needs(min(MOST, max(0, self.hunger + hunger)), min(MOST, max(0, self.energy + energy)))
        return msgspec.structs.replace(needs, warned=tuple(need for need in self.warned if need in needs.pressing))

    def passed(self, minutes: int, asleep: bool) -> "Needs":
        """Let time pass."""
        if asleep:
            return self.after(HUNGER_ASLEEP * minutes, SLEEPING * minutes)
        return self.after(HUNGER * minutes, -TIRING * minutes)

    @property
    def pressing(self) -> tuple[Need, ...]:
        hungry, tired = self.hunger >= HUNGRY * 60, self.energy <= TIRED * 60
        return (*(("hunger",) if hungry else ()), *(("energy",) if tired else ()))

    @property
    def points(self) -> tuple[int, int]:
        """Give hunger and energy, 0 to 100 each."""
        return self.hunger // 60, self.energy // 60
