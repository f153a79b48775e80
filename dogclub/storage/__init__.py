"""S3-compatible storage: of backups, and of the files that jobs make and people bring where machines share no disk."""
