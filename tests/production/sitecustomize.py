"""A server that tests start has what requirements.txt names, as a club's own: nothing that only development has.

Python runs this before anything else, where `tests.server` puts the folder on its path. What is not there need not be
loaded either: Django, DRF and httpx try for each of these, and a fifth of a start was theirs.
"""

import os
import sys
from typing import Any

DEVELOPMENT = ("docutils", "jinja2", "pygments", "requests", "rich")
POSTGRESQL = () if os.environ.get("DATABASE_URL", "").startswith("postgres") else ("psycopg",)
NOTHING: Any = None

sys.modules.update(dict.fromkeys((*DEVELOPMENT, *POSTGRESQL), NOTHING))
