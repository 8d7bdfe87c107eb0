"""TRL's ``environment_factory``: a language model plays the phone through tool calls while `GRPOTrainer` trains it.

``GRPOTrainer(..., environment_factory=PhoneTools)`` makes one phone per rollout. `dataset` makes the rows of the
training set; the columns ``task``, ``seed`` and ``configuration`` of a row are those of `PhoneSession.start`.
"""

from bmoca_gym.integrations.rows import dataset
from bmoca_gym.integrations.tools import PROMPT, PhoneTools

__all__ = ["PROMPT", "PhoneTools", "dataset"]
