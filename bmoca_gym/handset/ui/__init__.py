"""Elements, layout, hit test and UI trees of all screens."""
