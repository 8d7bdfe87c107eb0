"""Measurements of the phone's speed and size next to other environments', in one run on one machine."""
