"""Help: the pages of docs for people who use Dog Club, inside the app."""
