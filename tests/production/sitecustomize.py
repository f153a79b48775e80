"""Hide packages that only development has from the servers that tests start, so that they have what requirements.txt
names.

Python runs this module first, because `tests.server` puts its folder on the path. Django, DRF and httpx try to import
each of these packages, which took a fifth of a server's start.
"""

import os
import sys
from typing import Any

DEVELOPMENT = ("docutils", "jinja2", "pygments", "requests", "rich")
DRIVEN = (os.environ.get("DATABASE_URL", ""), *sys.orig_argv[1:])  # ./run installs the driver for `move postgres…` too
POSTGRESQL = () if any(each.startswith("postgres") for each in DRIVEN) else ("psycopg",)
NOTHING: Any = None

sys.modules.update(dict.fromkeys((*DEVELOPMENT, *POSTGRESQL), NOTHING))
