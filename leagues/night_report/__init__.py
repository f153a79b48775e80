"""The night report: what the sheets of a night add up to, in prose, tables and figures.

`collect` reads the rows and turns them into plain values (`facts`); the headline, the prose and the
other chapters are pure functions of those.
"""
