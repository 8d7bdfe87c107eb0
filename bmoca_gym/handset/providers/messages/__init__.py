"""The SMS provider."""
