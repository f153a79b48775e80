"""Copies of the whole installation, made while people write in it, and put back only after everything was checked.

A backup is one tar file: the database, the files of imports, the secret key, a manifest that names each with its
SHA-256, and at the end the SHA-256 of all that stands before it. docs/developers/adr/0022 says why.
"""
