"""What a table agrees on: the hands to come, several tables of one night, a play-off."""
