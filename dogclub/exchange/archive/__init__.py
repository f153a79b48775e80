"""Archives: a club, or one of its seasons, as one file that can be restored with equal figures.

docs/developers/archive.md is the contract.

The file holds what people recorded (`format/lines.py`), in the order of `writing/pack.py`, and one digest of all
figures derived from it (`format/fingerprint.py`). To restore it, it is read as untrusted input (`restoring/reader.py`),
replayed before anything is written (`restoring/replay.py`), inserted in one transaction (`restoring/insert.py`) and
compared with the digest.
"""
