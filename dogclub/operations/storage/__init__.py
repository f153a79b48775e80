"""S3-compatible storage, for backups, and for uploads and files of jobs where several machines share no disk."""
