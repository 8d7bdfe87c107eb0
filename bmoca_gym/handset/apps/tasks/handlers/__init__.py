"""Tasks' handlers: of the list and the settings, and of the editor."""
