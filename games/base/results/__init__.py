"""What the games say of a finished match: how it ended, its figures, titles, records and chances."""
