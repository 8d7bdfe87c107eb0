"""Learner: a network, its optimisers and loss, and the state to repeat and resume a run."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from bmoca_gym.errors import CheckpointError, TrainingError
from bmoca_gym.policies import archives
from bmoca_gym.policies.augmentation import augmented
from bmoca_gym.policies.muon import Muon, matrices
from bmoca_gym.policies.network import Placement, ScreenNetwork
from bmoca_gym.policies.settings import TAPS, ImitationSettings
from bmoca_gym.policies.steps import Batch

#: Share of the training with a rising learning rate.
_WARM_UP = 0.03


class Judgement(NamedTuple):
    """Result of a network on a batch.

    ``loss``: the mean loss, for learning. ``right``: bool[B], whether the best class is right, or the gesture is near.
    ``losses``: float[B], the loss of each step; 0 if the network is certain and right. ``counts``: bool[B], whether a
    step has a label.
    """

    loss: Tensor
    right: Tensor
    losses: Tensor
    counts: Tensor

    @property
    def mean(self) -> float:
        """The loss as a number."""
        return float(self.loss.detach())

    @property
    def accuracy(self) -> float:
        """Share of right steps among those with a label."""
        return float(self.right[self.counts].float().mean())


class Learner:
    """Trainer of a network on batches of steps.

    The progress of a run, from 0 to 1, sets the learning rate. All randomness comes from ``settings.seed``.
    """

    def __init__(self, settings: ImitationSettings, network: ScreenNetwork) -> None:
        self.settings = settings
        self.device = torch.device(computing_device(settings.compute))
        self.network = network.to(self.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._mean: AveragedModel | None = None
        if settings.average:
            keep = get_ema_multi_avg_fn(settings.average)
            self._mean = AveragedModel(self.network, multi_avg_fn=keep, use_buffers=True)
        self.optimizers = optimizers(network, settings)
        self.rng = np.random.default_rng([settings.seed, 1])
        self._tokens: dict[str, tuple[Tensor, Tensor]] = {}
        self._half = settings.mixed_precision and has_half_precision(self.device)
        cuda_half = self._half and self.device.type == "cuda"
        self._scaler = torch.amp.GradScaler("cuda", enabled=cuda_half)

    @property
    def acting(self) -> ScreenNetwork:
        """The network that acts and is saved: the moving average of the weights if ``settings.average`` is set."""
        return self.network if self._mean is None else cast("ScreenNetwork", self._mean.module)

    def _judgement(
        self, network: ScreenNetwork, batch: Batch, instructions: list[str], placement: Placement | None
    ) -> Judgement:
        ids, there = self._tokens_of([instructions[number] for number in batch.instruction])
        pixels = torch.from_numpy(np.ascontiguousarray(batch.pixels)).to(self.device)
        if placement is not None:
            placement = Placement(placement.scale.to(self.device), placement.shift.to(self.device))
        kind = torch.float16 if self.device.type == "cuda" else torch.bfloat16
        with torch.autocast(self.device.type, dtype=kind, enabled=self._half):
            output = network(pixels, ids, there, placement)
        output = output.float()
        if not self.network.discrete:
            return _regression(output, torch.from_numpy(batch.duals).to(self.device), placement)
        allowed = torch.from_numpy(batch.allowed).to(self.device)
        if self.settings.smoothing == "none":
            labels = torch.from_numpy(batch.labels).to(self.device)
            allowed = functional.one_hot(labels, allowed.shape[1]).bool()
        return classification(output, allowed, self._visible(output, placement))

    def learn(self, batch: Batch, instructions: list[str], progress: float) -> Judgement:
        """Do one update. Returns the result of the network on the batch before the update.

        ``progress``: share of the run that is done, from 0 to 1.

        Raises:
            TrainingError: the loss is not a finite number. The network is unchanged.
        """
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["highest"] * rate(progress)
        self.network.train()
        pixels, placement = augmented(batch.pixels, self.settings, self.rng)
        found = self._judgement(self.network, batch._replace(pixels=pixels), instructions, placement)
        value = found.mean
        if not math.isfinite(value):
            raise TrainingError(
                f"The loss is {value}. The run is stopped; its last saved state is unchanged. Try a smaller "
                f"learning_rate (now {self.settings.learning_rate}) or clip (now {self.settings.clip})."
            )
        self.network.zero_grad(set_to_none=True)
        self._scaler.scale(found.loss).backward()
        for optimizer in self.optimizers:
            self._scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        for optimizer in self.optimizers:
            self._scaler.step(optimizer)
        self._scaler.update()
        if self._mean is not None:
            self._mean.update_parameters(self.network)
        return found._replace(loss=found.loss.detach())

    def judge(self, batch: Batch, instructions: list[str]) -> Judgement:
        """Evaluate the acting network on a batch, without an update."""
        with torch.no_grad():
            return self._judgement(self.acting.eval(), batch, instructions, None)

    def state(self) -> dict[str, Any]:
        """Return the state from which a run resumes exactly."""
        return {
            "network": self.network.state_dict(),
            "mean": None if self._mean is None else self._mean.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "scaler": self._scaler.state_dict(),
            "torch": torch.get_rng_state(),
            "numpy": json.dumps(self.rng.bit_generator.state),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore a state of `state`."""
        self.network.load_state_dict(state["network"])
        if self._mean is not None:
            self._mean.load_state_dict(state["mean"])
        for optimizer, saved in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(saved)
        self._scaler.load_state_dict(state["scaler"])
        torch.set_rng_state(state["torch"])
        self.rng.bit_generator.state = json.loads(state["numpy"])

    def _tokens_of(self, texts: list[str]) -> tuple[Tensor, Tensor]:
        new = [text for text in dict.fromkeys(texts) if text not in self._tokens]
        if new:
            ids, there = self.network.tokens(new)
            self._tokens.update({text: (ids[row], there[row]) for row, text in enumerate(new)})
        chosen = [self._tokens[text] for text in texts]
        return torch.stack([ids for ids, _ in chosen]), torch.stack([there for _, there in chosen])

    def _visible(self, output: Tensor, placement: Placement | None) -> Tensor:
        """Return the classes that are on the picture, bool[B, 385]. A shifted picture may lose some points."""
        visible = torch.ones_like(output, dtype=torch.bool)
        if placement is not None:
            rows, columns = self.network.positions(output.shape[0], placement)
            # The last row and column of points lie on the very edge, to a rounding error.
            in_row, in_column = (((at > -1e-4) & (at < 1 + 1e-4)) for at in (rows, columns))
            visible[:, :TAPS] = (in_row[:, :, None] & in_column[:, None]).flatten(1)
        return visible


