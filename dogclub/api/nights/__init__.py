"""A night for programs: the calendar, series, who is here, guests, the draw, the report."""
