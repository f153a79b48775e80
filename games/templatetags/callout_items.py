"""Template filter for lists of call-outs, rendered as one string, as a template would be slow for dozens of them."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString

from games.base.display import CallOutLine
from games.base.wording import numbered_first

register = template.Library()


@register.filter
def callout_items(callouts: Iterable[CallOutLine], word: str) -> SafeString:
    """The call-outs as `<li>` elements; `word` is the game's word for a round."""
    return SafeString("".join(_item(each, numbered_first(word, each.at)) for each in callouts))


def _item(callout: CallOutLine, where: str) -> str:
    return f"<li><b>{escape(callout.label)}</b><span>{escape(where)}. {escape(callout.words)}</span></li>"
