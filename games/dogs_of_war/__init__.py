"""Dogs of War at the table, on screens and on paper; its rules are in `scoring.dogs_of_war`."""
