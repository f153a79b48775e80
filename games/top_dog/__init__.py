"""Top Dog as a table game: entry pages, display, paper; its rules are in `scoring.top_dog`."""
