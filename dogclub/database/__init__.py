"""The state of the database and its disk: away, full, one moment of it, and which migrations it should have."""
