"""How likely each seat is to win and to finish last, by playing out the hands that are left.

`simulation` needs NumPy, which is large: it is imported by whoever simulates and by nobody else.
"""
