"""Joplin's handlers: of its lists and notebooks, and of a note."""
