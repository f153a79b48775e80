"""The night report: what the sheets of a night add up to, in prose, tables and figures.

`queries` reads the rows, `collect` turns them into plain values (`chapters.facts`); the headline, the prose and the
other chapters are pure functions of those.
"""
