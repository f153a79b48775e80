"""How likely each seat is to win and to finish last, from simulating the hands that are left.

`simulation` needs NumPy, a large dependency: only code that runs a simulation imports it.
"""
