"""Contacts' screens, of Android 10 and of Google's later build: pure functions from what they show to elements."""
