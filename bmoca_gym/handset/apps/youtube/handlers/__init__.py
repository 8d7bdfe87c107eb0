"""The handlers of YouTube: of its pages, and of its player."""
