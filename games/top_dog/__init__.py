"""Top Dog at the table, on screens and on paper; its rules are in `scoring.top_dog`."""
