"""Learnt strategies that ship as files: tables of the truco, starts of the envido; and their
readers."""
