"""An archive read, added up again and put into a club, or taken out of it."""
