"""Export of policies as ONNX or TorchScript: from pixels and tokens of an instruction to logits or dual gestures."""

from __future__ import annotations

import logging
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from bmoca_gym import extras
from bmoca_gym.errors import MissingLibraryError, SettingsError
from bmoca_gym.policies import checkpoint
from bmoca_gym.policies.network import ScreenNetwork
from bmoca_gym.policies.settings import RESOLUTION

#: Formats by the suffix of the file.
SUFFIXES = {".onnx": "ONNX", ".pt": "TorchScript"}


class _Plain(nn.Module):
    """The network without the inputs for training."""

    def __init__(self, network: ScreenNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, pixels: Tensor, ids: Tensor, there: Tensor) -> Tensor:
        output: Tensor = self.network(pixels, ids, there)
        return output


def export(source: Path, target: Path, trusted: str = "") -> Path:
    """Export a checkpoint as ONNX or TorchScript. Returns ``target``. ``trusted``: see `checkpoint.load`.

    Inputs: ``pixels`` uint8[B, 256, 128, 3], and ``ids`` int64 and ``there`` bool of `ScreenNetwork.tokens`. Output:
    logits float[B, 385], or dual gestures float[B, 4].

    Raises:
        CheckpointError: ``source`` is not a checkpoint.
        SettingsError: ``target`` ends in neither ``.onnx`` nor ``.pt``.
        MissingLibraryError: ONNX is not installed.
    """
    if target.suffix.lower() not in SUFFIXES:
        raise SettingsError(f"{target} must end in {' or '.join(SUFFIXES)}; the suffix selects the format.")
    network = checkpoint.load(source, trusted=trusted)
    model = _Plain(network).eval()
    ids, there = network.tokens(["create alarm at 10:30 am", "input 'cos(180)' in Calculator"])
    example = (torch.zeros(2, *RESOLUTION, 3, dtype=torch.uint8), ids, there)
    target.parent.mkdir(parents=True, exist_ok=True)
    for name in ("torch.onnx", "onnxscript", "onnx_ir"):
        logging.getLogger(name).setLevel(logging.ERROR)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporters warn of their own deprecations
        if target.suffix.lower() == ".pt":
            torch.jit.trace(model, example, check_trace=False).save(str(target))
        else:
            _to_onnx(model, example, target)
    return target


def _to_onnx(model: nn.Module, example: tuple[Tensor, ...], target: Path) -> None:
    try:
        import onnx  # noqa: F401
        import onnxscript  # noqa: F401
    except ImportError as error:
        raise MissingLibraryError(
            f"ONNX can't be loaded: {error}. Install it with: {extras.installing('export')}, or write "
            "TorchScript (.pt)."
        ) from error
    batch = torch.export.Dim("batch", min=1, max=4096)
    torch.onnx.export(
        model, example, str(target), input_names=["pixels", "ids", "there"], output_names=["output"],
        dynamic_shapes=({0: batch}, {0: batch}, {0: batch}), external_data=False, verbose=False,
    )  # fmt: skip
