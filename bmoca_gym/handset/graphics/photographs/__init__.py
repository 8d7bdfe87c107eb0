"""Pictures that look like photographs: a ray tracer, and the scenes."""
