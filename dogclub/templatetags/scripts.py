"""Template tags for a page's scripts: their messages in the language of the page, and their data."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from dogclub.app import script_messages

register = template.Library()


@register.simple_tag
def script(name: str, own: Mapping[str, str] | None = None) -> SafeString:
    """A bundle of dogclub/scripts/ with its messages: `{% script "live" %}`. `own` maps English messages to the club's
    own words.
    """
    language = get_language() or settings.LANGUAGE_CODE
    is_english = language in dict(settings.ENGLISH_LANGUAGES)
    late = "" if is_english else script_messages.address_of_late(name, language)
    return format_html(
        '{}{}<script type="module" src="{}"{}></script>',
        "" if is_english else script_messages.in_page(name, language),
        script_messages.own(own or {}),
        static(f"dogclub/{name}.js"),
        format_html(' data-says="{}"', late) if late else "",
    )


@register.filter
def script_data(value: Any, name: str) -> SafeString:
    """The value as the JSON script element of this id, without spaces: `{{ offline_form|script_data:"step" }}`."""
    return json_script(value, name, script_messages.Compact)
