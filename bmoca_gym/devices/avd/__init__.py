"""Android virtual devices: emulators that run, their snapshots and records, and `building`, which makes them."""
