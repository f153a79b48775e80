"""The chat of a club: its nights, draws and results, posted to an incoming webhook (docs/organising/chat.md)."""
