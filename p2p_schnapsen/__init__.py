"""Schnapsen between two peers who need not trust each other. `README.md` beside this file is the map."""

__version__ = "0.1.0"
