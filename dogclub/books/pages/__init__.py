"""The pages to order or print books and sheets."""
