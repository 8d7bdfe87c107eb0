"""Display lists and the rasteriser, which turn boxes into pixels."""
