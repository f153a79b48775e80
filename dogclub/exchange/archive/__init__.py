"""Archives: a club, or one of its seasons, as one file that can be restored with equal figures.

docs/developers/archive.md is the contract.

The file holds what people recorded (`lines.py`), in the order of `pack.py`, and one digest of all
figures derived from it (also there). To restore it, it is read as untrusted input (`reader.py`),
replayed before anything is written (`replay.py`), inserted in one transaction (`insert.py`) and
compared with the digest.
"""
