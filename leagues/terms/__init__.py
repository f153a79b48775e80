"""What a club calls the terms of the games: a page on which organisers rename them."""
