"""The handlers of Pi Music Player: pages, playback and playlists."""
