"""Servers of the phone's wire. They translate; what lies below decides. Loopback only."""
