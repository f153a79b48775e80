"""The product round the league: settings, server, API, jobs, imports, exports, backup, and what every page shares."""

__version__ = "0.1.0"
