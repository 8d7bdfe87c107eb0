"""The phone's shell: its language, tools of Unix, and Android's commands."""
