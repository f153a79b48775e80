"""What stands in a book: cover, standings, nights, sheets, players, index."""
