"""Adjustment of a club's colour for readability, by WCAG 2.2 contrast, with words about it.

On light pages the colour is a band with white text, so text contrast applies (1.4.3); on dark ones a strip and a mark,
so the contrast of graphics applies (1.4.11). A colour with too little contrast keeps its hue and gets another
lightness.
"""

import colorsys
import re
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

WHITE, DARK_PAPER = "#ffffff", "#0d1512"
TEXT, GRAPHICS = 4.5, 3.0  # WCAG AA
STEPS = 400  # steps of lightness from black to white
HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True)
class Shade:
    """A club's colour in one theme. `used` is the colour used, with its `contrast`; `chosen_contrast` is that of the
    chosen colour, `least` the minimum.
    """

    theme: str
    used: str
    contrast: float
    chosen_contrast: float
    least: float
    is_adjusted: bool

    @property
    def words(self) -> str:
        """A sentence on how the colour is used."""
        least = _("{least:g}:1 is the minimum.").format(least=self.least)
        is_light, about = self.theme == "light", {"contrast": self.contrast, "least": least}
        if self.is_adjusted:
            words = _(
                "adjusted to {used} so that it stands out on the dark page: {contrast}:1. Yours gives {chosen}:1; "
                "{least}"
            )
            if is_light:
                words = _(
                    "adjusted to {used} so that white text is readable: {contrast}:1. Yours gives {chosen}:1; {least}"
                )
            return words.format(used=self.used, chosen=self.chosen_contrast, **about)
        words = _("used as chosen: {contrast}:1 on the dark page; {least}")
        if is_light:
            words = _("used as chosen: {contrast}:1 for white text on it; {least}")
        return words.format(**about)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours `#rrggbb`, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=256)
def light(colour: str) -> Shade:
    """Return the colour for light pages, paper and pictures: at least 4.5:1 for white text on it."""
    return _shade("light", colour, WHITE, TEXT, -1)


@lru_cache(maxsize=256)
def dark(colour: str) -> Shade:
    """Return the colour for dark pages and the wall: at least 3:1 on their background."""
    return _shade("dark", colour, DARK_PAPER, GRAPHICS, 1)


def _shade(theme: str, colour: str, ground: str, least: float, towards: int) -> Shade:
    was = contrast(colour, ground)
    used = colour if was >= least else _moved(colour, ground, least, towards)
    return Shade(theme, used, _shown(contrast(used, ground)), _shown(was), least, used != colour)


def _moved(colour: str, ground: str, least: float, towards: int) -> str:
    """Return the colour with the nearest lightness that has enough contrast; black or white always have."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(colour))
    for step in range(STEPS + 1):
        now = min(max(lightness + towards * step / STEPS, 0.0), 1.0)
        tried = _hex(*colorsys.hls_to_rgb(hue, now, saturation))
        if contrast(tried, ground) >= least:
            break
    return tried


def _shown(ratio: float) -> float:
    """Return the ratio to one decimal, never rounded up, so that it never seems to be enough when it is not."""
    return int(ratio * 10 + 1e-9) / 10


def _luminance(colour: str) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _hex(*parts: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
