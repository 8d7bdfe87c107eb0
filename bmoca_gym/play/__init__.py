"""The page on which a person plays a phone; see `bmoca_gym.play.server` and `bmoca play`."""
