"""Elements, layout, hit test and UI trees: what every screen is made of."""
