"""Endpoints for nights: calendar, series, attendance, guests, draws, reports."""
