"""What games say about finished matches: endings, statistics, titles, records and forecasts."""
