"""The log of a game: its format and its verification (pure), and the files it lies in (`store`)."""
