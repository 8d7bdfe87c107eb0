"""Building and checking virtual devices and their snapshots: `bmoca avd build`, `verify`, `delete`."""
