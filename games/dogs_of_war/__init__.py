"""Dogs of War as a table game: entry pages, display, paper; its rules are in `scoring.dogs_of_war`."""
