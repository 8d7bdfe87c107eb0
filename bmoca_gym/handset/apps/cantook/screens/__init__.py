"""Cantook's screens: the library, a book's menu and details, collections, the reader."""
