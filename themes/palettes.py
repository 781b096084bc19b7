"""The four palettes. A palette maps purposes to colors, so widgets contain no hex values."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Palette:
    """Colors as "#RRGGBB". `chips` maps color names of scenes; chips are brackets unless `filled`."""

    name: str
    dark: bool
    bg: str
    shade: str
    selected: str
    line: str
    dim: str
    mid: str
    fg: str
    hi: str
    accent: str
    good: str
    bad: str
    unknown: str
    chips: dict[str, str]
    land: dict[str, str]
    """Colors of a landscape in full light."""
    filled: bool = True
    bracketed: frozenset[str] = frozenset()
    """Names of chip colors close to the background; filled chips of these colors get brackets as well."""
    light_ink: frozenset[str] = frozenset()
    """Names of chip colors on which text is white instead of near-black."""

    def fill(self, color: str) -> str:
        """Return the background of a chip; the same gray for all colors that no included scene uses."""
        return self.chips.get(color, self.unknown)

    def ink(self, color: str) -> str:
        """Return the text color on a chip."""
        if color not in self.chips:
            return self.hi
        return "#FFFFFF" if color in self.light_ink else "#101216"

    def lit(self, land: str, level: int) -> str:
        """Fill of a landscape at a light level: the darker, the nearer to the background."""
        share = LIGHT_LEVELS[level] if self.filled else 0.0
        pairs = zip(_rgb(self.bg), _rgb(self.land[land]), strict=True)
        return "#" + "".join(f"{round(low + (high - low) * share):02X}" for low, high in pairs)

    def sign(self, land: str, level: int) -> str:
        """Color of the signs of a landscape; a gray in a palette without fill."""
        return self.lit(land, level) if self.filled else (self.line, self.dim)[level > BRIGHT]


BRIGHT = 4
"""Light level above which signs are brighter in a palette without fill."""
LIGHT_LEVELS = (0.1, 0.16, 0.23, 0.32, 0.44, 0.6, 0.8)
"""Share of a landscape's color at each light level; the rest is background."""
_LAND = ("water", "field", "leaf", "grass", "path", "roof")


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


_CHIPS = ("red", "green", "blue", "yellow", "purple", "white")


def _chips(hexes: str) -> dict[str, str]:
    return dict(zip(_CHIPS, ("#" + h for h in hexes.split()), strict=True))


def _palette(name: str, dark: bool, greys: str, marks: str, unknown: str, chips: str, land: str) -> Palette:
    bg, shade, selected, line, dim, mid, fg, hi = ("#" + h for h in greys.split())
    accent, good, bad = ("#" + h for h in marks.split())
    ground = dict(zip(_LAND, ("#" + h for h in land.split()), strict=True))
    return Palette(
        name, dark, bg, shade, selected, line, dim, mid, fg, hi, accent, good, bad, "#" + unknown, _chips(chips), ground
    )


DARK = _palette(
    "dark",
    True,
    "14161A 1B1E24 262A33 343A46 6E7685 9AA3B2 D8DCE3 FFFFFF",
    "E9B44C 8AD69A FF7A6B",
    "2E333D",
    "E8554B 8AD69A 4A8BF2 F7DC6F E0B0FF FFFFFF",
    "2F7FE0 D8B23A 1F8A3C 5E8F4A A58A66 C0522E",
)
LIGHT = replace(
    _palette(
        "light",
        False,
        "FAF8F3 F1EEE6 E6E1D5 CFC9BB 857F72 5C574D 2A2823 000000",
        "9A6200 2E7D46 B3261E",
        "DDD8CB",
        "C2352B 6BBF78 1F5FBF F2C94C C08CF0 FFFFFF",
        "4F9BEA E8C04A 4FA55F A4CB8A D2B98F D9764F",
    ),
    light_ink=frozenset({"red", "blue"}),
    bracketed=frozenset({"white"}),
)
COLOR_BLIND = _palette(
    "color-blind",
    True,
    "101216 181B20 262A33 3A404C 7A8291 A6AEBC E2E5EA FFFFFF",
    "F0E442 56B4E9 FFA6D2",
    "2E333D",
    "D55E00 009E73 56B4E9 F0E442 CC79A7 FFFFFF",
    "2F8FD0 C9BD30 007A58 4A7A6A 8F8578 C45A10",
)
PLAIN = replace(
    _palette(
        "plain",
        True,
        "101010 101010 303030 505050 8A8A8A B0B0B0 E0E0E0 FFFFFF",
        "FFFFFF E0E0E0 FFFFFF",
        "101010",
        "E0E0E0 E0E0E0 E0E0E0 E0E0E0 E0E0E0 E0E0E0",
        "E0E0E0 E0E0E0 E0E0E0 E0E0E0 E0E0E0 E0E0E0",
    ),
    filled=False,
)

PALETTES = {p.name: p for p in (DARK, LIGHT, COLOR_BLIND, PLAIN)}
