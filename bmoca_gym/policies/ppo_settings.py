"""Settings of PPO, with the meaning of every field."""

from __future__ import annotations

from typing import ClassVar, Literal

from bmoca_gym.policies.base_settings import Settings, field
from bmoca_gym.policies.settings import NetworkSettings, RunSettings


class ShapingSettings(Settings):
    """Additions to the benchmark's reward in training. All are off by default, and evaluation never uses them."""

    new_screen: float = field(
        0.0, "reward of each screen that is new in the episode, compared pixel by pixel", low=-1, high=1
    )
    progress: float = field(
        0.0, "factor of the increase of the success detector's score above its highest so far", low=0, high=1
    )
    step: float = field(0.0, "reward of each step, zero or negative", low=-1, high=0)

    @property
    def off(self) -> bool:
        """True if the reward is only the benchmark's."""
        return not (self.new_screen or self.progress or self.step)


class SelfImitationSettings(Settings):
    """Self-imitation: steps with a good return are kept, and learnt again after every update, without masks."""

    batches: int = field(
        0, "number of batches that are learnt after each update; 0: no self-imitation", low=0, high=10_000
    )
    batch: int = field(64, "number of steps in a batch", low=2, high=1_000_000)
    least: float = field(0.5, "return from which on a step is kept")
    capacity: int = field(
        8192, "most steps that are kept, the latest ones; 24 KB each", low=1, high=1_000_000
    )
    learning_rate: float = field(1e-3, "learning rate of AdamW", low=0, high=10)
    muon: float = field(
        0.01, "learning rate of Muon, which trains the weight matrices; 0: AdamW trains them", low=0, high=10
    )


class CompactNetworkSettings(NetworkSettings):
    """Settings of the network. The default is small enough for a million steps of training on a processor."""

    image_encoder: Literal["small", "efficientnet", "compact"] = field(
        "compact", "compact: a network without attention, at a tenth of the cost; small and efficientnet as for bc",
    )  # fmt: skip
    channels: int = field(
        12, "channels of the first convolution; deeper ones have twice as many", low=4, high=256
    )
    width: int = field(64, "width of the vector that describes the whole screen", low=16, high=1024)
    dropout: float = field(
        0.0, "must be 0 for PPO: acting and learning must use the same network", low=0, high=0
    )


class PpoSettings(RunSettings):
    """PPO: ``train.py ppo``."""

    free: ClassVar[tuple[str, ...]] = (*RunSettings.free, "minutes", "stop_at")

    network: CompactNetworkSettings = field(
        CompactNetworkSettings(), "the network; ignored with start_from, whose network is used"
    )
    mixed_precision: Literal[False] = field(
        False, "must be false: PPO's ratios of probabilities need 32 bits"
    )
    start_from: str = field(
        "", "checkpoint with the initial weights, such as one of behaviour cloning; empty: random weights"
    )
    sampled_configurations: int = field(
        0,
        "number of sampled training configurations, instead of the environments; 0: use the environments",
        low=0,
        high=1_000_000,
    )
    hard_configurations: float = field(
        0.0,
        "share of the episodes in a configuration drawn in proportion to its recent failures; the rest is uniform",
        low=0, high=1,
    )  # fmt: skip
    validation_environments: tuple[str, ...] = field(
        ("validation",), "configurations that choose the policy of the run, together with the training ones"
    )
    test_environments: tuple[str, ...] = field(("test",), "configurations for evaluation only")
    mask: float = field(
        0.0,
        "share of the phones with a mask: taps are allowed only where an element of the UI tree responds (discrete "
        "only)",
        low=0, high=1,
    )  # fmt: skip
    unmask_at: float = field(
        0.9,
        "success rate between two evaluations at which masks end, so that the policy learns to act without them, and "
        "exploration too but in failing configurations",
        low=0, high=1,
    )  # fmt: skip
    explore: float = field(
        0.0,
        "share of the steps with an action of an untrained network; from unmask_at on only in configurations in which "
        "most episodes fail (discrete only)",
        low=0, high=1,
    )  # fmt: skip
    reward: str = field(
        "success",
        "what a step earns in training, as of gym.make: success, score, sub_goals or expert_distance, discounted by "
        "gamma",
    )
    reward_weight: float = field(
        1.0, "factor of the dense part of the reward; a success is worth 1", low=0, high=1000
    )
    reward_discount: float | None = field(
        None,
        "discount of the potential in the dense reward; empty: gamma, which leaves the best policies the best. With 1 "
        "and a small gamma, a step counts for how much nearer it brings the end",
        low=0, high=1,
    )  # fmt: skip
    reward_low: float | None = field(None, "a step earns at least this in training; empty: no limit")
    reward_high: float | None = field(None, "a step earns at most this in training; empty: no limit")
    take_back: bool = field(
        False,
        "undo a step that earned nothing or less: it counts and is learnt from, but the phone returns to the state "
        "before it. Needs a dense reward; meant for gamma=0",
    )
    expert_starts: float = field(
        0.0,
        "share of the episodes that begin on the expert's way, after some of its steps, which count to the step limit",
        low=0, high=1,
    )  # fmt: skip
    shaping: ShapingSettings = field(ShapingSettings(), "additions to the reward in training")
    self_imitation: SelfImitationSettings = field(
        SelfImitationSettings(),
        "good steps are kept and learnt again, weighted by how much better than expected they were",
    )
    steps: int = field(1_500_000, "number of steps of all phones together", low=1, high=10**12)
    minutes: float = field(30.0, "stop after this time in minutes; 0: never", low=0)
    stop_at: float = field(
        0.0,
        "stop at this success rate in an evaluation on the training configurations; 0: never",
        low=0,
        high=1,
    )
    phones: int = field(64, "number of phones, which step together in one process", low=1, high=4096)
    rollout: int = field(32, "number of steps of each phone between two updates", low=1, high=65_536)
    batch: int = field(1024, "number of steps in a batch of an update", low=2, high=1_000_000)
    epochs: int = field(3, "number of passes over the steps in an update", low=1, high=100)
    learning_rate: float = field(1e-3, "learning rate of Adam at the start", low=0, high=10)
    final_learning_rate: float = field(
        2e-4, "learning rate of Adam at the end; in between it changes linearly", low=0, high=10
    )
    gamma: float = field(0.9, "discount factor", low=0, high=1)
    gae_lambda: float = field(0.9, "lambda of generalised advantage estimation", low=0, high=1)
    clip: float = field(
        0.2, "clip range: largest relative change of an action's probability in an update", low=0.001, high=10
    )
    entropy: float = field(0.01, "weight of the entropy in the loss at the start", low=0, high=10)
    final_entropy: float = field(
        0.001, "weight of the entropy at the end; in between it changes linearly", low=0, high=10
    )
    value_weight: float = field(0.5, "weight of the value loss", low=0, high=100)
    max_gradient: float = field(0.5, "largest norm of the gradient", low=0.001, high=1000)
    target_kl: float | None = field(
        None, "end an update early if the policy's KL divergence exceeds this", low=0.0001
    )
    other_share: float = field(
        0.5,
        "share of swipes and keys among the actions of an untrained network (discrete only)",
        low=0.001,
        high=0.999,
    )
    log_deviation: float = field(
        -1.0, "logarithm of the initial standard deviation (dual_gesture only)", low=-10, high=2
    )
    warm_up: int = field(
        0, "number of first updates that train only the value; for start_from", low=0, high=100_000
    )
    evaluate_every: int = field(
        25, "number of updates between two evaluations; the end is always evaluated", low=1
    )
    save_every: int = field(
        25, "number of updates between two saved states, from which a run can resume", low=1
    )
