"""Memberships: joining, roles, handing over a club, leaving."""
