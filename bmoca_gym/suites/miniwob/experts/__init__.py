"""Experts for MobileMiniWoB++, one module for each kind of page."""
