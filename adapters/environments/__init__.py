"""One hand of any game as an environment of the libraries that research uses.

``hand`` knows neither of them; ``aec`` is an environment of PettingZoo, ``open_spiel_game`` a game
of OpenSpiel. Their libraries are extras (``truco[research]``): the bot needs neither.
"""
