"""How points and places grew over a season: the numbers, and the chart of them."""
