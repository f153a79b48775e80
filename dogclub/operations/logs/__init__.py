"""Logging: formats, redaction of personal data, and the security log (docs/developers/adr/0023)."""
