"""The screens of YouTube: tabs, pages over them, the page of a video, settings, and sheets."""
