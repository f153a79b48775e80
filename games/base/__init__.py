"""What every table game is made of: the class TableGame and the values it fills."""
