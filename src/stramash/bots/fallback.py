"""Bots that replace slow bots while their machine code is compiled."""

from __future__ import annotations

from stramash.bots.compiled import bots_are_compiled
from stramash.bots.contract import Bot
from stramash.bots.greedy import GreedyBot
from stramash.bots.guided import GuidedBot
from stramash.bots.hints import THINKING, Hint, give_hint, make_hint
from stramash.bots.ladder import has_network
from stramash.bots.levels import LevelBot
from stramash.bots.network import NetworkBot
from stramash.bots.search import Budget, SearchBot
from stramash.bots.words import translator
from stramash.core.game import Game
from stramash.core.position import View

__all__ = ["fallback_for", "hint_now", "searches"]


def fallback_for(bot: Bot, game: Game) -> Bot:
    """Return the bot itself if it is fast enough, else a replacement that is fast when interpreted.

    The game's network replaces a search: it needs one observation and a few milliseconds. A greedy bot
    imagines one position instead of twelve, because twelve take more than a second interpreted.
    """
    played_by = _played_by(bot, game)
    if not isinstance(played_by, GreedyBot | GuidedBot | SearchBot) or bots_are_compiled(game):
        return bot
    if isinstance(played_by, GreedyBot):
        return played_by.imagining(1)
    return NetworkBot() if has_network(game) else GreedyBot(worlds=1)


def searches(bot: Bot, game: Game) -> bool:
    """Return whether a bot searches more than one action ahead in a game."""
    return isinstance(_played_by(bot, game), GuidedBot | SearchBot)


def _played_by(bot: Bot, game: Game) -> Bot:
    return bot.bot_for(game) if isinstance(bot, LevelBot) else bot


def hint_now(view: View, locale: str = "en", budget: Budget = THINKING, seed: int | None = None) -> Hint:
    """Return a hint of the search, or of its fallback while the search is not compiled."""
    legal, _ = view.legal, translator(locale)
    if len(legal) < 2 or bots_are_compiled(view.game):
        return give_hint(view, locale, budget, seed)
    if not has_network(view.game):
        action, chance = GreedyBot(seed, worlds=1).choose(view), None
        return make_hint(view, locale, action, chance, _("The best at first glance."))
    evaluation = NetworkBot().evaluate(view)
    reason = _("Wins {chance}% of the time.", chance=round(100 * evaluation.chance))
    return make_hint(view, locale, evaluation.best, evaluation.chance, reason)
