"""The shell command ``awk``: the language (`reading`), and a program that runs on records (`running`)."""
