"""The full screen that the README shows is one that the program paints."""

import re
from pathlib import Path

from tests.ui.tables import asked, lines

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_screen_in_the_readme_is_painted_by_the_program():
    (shown,) = re.findall(r"^```screen\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    painted = [line.rstrip() for line in lines(asked(led=True, strict=True))]
    while not painted[-1]:
        painted.pop()
    assert shown.splitlines() == painted
