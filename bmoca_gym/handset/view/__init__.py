"""Elements, layout, hit testing, the UI tree and the furniture that screens share."""
