"""Attendance: who is at a night (here, late, away, left)."""
