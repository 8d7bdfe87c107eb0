"""Simple Calendar's screens: views, editor and its dialogs, settings."""
