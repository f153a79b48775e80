"""Printed sheets: from a document of plain JSON to a PDF, without the database."""
