"""Display lists and the rasteriser: from boxes to pixels."""
