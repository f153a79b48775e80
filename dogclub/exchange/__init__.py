"""What goes in and out as files: imports, exports, archives and books."""
