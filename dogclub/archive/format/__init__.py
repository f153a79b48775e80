"""The format of an archive: its lines, references between them, and the digest of its figures."""
