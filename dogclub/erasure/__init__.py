"""What has to go beside the rows when a club or a name is erased: files, letters, and the bytes of deleted rows."""
