"""The handlers of Retro Music: pages, playback and playlists."""
