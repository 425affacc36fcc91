"""One hand of any game as an environment for the libraries of researchers.

``hand`` knows neither of these libraries. ``aec`` is an environment of PettingZoo,
``open_spiel_game`` a game of OpenSpiel. Both libraries are extras (``truco[research]``); the bot
needs neither.
"""
