"""An action mode with ten actions, a rule on the screen's brightness, a measure of idle steps, and an agent."""
