"""Measurements of the phone's speed and size, beside other environments, in one run on one machine."""
