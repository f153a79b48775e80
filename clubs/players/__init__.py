"""Players of a club: their names, their accounts, and anonymising those who leave."""
