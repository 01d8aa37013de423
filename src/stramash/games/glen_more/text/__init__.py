"""Sentences: actions and what they brought, prompts, explanations."""

from stramash.games.glen_more.text.actions import describe
from stramash.games.glen_more.text.explanation import explain, why_not
from stramash.games.glen_more.text.prompt import prompt

__all__ = ["describe", "explain", "prompt", "why_not"]
