"""The lines of an archive: what each says, what they are named by, and the digest over them."""
