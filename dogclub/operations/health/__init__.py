"""Health checks for monitors, containers and proxies, without a login and without secrets in the answers."""

import threading

stopping = threading.Event()  # set after SIGTERM, while the process still answers (STOP_AFTER)
