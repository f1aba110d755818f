"""Somebody who sits at a terminal in line mode, reads the choices and types."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pexpect

from tests.support.programs import ROOT, environment

CHOICE = re.compile(r"^  (\d+)  (.*?)\s*$", re.MULTILINE)
PROMPT = r"Your move[^\r\n]*: $"
NEXT_DEAL = r"Press Enter for the next deal: $"


class Person:
    """Plays by taste: announces, exchanges, closes and claims whenever it is offered, else the first card."""

    WISHES = ("claim 66 (66)", "exchange", "announce", "close the talon")

    def __init__(self, command: Sequence[str]) -> None:
        self.child = pexpect.spawn(
            command[0], list(command[1:]), env=environment(TERM="dumb"), cwd=str(ROOT), encoding="utf-8", timeout=60
        )
        self.seen = ""
        self.done: list[str] = []
        self.refusals: list[str] = []

    def look(self) -> bool:
        """Read up to the next question about a move; False where the program has ended."""
        found = self.child.expect([PROMPT, r"\(yes or no\): $", pexpect.EOF, NEXT_DEAL])
        self.seen += str(self.child.before)
        if found == 3:
            self.child.sendline("")
            return self.look()
        if found == 1:
            self.child.sendline("no" if str(self.child.before).endswith("Another match? ") else "yes")
            return self.look()
        return bool(found == 0)

    def choices(self) -> dict[str, str]:
        """What was offered last: text -> number."""
        text = str(self.child.before).replace("\r\n", "\n")
        return {words: number for number, words in CHOICE.findall(text)}

    def play(self) -> None:
        """To the end of the match."""
        while self.look():
            offered = self.choices()
            wish = next((words for start in self.WISHES for words in offered if words.startswith(start)), None)
            if wish is None:
                self.try_the_others(offered)
                wish = next(iter(offered))
            self.done.append(wish)
            self.child.sendline(offered[wish])

    def try_the_others(self, offered: dict[str, str]) -> None:
        """Type every card that may not be played, and note what is answered."""
        barred = re.findall(r"You may not play ([^\r\n]*) now\.", str(self.child.before))
        for card in barred[-1].split() if barred else ():
            if card not in offered:
                self.child.sendline(card)
                assert self.look()
                self.refusals.append(str(self.child.before).strip().splitlines()[-1])
