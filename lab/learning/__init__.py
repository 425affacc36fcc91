"""The training of the truco tables that ship with the robots: counterfactual regret minimisation,
the plain players that robots meet in it, and students that look for the weaknesses of a table.
``make fast`` compiles these modules with the engine."""
