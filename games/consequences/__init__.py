"""Consequences of results: rows derived from finished matches, and the interface to the leagues package above."""
