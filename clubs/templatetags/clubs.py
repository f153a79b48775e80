"""Template tags for people and links: photos, marks of players, QR codes."""

from urllib.parse import urlsplit

import segno
from django import template
from django.forms import BoundField
from django.template import Context
from django.utils.functional import Promise
from django.utils.html import format_html, urlize
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.accounts import sessions
from clubs.accounts.adapter import linked_club
from clubs.links.tokens import is_local
from clubs.member_photos import photo_url, shows_photos
from clubs.models import Club, Player

register = template.Library()

SIDES = {"small": 40, "large": 128}  # CSS pixels
# Mid tones: 3:1 on the light and on the dark background; the colour's word is always shown beside them.
PAINT = {
    "green": "#2f8f63",
    "red": "#d0505a",
    "blue": "#4a82c4",
    "amber": "#a8791f",
    "violet": "#9068c4",
    "grey": "#7d8882",
}


@register.simple_tag(takes_context=True)
def club_behind(context: Context) -> Club | None:
    """Return the club of the link that led to the sign-in page, or None."""
    return linked_club(context["request"])


@register.filter
def unprompted(field: BoundField) -> SafeString:
    """Return the field without the placeholder set by allauth, as it has a label."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter
def parameter(value: object, name: str) -> SafeString:
    """Return one more parameter of a link's query, like `&amp;season=7`; "" if there is no value."""
    return format_html("&amp;{}={}", name, value) if value else SafeString("")


@register.filter
def device(user_agent: str) -> str:
    """Return a user agent in plain words."""
    return sessions.words(user_agent)


SAME_AS_LINK = gettext_lazy("QR code, the same as the link beside it")


@register.simple_tag
def qr(text: str, label: str | Promise = SAME_AS_LINK) -> SafeString:
    """Return a QR code as inline SVG without colours, which are set by the style sheet for dark and light; for an
    address that no other device can open, a sentence instead.
    """
    if is_local(text):
        return format_html(
            '<p class="form-error" role="alert"><b>{}</b> {}</p>',
            _("Other devices can’t open this address."),
            _(
                "{host} works on this computer only. Start Dog Club with ./run --lan and open the address it prints."
            ).format(host=urlsplit(text).netloc),
        )
    code = segno.make(text, error="m", micro=False)
    width, height = code.symbol_size(border=4)
    dots = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(code.matrix_iter(border=4)) for x, dark in enumerate(row) if dark
    )
    return format_html(
        '<svg class="qr" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<rect class="qr-bg" width="{}" height="{}"/><path class="qr-fg" d="{}"/></svg>',
        width,
        height,
        label,
        width,
        height,
        dots,
    )


@register.simple_tag
def face(access: Access, player: Player, size: str = "small") -> SafeString:
    """Return the player's photo, or a circle with the initials; "" if the club shows no photos. The name must stand
    beside it.
    """
    if not shows_photos(access):
        return SafeString("")
    if not player.photo:
        return format_html('<span class="face is-{}" aria-hidden="true">{}</span>', size, player.letters)
    side = SIDES[size]
    return format_html(
        '<img class="face is-{}" src="{}" width="{}" height="{}" alt="" loading="lazy" decoding="async">',
        size,
        photo_url(access.club.slug, player, size),
        side,
        side,
    )


@register.simple_tag
def player_mark(player: Player) -> SafeString:
    """Return the player's colour and initials, the colour also as a word for screen readers."""
    if not player.colour and not player.initials:
        return SafeString("")
    return format_html('<span class="whose">{}<bdi>{}</bdi></span>', _dot(player.colour), player.initials)


def _dot(colour: str) -> SafeString:
    if colour not in PAINT:
        return SafeString("")
    return format_html(
        '<svg class="dot" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">'
        '<rect width="12" height="12" fill="{}"/></svg><span class="vh">{}</span>',
        PAINT[colour],
        colour,
    )


# Plain text from users as HTML.

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
