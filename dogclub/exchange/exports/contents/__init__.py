"""The content of each exported table: matches, sheets, players, standings, records."""
