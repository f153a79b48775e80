"""What the pages of every package share: answers that did not change, lists page by page, queries prepared once."""
