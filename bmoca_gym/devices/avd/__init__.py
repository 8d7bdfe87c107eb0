"""Android virtual devices: running emulators, their snapshots and records; `building` makes them."""
