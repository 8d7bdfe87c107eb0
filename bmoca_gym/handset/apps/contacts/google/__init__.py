"""Contacts in Google's later build: differences and additions to the one of Android 10."""
