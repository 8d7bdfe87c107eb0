"""Second judge of an episode: its verdict is recorded but does not count."""

from __future__ import annotations

from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Info
from bmoca_gym.success_detectors import Detection
from bmoca_gym.tasks.task import JUDGES


class OtherJudge:
    """Judge that follows an episode in addition to the environment's own judge. Make it right after ``env.reset``.

    ``name``: its name in `JUDGES`.
    """

    def __init__(self, env: PhoneEnv) -> None:
        (self.name,) = set(JUDGES) - {env.judge}
        self._env = env
        self._detector = env.further_detector(self.name)
        self._met: Detection | None = None
        self._last = Detection(False, 0.0, ("the episode has not begun",))

    def step(self, info: Info, over: bool) -> None:
        """Check the phone after a step. ``info``: of ``env.step``. ``over``: whether the episode has ended."""
        self._detector.answer, self._detector.finished = info["answer"], over
        self._detector.talk = self._env.talk
        self._last = self._detector.check(self._env.device)
        if self._last.satisfied and self._env.ends == "success" and self._met is None:
            self._met = self._last
        unfinished = self._env.ends == "finish" and info["finished"] is None
        if over and unfinished and self._env.task.unfinished == "fails":
            self._last = Detection(False, 0.0, ("the agent has not finished",))

    def verdict(self) -> Detection:
        """Return the judge's verdict: the first success if episodes end on success, otherwise the last check."""
        return self._met or self._last
