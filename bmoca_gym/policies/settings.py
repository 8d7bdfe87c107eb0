"""The settings of a policy's network, of behaviour cloning and of DAgger: every field with its meaning."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.policies.base_settings import Settings, field


class NetworkSettings(Settings):
    """The network: what encodes the picture and the instruction, and how large it is."""

    image_encoder: Literal["small", "efficientnet", "compact"] = field(
        "small", "small: strided convolutions, trained from nothing; efficientnet: EfficientNet-B0 of transformers; "
        "compact: a network for PPO, a tenth of the cost, without attention",
    )  # fmt: skip
    text_encoder: Literal["hashed", "t5"] = field(
        "hashed", "hashed: embeddings of words and letter groups; t5: the encoder of a T5 of transformers, frozen",
    )  # fmt: skip
    pretrained: bool = field(
        True, "whether efficientnet and t5 start from weights of a hub (else at random, for tests)"
    )
    efficientnet_name: str = field(
        "google/efficientnet-b0", "what the hub calls the image encoder, or a folder"
    )
    t5_name: str = field("google-t5/t5-small", "what the hub calls the text encoder, or a folder")
    action: Literal["discrete", "dual_gesture"] = field(
        "discrete", "discrete: one of 385 classes; dual_gesture: four numbers by regression",
    )  # fmt: skip
    channels: int = field(
        32, "channels of the first convolution; the deeper have up to three times as many", low=4, high=256
    )
    width: int = field(
        64,
        "width of what the instruction asks of the picture, and of the map that taps are computed from",
        low=16,
        high=1024,
    )
    heads: int = field(4, "attention heads", low=1, high=16)
    layers: int = field(2, "layers of cross attention between instruction and picture", low=1, high=12)
    dropout: float = field(0.0, "share of activations that training drops before the heads", low=0, high=0.9)


#: As ``tasks`` or ``environments`` of cloning: all that the dataset has.
ANY = "any"


class RunSettings(Settings):
    """Settings of every training run."""

    out: str = field("", "folder of the run; empty: runs/ and the algorithm's name")
    seed: int = field(
        0, "of all randomness; the same seed gives the same result on one machine", low=0, high=2**31 - 1
    )
    threads: int = field(
        2, "threads that PyTorch computes with; part of what makes a result repeatable", low=1, high=256
    )
    compute: Literal["auto", "cpu", "cuda"] = field("auto", "cpu, cuda, or auto: CUDA where there is any")
    mixed_precision: bool = field(True, "16-bit numbers where the hardware is faster with them")
    tasks: tuple[str, ...] = field(("representative",), "what the policy is trained to do; see bmoca tasks")
    environments: tuple[str, ...] = field(("train",), "configurations of the phone; see bmoca environments")
    tensorboard: bool = field(True, "write events for TensorBoard, where it is installed")
    wandb: str = field("", "project of Weights & Biases that gets the figures too; empty: none")
    quiet: bool = field(False, "print no progress")


class ImitationSettings(RunSettings):
    """Settings of learning from experts' steps."""

    noise: float = field(
        0.0,
        "chance that a step of the demonstrations that are collected is a random one, from which the expert recovers",
        low=0, high=0.9,
    )  # fmt: skip
    network: NetworkSettings = field(NetworkSettings(), "the network")
    batch: int = field(32, "steps in a batch", low=1, high=65_536)
    learning_rate: float = field(
        1.5e-3,
        "the highest of AdamW; it rises for a short while and falls to zero along a cosine",
        low=0,
        high=10,
    )
    muon: float = field(
        0.02,
        "the highest of Muon, which trains the weight matrices; 0: AdamW trains them too",
        low=0,
        high=10,
    )
    weight_decay: float = field(0.02, "of both optimisers", low=0, high=10)
    average: float = field(
        0.0, "the policy's weights are a mean of the learner's: how much of it stays in each batch; 0: no mean",
        low=0, high=0.99999,
    )  # fmt: skip
    clip: float = field(1.0, "longest gradient", low=0)
    smoothing: Literal["element", "none"] = field(
        "element", "element: all classes that hit the expert's element are right; none: only the expert's class",
    )  # fmt: skip
    shift: int = field(6, "pictures are moved by up to so many px, classes with them", low=0, high=32)
    zoom: float = field(
        0.0, "pictures are made smaller, or by half of that larger, by up to this share", low=0, high=0.6
    )
    colour: float = field(0.2, "how far brightness, contrast and colours are changed", low=0, high=1)
    start_from: str = field("", "checkpoint whose weights are the beginning")


class CloningSettings(ImitationSettings):
    """Behaviour cloning: ``train.py bc``."""

    tasks: tuple[str, ...] = field(
        (ANY,),
        "what the policy is trained to do; any: all that the dataset has, without one the representative ones",
    )
    environments: tuple[str, ...] = field(
        (ANY,), "configurations of the phone; any: all that the dataset has, without one those of train"
    )
    dataset: str = field(
        "",
        "folder of demonstrations, of which those of the tasks and environments are taken; empty: they are collected "
        "first, into the run's folder",
    )
    epochs: int = field(40, "how often every step of the dataset is seen at most", low=1, high=100_000)
    collage: float = field(
        0.7,
        "share of the first screens of demonstrations on which what is sought is put or covered, and other elements "
        "are strewn",
        low=0, high=1,
    )  # fmt: skip
    validation: float = field(0.0, "share of the environments that is kept for validation", low=0, high=0.9)
    patience: int = field(0, "stop after so many epochs without a better validation; 0: never", low=0)
    keep_every: int = field(1, "epochs between two states that a run can be resumed from", low=1)


class DaggerSettings(ImitationSettings):
    """DAgger: ``train.py dagger``."""

    rounds: int = field(5, "rounds of playing, asking the expert and training", low=1, high=10_000)
    episodes: int = field(60, "episodes that the policy plays in a round", low=1, high=1_000_000)
    sampled_configurations: int = field(
        0, "configurations that the sampler draws, beside the environments, without anything of the test set",
        low=0, high=1_000_000,
    )  # fmt: skip
    expert_share: float = field(
        0.5,
        "chance in the first round that a step is the expert's, halved in each round after it",
        low=0,
        high=1,
    )
    batches: int = field(
        150, "batches after each round, drawn from all that was collected", low=1, high=1_000_000
    )
    hard: float = field(
        0.5, "share of the steps of a batch that are drawn by how large their loss was last; the others evenly",
        low=0, high=1,
    )  # fmt: skip
    capacity: int = field(
        40_000, "steps that are kept, 96 KB each, in a file of the run's folder; the oldest give way", low=16
    )
    expert_episodes: int = field(
        0, "episodes that the expert alone plays before the first round; 0: one for each task in each environment",
        low=0, high=1_000_000,
    )  # fmt: skip
