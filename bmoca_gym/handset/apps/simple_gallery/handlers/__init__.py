"""The handlers of Simple Gallery: of its grids, its viewer, and changes of files."""
