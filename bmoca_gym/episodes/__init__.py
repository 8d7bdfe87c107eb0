"""What an episode leaves: its record, film and screens, metrics over records, and registries of measures and traces."""
