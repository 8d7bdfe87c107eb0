"""The language of the shell, as mksh reads it."""
