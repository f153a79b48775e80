"""Membership: joining, roles, handing over, leaving."""
