"""Tasks' screens: the list, the editor, the settings."""
