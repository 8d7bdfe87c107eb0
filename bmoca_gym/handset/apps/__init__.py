"""The handset's apps. Each is a package with manifest, state, screens and strings; an image lists its apps."""
