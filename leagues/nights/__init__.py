"""A night: attendance, its tables, its page."""
