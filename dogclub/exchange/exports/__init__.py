"""Exports: tables as CSV and Excel, sheets to import again, BG Stats, a calendar, a feed of results.

Every table is a `Grid`; two writers write it in the two formats. The figures are computed by the same functions as on
the page that shows the table, so that file and screen always agree.
"""
