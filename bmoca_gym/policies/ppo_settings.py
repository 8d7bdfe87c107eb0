"""The settings of PPO: every field with its meaning."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.policies.base_settings import Settings, field
from bmoca_gym.policies.settings import NetworkSettings, RunSettings


class ShapingSettings(Settings):
    """Additions to the benchmark's reward while training; all are off by default, and never in evaluation."""

    new_screen: float = field(
        0.0, "for each screen not seen before in the episode, compared pixel by pixel", low=-1, high=1
    )
    progress: float = field(
        0.0, "times how much the success detector's score rose over its highest of the episode", low=0, high=1
    )
    step: float = field(0.0, "for each step, meant to be negative", low=-1, high=0)

    @property
    def off(self) -> bool:
        """Whether the reward is the benchmark's own."""
        return not (self.new_screen or self.progress or self.step)


class CompactNetworkSettings(NetworkSettings):
    """The network: by default one that is small enough to be trained by a million steps on a processor."""

    image_encoder: Literal["small", "efficientnet", "compact"] = field(
        "compact", "compact: a network of its own, a tenth of the cost of the others; small and efficientnet as for bc",
    )  # fmt: skip
    channels: int = field(
        12, "channels of the first convolution; the deeper have twice as many", low=4, high=256
    )
    width: int = field(64, "width of what is known of the whole screen", low=16, high=1024)
    dropout: float = field(
        0.0, "must be 0 for PPO: acting and learning have to see one network", low=0, high=0
    )


class PpoSettings(RunSettings):
    """PPO: ``train.py ppo``."""

    network: CompactNetworkSettings = field(
        CompactNetworkSettings(), "the network; a checkpoint brings its own"
    )
    mixed_precision: Literal[False] = field(False, "not for PPO: ratios of probabilities need 32 bits")
    start_from: str = field(
        "", "checkpoint whose weights are the beginning, such as that of behaviour cloning"
    )
    sampled_configurations: int = field(
        0,
        "configurations drawn by the sampler, in the place of the environments; 0: none",
        low=0,
        high=1_000_000,
    )
    hard_configurations: float = field(
        0.0,
        "share of the episodes whose configuration is drawn by how many of its last episodes failed; the others evenly",
        low=0, high=1,
    )  # fmt: skip
    test_environments: tuple[str, ...] = field(("test",), "configurations that are only evaluated on")
    mask: float = field(
        0.0,
        "share of the phones on which taps are never tried where no element of the UI tree answers (discrete only)",
        low=0, high=1,
    )  # fmt: skip
    unmask_at: float = field(
        0.9,
        "lift all masks for good when so many of the episodes between two evaluations succeed: the policy then learns "
        "what to do without",
        low=0, high=1,
    )  # fmt: skip
    explore: float = field(
        0.0,
        "share of the steps at which what an untrained network would do is done, until unmask_at (discrete only)",
        low=0, high=1,
    )  # fmt: skip
    shaping: ShapingSettings = field(ShapingSettings(), "what is added to the reward while training")
    steps: int = field(1_500_000, "steps of the phones in all", low=1, high=10**12)
    minutes: float = field(30.0, "stop after so many minutes; 0: never", low=0)
    stop_at: float = field(
        0.0,
        "stop at this success rate of an evaluation on the training configurations; 0: never",
        low=0,
        high=1,
    )
    phones: int = field(64, "phones in the process, stepped together", low=1, high=4096)
    rollout: int = field(32, "steps of each phone between two updates", low=1, high=65_536)
    batch: int = field(1024, "steps in a batch of an update", low=2, high=1_000_000)
    epochs: int = field(3, "how often an update sees each step", low=1, high=100)
    learning_rate: float = field(1e-3, "of Adam, at the start", low=0, high=10)
    final_learning_rate: float = field(
        2e-4, "of Adam, at the end; in between it changes linearly", low=0, high=10
    )
    gamma: float = field(0.9, "discount of a step", low=0, high=1)
    gae_lambda: float = field(0.9, "lambda of the generalised advantage estimate", low=0, high=1)
    clip: float = field(
        0.2, "how far the probability of an action may change in an update", low=0.001, high=10
    )
    entropy: float = field(0.01, "weight of the entropy in the loss, at the start", low=0, high=10)
    final_entropy: float = field(0.001, "the same at the end; in between it changes linearly", low=0, high=10)
    value_weight: float = field(0.5, "weight of the value's error in the loss", low=0, high=100)
    max_gradient: float = field(0.5, "longest gradient", low=0.001, high=1000)
    target_kl: float | None = field(
        None, "end an update early where the policy has changed by more than this", low=0.0001
    )
    other_share: float = field(
        0.5,
        "share of swipes and keys in what an untrained network does (discrete only)",
        low=0.001,
        high=0.999,
    )
    log_deviation: float = field(
        -1.0, "logarithm of the first standard deviation (dual_gesture only)", low=-10, high=2
    )
    warm_up: int = field(
        0, "updates at the start that train the value alone; for start_from", low=0, high=100_000
    )
    evaluate_every: int = field(25, "updates between two evaluations; the end is always evaluated", low=1)
    save_every: int = field(25, "updates between two states that a run can be resumed from", low=1)