def classification(logits: Tensor, allowed: Tensor, visible: Tensor) -> Judgement:
    """Compute the cross entropy with several right classes.

    Half of the loss asks that the right classes together have probability 1, which success needs; ``losses`` has this
    half. The other half asks that they share it equally, so that every point of an element learns from it.
    """
    logits = logits.masked_fill(~visible, -1e4)
    allowed = allowed & visible
    count = allowed.sum(dim=1)
    there = count > 0
    log_probabilities = logits.log_softmax(dim=1)
    together = -log_probabilities.masked_fill(~allowed, -1e4).logsumexp(dim=1)
    equally = -(log_probabilities * allowed).sum(dim=1) / count.clamp(min=1)
    losses = (0.5 * together + 0.5 * equally)[there]
    right = allowed.gather(1, logits.argmax(dim=1, keepdim=True)).squeeze(1)
    each = torch.where(there, together, 0.0).detach()
    return Judgement(losses.sum() / max(1, int(there.sum())), right, each, there)


def _regression(output: Tensor, duals: Tensor, placement: Placement | None) -> Judgement:
    """Compute the distance of dual gestures. A gesture within 5 % of the screen is right."""
    if placement is not None:
        scale, shift = placement.scale.repeat(1, 2), placement.shift.repeat(1, 2)
        duals = 2 * (scale * (duals + 1) / 2 + shift) - 1
    there = torch.isfinite(duals).all(dim=1)
    duals = torch.where(there[:, None], duals, output.detach())
    each = functional.smooth_l1_loss(output, duals, beta=0.1, reduction="none").mean(dim=1)
    right = ((output - duals).abs() < 0.1).all(dim=1)
    return Judgement(each.sum() / max(1, int(there.sum())), right, each.detach(), there)


