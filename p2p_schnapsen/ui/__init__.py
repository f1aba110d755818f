"""What people read and type: sentences, cards, and the line mode that a screen reader can follow.

Sentences are made here and in `cli` only. Everything that comes from a peer passes `sanitise` first.
"""
