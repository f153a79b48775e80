"""API keys of a person or a club: created, shown once, revoked."""
