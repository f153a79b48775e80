"""What follows from results: call-outs and feats, play-offs, trophies, ratings, standings. All of it can be rebuilt."""
