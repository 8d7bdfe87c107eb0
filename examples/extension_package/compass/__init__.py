"""An action mode of ten actions, an observation of nine numbers, a rule on the brightness, a measure and an agent."""
