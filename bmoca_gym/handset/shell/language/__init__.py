"""The shell's language, as mksh interprets it."""
