"""Pack o’ Dogs as a table game: entry pages, display, paper; its rules are in `scoring.pack_o_dogs`."""
