"""Providers, which keep data for several apps: contacts, calendar, messages, pictures."""
