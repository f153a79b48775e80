"""What takes longer than an answer: jobs, imports, webhooks."""
