"""Doors for other programs: trainers, hubs and clients of the Model Context Protocol. Each module needs an extra."""
