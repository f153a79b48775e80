"""Emails that a member chose: a night tomorrow, a sheet to confirm, a report, a trophy taken, the weekly digest.

Reminders are not triggered by events: every few minutes `enqueue_due` looks for what is due, so that a server that was
off, a night closed at midnight or a setting just changed need no code of their own. A due reminder becomes a row and a
job in one transaction; the job checks again whether it is due, and sends it once.
"""
