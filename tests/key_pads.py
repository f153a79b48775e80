"""The keys of a correction's form, read the way a browser would send them."""

import re

RADIO = re.compile(r'<input class="vh" type="radio" name="([^"]+)"\s+value="([^"]*)" id="[^"]*"\s*(checked)?')
WRONG = re.compile(r'<span class="form-error" id="error-([^"]+)"')


def chosen(html: str) -> dict[str, str]:
    """Every pad's field with its pressed key."""
    return {field: value for field, value, is_on in RADIO.findall(html) if is_on}


def keys(html: str, field: str) -> list[str]:
    """What a pad offers."""
    return [value for name, value, _ in RADIO.findall(html) if name == field]


def refused(html: str) -> list[str]:
    """The pads that say what is wrong with them."""
    return WRONG.findall(html)
