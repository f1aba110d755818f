"""Whether there may be settings is said quickly, and never wrongly denied."""

import os

import pytest

from p2p_schnapsen.profile import settings
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.where import may_have_settings


@pytest.fixture(autouse=True)
def nobodys(tmp_path, monkeypatch):
    """A machine on which nothing is written yet."""
    for name in ("P2P_SCHNAPSEN_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("chosen", "variables"),
    [
        (None, {}),
        (None, {"XDG_CONFIG_HOME": "{tmp}/xdg"}),
        (None, {"XDG_CONFIG_HOME": "relative"}),
        (None, {"XDG_CONFIG_HOME": ""}),
        (None, {"P2P_SCHNAPSEN_HOME": "{tmp}/home"}),
        (None, {"P2P_SCHNAPSEN_HOME": ""}),
        ("{tmp}/chosen", {"P2P_SCHNAPSEN_HOME": "{tmp}/home"}),
        ("~/chosen", {}),
    ],
)
def test_settings_that_there_are_are_always_found(tmp_path, monkeypatch, chosen, variables):
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(tmp=tmp_path))
    chosen = chosen and chosen.format(tmp=tmp_path)
    path = settings.path_of(locate(chosen, os.environ))
    assert path.is_relative_to(tmp_path)
    path.parent.mkdir(parents=True)
    if os.uname().sysname == "Linux" or chosen or os.environ.get("P2P_SCHNAPSEN_HOME"):
        assert not may_have_settings(chosen, os.environ)
    path.write_text('lang = "de"')
    assert may_have_settings(chosen, os.environ)


@pytest.mark.parametrize("chosen", ["", "a\0b", "~nobody-of-that-name/x"])
def test_a_name_that_can_be_no_home_has_none(chosen, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not may_have_settings(chosen, os.environ)
