"""The phone's shell: its language, Unix tools, and Android's commands."""
