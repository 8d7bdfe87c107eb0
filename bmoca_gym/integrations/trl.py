"""TRL's ``environment_factory``: a language model plays the phone through tool calls while `GRPOTrainer` trains it.

``GRPOTrainer(..., environment_factory=PhoneTools)`` makes one phone per rollout. `dataset` makes the rows of the
training set, and `eval_dataset` those of an evaluation; the columns ``task``, ``seed``, ``configuration`` and
``held_out`` of a row are those of `PhoneSession.start`.
"""

from bmoca_gym.integrations.rows import dataset, eval_dataset
from bmoca_gym.integrations.tools import PROMPT, PhoneTools

__all__ = ["PROMPT", "PhoneTools", "dataset", "eval_dataset"]
