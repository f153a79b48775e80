"""The application around the leagues: settings, server, API, jobs, imports, exports, backup, and code that all pages
share.
"""

__version__ = "0.9.0"
