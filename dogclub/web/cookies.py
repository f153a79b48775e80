"""Messages for the next page wait in a cookie, named like the other cookies of this server."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class InCookie(CookieStorage):
    """Django gives this cookie a fixed name and lets no setting change it."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """In a cookie, and what is too long for one in the session."""

    storage_classes = (InCookie, SessionStorage)
