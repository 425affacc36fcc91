"""One hand of any game as an environment for the libraries of researchers.

``hand`` knows neither of these libraries. ``aec`` is an environment of PettingZoo,
``open_spiel_game`` a game of OpenSpiel. ``make environments`` installs both libraries.
"""
