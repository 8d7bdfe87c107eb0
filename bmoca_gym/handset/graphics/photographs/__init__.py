"""Pictures that look like photographs: scenes whose light is followed, and the scenes."""
