"""Bluecoins' handlers: of the pages, and of the form."""
