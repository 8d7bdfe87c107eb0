"""Contacts in Google's later build: what it shows otherwise, and more, than the one of Android 10."""
