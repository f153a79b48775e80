"""Matches: their ledger, the pages for keeping score, the match pages and the printed sheets."""
