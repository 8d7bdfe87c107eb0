"""Settings of a policy's network, of behaviour cloning and of DAgger, with the meaning of every field."""

from __future__ import annotations

from typing import ClassVar, Literal

from bmoca_gym.envs.actions import DISCRETE_GESTURES, TAP_CLASSES
from bmoca_gym.policies.base_settings import Settings, field

#: Size of the observation: (height, width) in px.
RESOLUTION = (256, 128)

#: Number of classes that tap, and number of all classes.
TAPS, CLASSES = len(TAP_CLASSES), len(DISCRETE_GESTURES)


class NetworkSettings(Settings):
    """Settings of the network: encoders of the screen and the instruction, and sizes."""

    image_encoder: Literal["small", "efficientnet", "compact"] = field(
        "small", "small: strided convolutions without pretraining; efficientnet: EfficientNet-B0 of transformers; "
        "compact: a network for PPO without attention, at a tenth of the cost",
    )  # fmt: skip
    text_encoder: Literal["hashed", "t5"] = field(
        "hashed", "hashed: embeddings of words and letter groups; t5: the frozen encoder of a T5 of transformers",
    )  # fmt: skip
    pretrained: bool = field(
        True, "start efficientnet and t5 from pretrained weights (false: random weights, for tests)"
    )
    efficientnet_name: str = field(
        "google/efficientnet-b0", "the hub's name of the EfficientNet weights, or a folder"
    )
    t5_name: str = field("google-t5/t5-small", "the hub's name of the T5 weights, or a folder")
    action: Literal["discrete", "dual_gesture"] = field(
        "discrete", "discrete: one of 385 classes; dual_gesture: four numbers by regression",
    )  # fmt: skip
    channels: int = field(
        32, "channels of the first convolution; deeper ones have up to three times as many", low=4, high=256
    )
    width: int = field(
        64,
        "width of the queries of the instruction, and of the map from which taps are computed",
        low=16,
        high=1024,
    )
    heads: int = field(4, "number of attention heads", low=1, high=16)
    layers: int = field(
        2, "number of layers of cross-attention between instruction and screen", low=1, high=12
    )
    dropout: float = field(0.0, "dropout rate before the heads in training", low=0, high=0.9)


#: Value of ``tasks`` or ``environments`` of cloning: all of the dataset.
ANY = "any"


class RunSettings(Settings):
    """Settings of every training run."""

    #: Settings that may differ when a run is resumed.
    free: ClassVar[tuple[str, ...]] = ("quiet", "out", "tensorboard", "wandb")

    out: str = field("", "folder of the run; empty: runs/ and the algorithm's name")
    seed: int = field(0, "random seed; equal seeds give equal results on one machine", low=0, high=2**31 - 1)
    threads: int = field(
        2, "number of PyTorch threads; other numbers may give other results", low=1, high=256
    )
    compute: Literal["auto", "cpu", "cuda"] = field("auto", "cpu, cuda, or auto: CUDA if there is a device")
    mixed_precision: bool = field(True, "use 16-bit numbers if the hardware is faster with them")
    tasks: tuple[str, ...] = field(("representative",), "tasks to learn; see bmoca tasks")
    environments: tuple[str, ...] = field(("train",), "training configurations; see bmoca environments")
    tensorboard: bool = field(True, "write events for TensorBoard if it is installed")
    wandb: str = field("", "project of Weights & Biases that also gets the figures; empty: none")
    quiet: bool = field(False, "print no progress")


class ImitationSettings(RunSettings):
    """Settings of learning from experts' steps."""

    noise: float = field(
        0.0,
        "probability of a random action in each step of collected demonstrations; the expert recovers from it",
        low=0, high=0.9,
    )  # fmt: skip
    network: NetworkSettings = field(NetworkSettings(), "the network")
    batch: int = field(32, "number of steps in a batch", low=1, high=65_536)
    learning_rate: float = field(
        1.5e-3,
        "peak learning rate of AdamW; after a short warm-up it falls along a cosine",
        low=0,
        high=10,
    )
    muon: float = field(
        0.02,
        "peak learning rate of Muon, which trains the weight matrices; 0: AdamW trains them",
        low=0,
        high=10,
    )
    weight_decay: float = field(0.02, "weight decay of both optimisers", low=0, high=10)
    average: float = field(
        0.0, "decay of the moving average of the weights in each batch; the average acts; 0: no average",
        low=0, high=0.99999,
    )  # fmt: skip
    clip: float = field(1.0, "largest norm of the gradient", low=0)
    smoothing: Literal["element", "none"] = field(
        "element", "element: all classes that hit the expert's element are right; none: only the expert's class",
    )  # fmt: skip
    shift: int = field(
        6, "augmentation: shift pictures and their classes by up to this number of px", low=0, high=32
    )
    zoom: float = field(
        0.0,
        "augmentation: shrink pictures by up to this fraction, or enlarge them by up to half of it",
        low=0,
        high=0.6,
    )
    colour: float = field(
        0.2, "augmentation: strength of changes of brightness, contrast and colours", low=0, high=1
    )
    start_from: str = field("", "checkpoint with the initial weights; empty: random weights")


class CloningSettings(ImitationSettings):
    """Behaviour cloning: ``train.py bc``."""

    tasks: tuple[str, ...] = field(
        (ANY,),
        "tasks to learn; any: all of the dataset, or the representative ones without a dataset",
    )
    environments: tuple[str, ...] = field(
        (ANY,), "training configurations; any: all of the dataset, or train without a dataset"
    )
    dataset: str = field(
        "",
        "folder of demonstrations, of which those of the tasks and environments are used; empty: collect them first, "
        "into the run's folder",
    )
    epochs: int = field(
        0,
        "largest number of passes over the dataset; 0: 40, or as many as make 120 batches",
        low=0,
        high=100_000,
    )
    collage: float = field(
        0.7,
        "share of the first screens that become collages: the icon to find is added or covered, and other icons are "
        "scattered",
        low=0, high=1,
    )  # fmt: skip
    validation: float = field(0.0, "share of the environments that are used for validation", low=0, high=0.9)
    patience: int = field(
        0, "stop after this number of epochs without a better validation loss; 0: never", low=0
    )
    keep_every: int = field(
        1, "number of epochs between two saved states, from which a run can resume", low=1
    )


class DaggerSettings(ImitationSettings):
    """DAgger: ``train.py dagger``."""

    rounds: int = field(5, "number of rounds of playing, expert labels and training", low=1, high=10_000)
    episodes: int = field(60, "number of episodes that the policy plays in a round", low=1, high=1_000_000)
    sampled_configurations: int = field(
        0, "number of sampled configurations in addition to the environments; they share nothing with the test set",
        low=0, high=1_000_000,
    )  # fmt: skip
    expert_share: float = field(
        0.5,
        "probability in the first round that the expert acts in a step; it is halved in each round",
        low=0,
        high=1,
    )
    batches: int = field(
        150, "number of batches in each round, drawn from all collected steps", low=1, high=1_000_000
    )
    hard: float = field(
        0.5, "share of a batch that is drawn in proportion to the last loss of a step; the rest is drawn uniformly",
        low=0, high=1,
    )  # fmt: skip
    capacity: int = field(
        40_000,
        "largest number of stored steps, 96 KB each, in a file of the run; the oldest are dropped",
        low=16,
    )
    expert_episodes: int = field(
        0, "number of expert episodes before the first round; 0: one for each task in each configuration",
        low=0, high=1_000_000,
    )  # fmt: skip
