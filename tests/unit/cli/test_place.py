"""Line mode heeds what the settings say about points and questions, as the full screen does."""

import os
import sys
from argparse import Namespace

import pytest

from p2p_schnapsen.cli.options import LOOKS, POINTS
from p2p_schnapsen.cli.place import place_of
from p2p_schnapsen.cli.sitting import Talk
from p2p_schnapsen.ui.screen.choices import Points


@pytest.fixture
def options(monkeypatch):
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        yield Namespace(**LOOKS, plain=True, json=False, chat=True)


def test_points_and_questions_are_as_the_settings_say(options):
    options.confirm, options.points = False, "hidden"
    player = place_of(options, 0, Talk(options, 0)).player
    assert (player._confirm, player._seen.points) == (False, Points.HIDDEN)


def test_all_that_can_be_set_about_points_is_known():
    assert {points.value for points in Points} == set(POINTS)
