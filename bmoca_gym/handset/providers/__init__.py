"""Providers, which hold data for several apps: contacts, calendar, messages, media."""
