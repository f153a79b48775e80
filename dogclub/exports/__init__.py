"""What goes out of the club: tables as CSV and Excel, sheets to type in again, BG Stats, a calendar, a feed of results.

A table is a `Grid`, whatever it shows; two writers know the two formats. The figures are those of the page the table
stands on, out of the same functions, so that a file never says anything else than the screen.
"""
