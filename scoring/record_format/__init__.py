"""Reading and writing records and sheets of any game: types of the JSON, strict reading, errors in the club’s words."""
