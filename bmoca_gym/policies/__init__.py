"""Policies: networks that act from pixels, their training (behaviour cloning, DAgger, PPO) and checkpoints.

Modules that need PyTorch are imported only when they are used; `bmoca_gym` itself works without PyTorch.
"""
