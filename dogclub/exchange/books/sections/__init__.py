"""The sections of a book: cover, standings, nights, sheets, players, index."""
