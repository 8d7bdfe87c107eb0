"""Tools of Unix that work on files and text."""
