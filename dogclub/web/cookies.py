"""Django's messages in a cookie that is named like the other cookies of this server."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class InCookie(CookieStorage):
    """CookieStorage with another cookie name: Django's is fixed and no setting changes it."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """Stores messages in a cookie, and those too long for it in the session."""

    storage_classes = (InCookie, SessionStorage)
