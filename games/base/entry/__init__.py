"""What the games use to enter and correct rounds: forms, keys, names, cards that are pulled."""