def optimizers(network: nn.Module, settings: ImitationSettings) -> list[torch.optim.Optimizer]:
    """Make the optimisers: Muon for the weight matrices (unless ``settings.muon`` is 0), and AdamW for the rest.

    ``highest`` of their groups is the peak learning rate, which `rate` scales.
    """
    parameters = [each for each in network.parameters() if each.requires_grad]
    found: list[torch.optim.Optimizer] = []
    if settings.muon:
        theirs = matrices(network)
        kept = {id(each) for each in theirs}
        parameters = [each for each in parameters if id(each) not in kept]
        found.append(Muon(theirs, lr=settings.muon, weight_decay=settings.weight_decay))
    found.append(
        torch.optim.AdamW(
            parameters, lr=settings.learning_rate, weight_decay=settings.weight_decay, fused=True
        )
    )
    for optimizer in found:
        for group in optimizer.param_groups:
            group["highest"] = group["lr"]
    return found


def rate(progress: float) -> float:
    """Return the learning rate as a share of its peak: a linear warm-up, then a cosine."""
    if progress < _WARM_UP:
        return (progress + 1e-3) / (_WARM_UP + 1e-3)
    return 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - _WARM_UP) / (1 - _WARM_UP))))


def computing_device(name: str) -> str:
    """Choose ``cpu`` or ``cuda``.

    Raises:
        TrainingError: ``name`` is ``cuda``, and there is no CUDA device.
    """
    if name == "cuda" and not torch.cuda.is_available():
        raise TrainingError(
            "compute is 'cuda', but PyTorch finds no CUDA device. Use compute=auto or compute=cpu."
        )
    return "cuda" if name != "cpu" and torch.cuda.is_available() else "cpu"


def has_half_precision(device: torch.device) -> bool:
    """Return whether 16-bit numbers are faster: on CUDA, and on processors with instructions for bfloat16."""
    if device.type == "cuda":
        return True
    return bool(getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)())


def prepare(settings: Any) -> None:
    """Seed PyTorch and make it deterministic. ``settings``: a `RunSettings`."""
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True, warn_only=True)
    # By default it also fills new memory with NaN, which takes a quarter of the training time.
    torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]


def save_state(state: dict[str, Any], path: Path) -> None:
    """Write a state. Writing is atomic.

    Raises:
        TrainingError: the file can't be written, for instance because the disk is full. The previous state stays.
    """
    partial = path.with_suffix(".partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save(state, partial)
        partial.replace(path)
    except (OSError, RuntimeError) as error:  # PyTorch's writer raises RuntimeError on a full disk
        partial.unlink(missing_ok=True)
        raise TrainingError(
            f"{path} can't be written ({error}). Make room, then give the same command again to resume."
        ) from error


def load_state(path: Path) -> dict[str, Any]:
    """Read a state of `save_state`: tensors and plain data. No code of the file runs.

    Raises:
        CheckpointError: the file is damaged.
    """
    try:
        state: dict[str, Any] = archives.tensors(path.read_bytes())
        if not isinstance(state, dict) or not archives.finite(state):
            raise ValueError("some of its numbers are not finite")
    except Exception as error:  # damaged bytes raise errors of a dozen kinds
        raise CheckpointError(
            f"{path} can't be read ({error}). Delete it to start from the beginning."
        ) from error
    return state
