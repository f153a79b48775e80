"""A club, or one of its seasons, as one file that can be put back to equal figures.

docs/developers/archive.md is the contract.

The file holds what was written down (`lines.py`), in the order of `packing.py`, and one number over all figures that
follow from it (`figures.py`). Coming back, it is opened without trust (`opening.py`), worked out before anything is
written (`folding.py`), put into the database in one transaction (`placing.py`) and compared with that number.
"""
