"""The project: settings, server, background work, and what every page shares."""
