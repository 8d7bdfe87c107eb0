"""Unix tools for files and text."""
