"""API keys of a person or a club: made, shown once, revoked."""
