"""The pages as a WSGI application, with WhiteNoise serving static files before Django."""

import os
from collections.abc import MutableMapping

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from whitenoise import WhiteNoise

from dogclub.server.web.headers import of_static_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")

# The content under a hashed name never changes, so browsers may cache it for ever.
HASHED = r"^/static/.+\.[0-9a-f]{12}\.[^/]+$"


def for_this_site_alone(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Add the security headers of pages to static files, which do not pass through the middleware."""
    for name, value in of_static_files().items():
        headers[name] = value


application = WhiteNoise(
    get_wsgi_application(),
    immutable_file_test=HASHED,
    allow_all_origins=False,
    add_headers_function=for_this_site_alone,
)
if settings.STATIC_ROOT.is_dir():
    application.add_files(str(settings.STATIC_ROOT), settings.STATIC_URL)
