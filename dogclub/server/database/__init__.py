"""The state of the database and its disk: unreachable, full, a snapshot for reading, and the migrations it
should have.
"""
