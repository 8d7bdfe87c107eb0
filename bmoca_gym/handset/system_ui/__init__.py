"""Parts of the system over and around apps: bars, shade, keyboard."""
