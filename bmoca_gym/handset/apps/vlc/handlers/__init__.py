"""The handlers of VLC: of its lists, and of its player."""
