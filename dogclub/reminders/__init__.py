"""Emails that a member chose: a night tomorrow, a sheet to confirm, a report, a trophy taken, the weekly digest.

Nobody is told when something happens: every few minutes `enqueue_due` looks for what is due by now, so that a server
that was off, a night that was closed at midnight or a choice that was just made need no code of their own. What is due
becomes a row and a job in one transaction; the job looks again whether it is due, and sends it once.
"""
