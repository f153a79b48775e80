"""Whether the server works: for monitors, containers and proxies, without a login and without a secret."""

import threading

stopping = threading.Event()  # this process was told to stop, and still answers: STOP_AFTER
