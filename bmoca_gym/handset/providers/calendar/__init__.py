"""The calendar provider."""
