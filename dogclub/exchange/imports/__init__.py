"""Imports: a file is read, previewed, completed with the organiser's answers, written in one job, and undone in one
job.

A reader turns a file into matches as open records (`parsed_file.py`, `formats/`). The dry run scores each match and
looks for its players and for matches that the club already has; it saves nothing but the import's own row. Writing and
undoing are background jobs.
"""
