"""The pages as plain WSGI, with the static files in front: those never reach Django."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from whitenoise import WhiteNoise

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")

# A hashed name never changes its content, so browsers may keep it for ever.
HASHED = r"^/static/.+\.[0-9a-f]{12}\.[^/]+$"

application = WhiteNoise(get_wsgi_application(), immutable_file_test=HASHED, allow_all_origins=False)
if settings.STATIC_ROOT.is_dir():
    application.add_files(str(settings.STATIC_ROOT), settings.STATIC_URL)
