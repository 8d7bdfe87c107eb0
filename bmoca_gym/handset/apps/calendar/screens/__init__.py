"""Calendar's screens: views, an event, the editor, settings."""
