"""The shell command ``awk``: its language (`reading`) and its execution on records (`running`)."""
