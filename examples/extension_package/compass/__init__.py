"""An action mode with ten actions, a rule on the screen's brightness, a measure of an agent's variety, and an agent."""
