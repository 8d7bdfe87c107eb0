"""Parts that the system shows over and around apps: bars, shade, keyboard."""
