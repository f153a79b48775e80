"""Backups: copies of the whole installation, made while it is in use and restored only after a complete check.

A backup is one tar file: the database, the files of imports, the secret key, a manifest with the SHA-256 of each, and
at the end the SHA-256 of all bytes before it. docs/developers/adr/0022 gives the reasons.
"""
