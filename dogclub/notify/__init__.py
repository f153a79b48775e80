"""What is sent: emails, reminders and webhooks."""
