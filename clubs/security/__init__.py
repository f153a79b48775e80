"""Encrypted fields, and the events of the security log."""
