"""Whole books on paper: a season from cover to index, the sheets of a night, and sheets made ready for tonight.

A book is bound from pages that are set one by one (ADR 19): `typst_child` sets them in processes of their own,
`typst_workers` looks after those, `binding` puts the finished pages into one file as they come, and nothing ever holds
all of it.
"""
