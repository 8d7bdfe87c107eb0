"""Policies: networks that act from pixels, how they are trained (BC, DAgger, PPO), and their checkpoints.

What needs PyTorch is imported when asked for; `bmoca_gym` itself does without.
"""
