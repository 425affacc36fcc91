"""How robots learn the truco before they are shipped: training by counterfactual regret, the plain
players that they meet, and students that look for what a table does badly. ``make fast`` compiles
these modules with the engine."""
