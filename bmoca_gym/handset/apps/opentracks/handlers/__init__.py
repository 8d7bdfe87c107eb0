"""OpenTracks' handlers."""
