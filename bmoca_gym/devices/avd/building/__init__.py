"""Virtual devices and their snapshots made and checked: `bmoca avd build`, `verify`, `delete`."""
