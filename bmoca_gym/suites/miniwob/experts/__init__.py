"""Experts of MobileMiniWoB++, a module for each kind of page."""
