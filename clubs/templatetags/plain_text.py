"""Plain text that somebody typed, as HTML."""

from django import template
from django.utils.html import urlize
from django.utils.safestring import SafeString

register = template.Library()

LONGEST_LINK = 60  # characters that are shown of an address


@register.filter
def linked(text: str) -> SafeString:
    """Escaped, with addresses as links that tell the other side nothing and lend it no weight.

    >>> linked("<b> dog.example/a")
    '&lt;b&gt; dog.example/a'
    >>> linked("https://dog.example/a.")
    '<a href="https://dog.example/a" rel="nofollow noopener noreferrer">https://dog.example/a</a>.'
    """
    html = urlize(text, trim_url_limit=LONGEST_LINK, nofollow=True, autoescape=True)
    # What somebody typed has its quotation marks escaped, so that only the links themselves say this.
    return SafeString(html.replace(' rel="nofollow"', ' rel="nofollow noopener noreferrer"'))
