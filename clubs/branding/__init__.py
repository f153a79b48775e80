"""What a club shows of itself at the head of its pages: name, logo and one colour."""
