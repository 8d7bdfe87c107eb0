"""The embedded handset: a phone as an immutable value. It imports nothing from the rest of the package."""
