"""Camera's screens: pure functions from what they show to elements."""
