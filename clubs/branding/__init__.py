"""A club's branding at the top of its pages: name, logo and one colour."""
