"""Reading and writing records and sheets of any game: the JSON types, strict reading, and errors in plain words."""
