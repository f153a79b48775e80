"""Drawing the tables of a night, and dealing their matches."""
