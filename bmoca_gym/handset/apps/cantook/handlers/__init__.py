"""Cantook's handlers: of the library, of collections, of the reader, and the import of books."""
