"""The game as a fold: signed records in, commands out. Pure; `now` and randomness are arguments."""
