"""The screens of Pi Music Player: pages, the player and dialogs."""
