"""The contacts provider."""
