"""The pytest plugins of this package's tests, one module for each.

The whole suite is thousands of tests on two cores, and four things made it too slow, too large or too forgiving:

- `selection`: `make test` has to end in minutes, so long tests carry the mark ``exhaustive``, and folders of long tests
  begin first, or one worker would still be busy when the others have finished.
- `apart`: PyTorch, Ray and transformers take hundreds of megabytes that Python never gives back. Tests that need them
  for a moment run in a process of their own.
- `memory`: caches of screens fill up with what one test drew and the next doesn't use, and each full run of the cyclic
  collector visits all modules and tests. Two workers have to fit on a machine with 4 GB.
- `skips`: `.ci/run` installs everything that tests need, so a skip there means that something was not tested.
- `timing`: prints where time and memory went, or nobody would notice which test became slow.

``tests/conftest.py`` loads them.
"""
