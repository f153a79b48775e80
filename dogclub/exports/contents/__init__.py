"""What is in each table one may save: matches, sheets, players, standings, records."""
