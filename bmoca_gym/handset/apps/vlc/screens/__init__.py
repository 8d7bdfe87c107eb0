"""The screens of VLC: lists, dialogs and the player."""
