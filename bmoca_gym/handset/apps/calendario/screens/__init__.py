"""Calendar's screens: the month, an event, the list of all events, the editor."""
