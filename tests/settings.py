"""The project's settings with a scratch var/, a fast password hash and plain static files."""

import atexit
import os
import shutil
import tempfile

if "DOGCLUB_VAR" not in os.environ:
    # Set in the environment, so that parallel workers share it; the process that made it deletes it.
    os.environ["DOGCLUB_VAR"] = tempfile.mkdtemp(prefix="dogclub-tests-")
    atexit.register(shutil.rmtree, os.environ["DOGCLUB_VAR"], ignore_errors=True)
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if WORKER and not os.environ["DOGCLUB_VAR"].endswith(f"/{WORKER}"):
    os.environ["DOGCLUB_VAR"] += f"/{WORKER}"  # so that workers do not read each other's files
os.environ.setdefault("TIME_ZONE", "UTC")

from dogclub.settings import *
from tests.databases import POSTGRESQL, RUN

if POSTGRESQL:
    DATABASES["default"]["TEST"] = {"NAME": RUN}

if REDIS_URL:
    # Each worker has its own cache, because tests clear it.
    CACHES["default"]["LOCATION"] = f"{REDIS_URL.rpartition('/')[0]}/{8 + int(WORKER.removeprefix('gw') or 0)}"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
