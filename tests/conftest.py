"""Tests speak English, whatever the locale of whoever runs them; a module that used another language gives it back."""

import os

import pytest

from p2p_schnapsen.ui import language, pack

for _variable in ("LANGUAGE", "LC_MESSAGES"):
    os.environ.pop(_variable, None)
os.environ["LC_ALL"] = "C.UTF-8"


@pytest.fixture(autouse=True, scope="module")
def english():
    yield
    language.use("en")
    pack.use("french")
