"""Simple Calendar's handlers: of the views, and of the editor."""
