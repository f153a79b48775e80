"""Fixtures for tablets on both origins."""

from tests.browser.origins import certificate, club, line, match, origin, scheme_and_host, seated, tablet

__all__ = ["certificate", "club", "line", "match", "origin", "scheme_and_host", "seated", "tablet"]
