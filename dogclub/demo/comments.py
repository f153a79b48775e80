"""Comments of the demo club's members on the last play-off and on the match in progress."""

from datetime import datetime, timedelta

from clubs.models import Night
from dogclub.demo.people import DOMAIN
from dogclub.demo.state import DemoState
from games.models import Comment, Match
from games.registry import table_game


def add_comments(demo: DemoState, finale: Night, tonight: Match, now: datetime) -> None:
    """Turn comments on, and add some from the morning after the play-off and during tonight's match."""
    demo.club.has_comments = True
    demo.club.save(update_fields=["has_comments"])
    playoff = finale.playoffs.select_related("winner", "loser").get()
    bea = next(iter(demo.players.values()))
    sitting = [seat.player for seat in tonight.seats.select_related("player").order_by("position")]
    cone, morning = table_game(playoff.game).trophies[1], finale.starts_at + timedelta(hours=14)
    said = [
        (playoff.loser, f"The {cone} suits me. I can hear myself think in it.", morning),
        (bea, f"Photos of both final tables: https://{DOMAIN}/play-off. Who is that behind the biscuits?", morning),
        (playoff.winner, "Thank you all for the tricks. I will try to deserve them.", morning),
    ]
    rows = [
        Comment(night=finale, player=player, text=text, written_at=when + timedelta(minutes=20 * at))
        for at, (player, text, when) in enumerate(said)
    ]
    rows[1].edited_at = rows[1].written_at + timedelta(minutes=5)
    talk = ("Somebody is leading and does not want to talk about it.", "We can all read this at the table, you know.")
    rows += [
        Comment(match=tonight, player=player, text=text, written_at=now - timedelta(minutes=6 - 2 * at))
        for at, (player, text) in enumerate(zip(sitting, talk, strict=False))
    ]
    Comment.objects.bulk_create(rows)
