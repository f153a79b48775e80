"""The project: settings, server, background work, and what every page shares."""

__version__ = "0.1.0"
