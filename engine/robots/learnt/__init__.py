"""Strategies that were learnt ahead and ship as files: tables of the truco, starts of the envido,
and the code that reads them."""
