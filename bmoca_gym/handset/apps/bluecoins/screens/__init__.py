"""Bluecoins' screens: the pages, the filter of the list, the form of a transaction."""
