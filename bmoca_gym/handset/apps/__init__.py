"""The apps of the handset, a package each: manifest, state, screens, strings. An image names those that a phone has."""
