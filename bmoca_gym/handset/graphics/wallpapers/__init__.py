"""The wallpapers: which there are, and how each is drawn."""
