"""A club's one colour, made readable: WCAG 2.2 contrast, worked out here and said in words.

On light pages it is a band that carries white text, so text contrast counts (1.4.3); on dark ones a strip and a mark,
so the contrast of graphics does (1.4.11). A colour that falls short keeps its hue and changes its lightness.
"""

import colorsys
import re
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

WHITE, DARK_PAPER = "#ffffff", "#0d1512"
TEXT, GRAPHICS = 4.5, 3.0  # WCAG AA
STEPS = 400  # of lightness, from black to white
HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True)
class Shade:
    """`used` is the colour in this theme, `contrast` what it gives, `chosen_contrast` what the chosen one gives."""

    theme: str
    used: str
    contrast: float
    chosen_contrast: float
    least: float
    is_adjusted: bool

    @property
    def words(self) -> str:
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
    """The ratio of two colours `#rrggbb`, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=256)
def light(colour: str) -> Shade:
    """For light pages, paper and pictures: white text on it has 4.5:1."""
    return _shade("light", colour, WHITE, TEXT, -1)


@lru_cache(maxsize=256)
def dark(colour: str) -> Shade:
    """For dark pages and the wall: 3:1 on their paper."""
    return _shade("dark", colour, DARK_PAPER, GRAPHICS, 1)


def _shade(theme: str, colour: str, ground: str, least: float, towards: int) -> Shade:
    was = contrast(colour, ground)
    used = colour if was >= least else _moved(colour, ground, least, towards)
    return Shade(theme, used, _shown(contrast(used, ground)), _shown(was), least, used != colour)


def _moved(colour: str, ground: str, least: float, towards: int) -> str:
    """The nearest lightness at which it suffices; black or white always do."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(colour))
    for step in range(STEPS + 1):
        now = min(max(lightness + towards * step / STEPS, 0.0), 1.0)
        tried = _hex(*colorsys.hls_to_rgb(hue, now, saturation))
        if contrast(tried, ground) >= least:
            break
    return tried


def _shown(ratio: float) -> float:
    """To one place, never rounded up: what is said to suffice does."""
    return int(ratio * 10 + 1e-9) / 10


def _luminance(colour: str) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _hex(*parts: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
