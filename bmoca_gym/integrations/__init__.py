"""Interfaces for other programs: trainers, hubs and Model Context Protocol clients. Each module needs an extra."""
