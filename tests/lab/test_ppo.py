"""The example that learns does learn."""

from __future__ import annotations

from examples import ppo


def test_an_agent_that_plays_itself_learns_to_beat_chance() -> None:
    wins = dict(ppo.learn(updates=20, games=256))
    assert wins[0] < 0.55
    assert wins[20] > 0.6
