"""The application for a server that is not our own."""

import django
from django.utils.module_loading import import_string

django.setup()
application = import_string("dogclub.asgi.application")
