"""Nights: attendance, answers, tables, series, pages."""
