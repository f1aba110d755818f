"""What is typed in these tests is meant for what is there: it needs no moment to be seen, unless a test says so."""

import pytest

from p2p_schnapsen.ui.screen import app


@pytest.fixture(autouse=True)
def settled(monkeypatch):
    monkeypatch.setattr(app, "SETTLE_SECONDS", 0)
