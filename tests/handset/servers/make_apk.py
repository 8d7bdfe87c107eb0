"""Android packages for tests."""

from bmoca_gym.evaluation.upstream_check.stand_in_package import apk, manifest

__all__ = ["apk", "manifest"]
