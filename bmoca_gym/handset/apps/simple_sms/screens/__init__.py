"""Simple SMS Messenger's screens: conversations, one of them, a new one, settings."""
