"""The player's folder: who the player is, whom it knows, how it likes to play, and where its matches lie.

Reads and writes files; knows no network and no randomness of its own (fresh seeds are arguments).
"""
