"""The ASGI application, for servers other than Dog Club's own."""

import django
from django.utils.module_loading import import_string

django.setup()
application = import_string("dogclub.asgi.application")
