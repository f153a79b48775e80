"""The club's part of its addresses; it never changes, so that links stay good."""

from django.utils.crypto import get_random_string
from django.utils.text import slugify

from clubs.models import Club


def new_slug(name: str) -> str:
    """From the name; with a tail of its own when another club has it, or when no letter of it can stand in a link."""
    stem = slugify(name)[:50].strip("-")
    if stem and not Club.objects.filter(slug=stem).exists():
        return stem
    tail = get_random_string(6, "abcdefghjkmnpqrstuvwxyz23456789")
    return f"{stem or 'club'}-{tail}"
