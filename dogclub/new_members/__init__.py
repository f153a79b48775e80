"""Members in bulk: a pasted list of names and email addresses, its preview, and invitations by email."""
