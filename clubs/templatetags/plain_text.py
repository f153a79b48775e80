"""Plain text from users as HTML."""

from django import template
from django.utils.html import urlize
from django.utils.safestring import SafeString

register = template.Library()

LONGEST_LINK = 60  # characters of an address that are shown


@register.filter
def linked(text: str) -> SafeString:
    """Return escaped text with links that send no referrer and are not followed by search engines.

    >>> linked("<b> dog.example/a")
    '&lt;b&gt; dog.example/a'
    >>> linked("https://dog.example/a.")
    '<a href="https://dog.example/a" rel="nofollow noopener noreferrer">https://dog.example/a</a>.'
    """
    html = urlize(text, trim_url_limit=LONGEST_LINK, nofollow=True, autoescape=True)
    # Quotation marks of the user's text are escaped, so that only the links themselves match.
    return SafeString(html.replace(' rel="nofollow"', ' rel="nofollow noopener noreferrer"'))
