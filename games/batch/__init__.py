"""Old paper, sheet after sheet: the head and the rounds on one page, written at once, and on to the next sheet."""
