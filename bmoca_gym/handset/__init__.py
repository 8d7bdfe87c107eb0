"""The embedded handset: a phone as an immutable value. Imports nothing of the rest of the package."""
