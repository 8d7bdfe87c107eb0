"""Servers for the protocols of real devices. They translate; the layers below decide. Loopback only."""
