"""Tablets of both origins, for whichever test asks for one."""

from tests.browser.origins import certificate, club, line, match, origin, scheme_and_host, seated, tablet

__all__ = ["certificate", "club", "line", "match", "origin", "scheme_and_host", "seated", "tablet"]
