"""What stands between the sockets and the pages."""
