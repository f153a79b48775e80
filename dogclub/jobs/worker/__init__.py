"""A job from the request to its end: asked for, leased, worked on, mailed about, swept up."""
