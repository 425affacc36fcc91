"""The training of the truco tables: regret minimisation, plain players, and students of a table.
``make fast`` compiles these modules with the engine."""
