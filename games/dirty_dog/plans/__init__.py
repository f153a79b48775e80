"""What tables agree on: the plan of hands of one table, of several tables of one night, and of a play-off."""
