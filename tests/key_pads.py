"""Read the key pads of a correction form from its HTML, as a browser would send them."""

import re

RADIO = re.compile(r'<input class="vh" type="radio" name="([^"]+)"\s+value="([^"]*)" id="[^"]*"\s*(checked)?')
WRONG = re.compile(r'<span class="form-error" id="error-([^"]+)"')


def chosen(html: str) -> dict[str, str]:
    """Each pad's field name with the value of its selected key."""
    return {field: value for field, value, is_on in RADIO.findall(html) if is_on}


def keys(html: str, field: str) -> list[str]:
    """The values of a pad's keys."""
    return [value for name, value, _ in RADIO.findall(html) if name == field]


def refused(html: str) -> list[str]:
    """The field names of the pads with a validation error."""
    return WRONG.findall(html)
