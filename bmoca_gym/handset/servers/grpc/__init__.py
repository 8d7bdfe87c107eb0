"""The emulator's gRPC."""
