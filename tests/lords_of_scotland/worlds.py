"""Possible worlds: an independent account of what a seat can know of another's hand and face-down Followers.

It listens to the story of a game as one seat is told it, and keeps, for every other seat, *all* the ways
things could be: which kinds of cards are in hand, and which kind each face-down Follower is. A kind is a card
that all saw taken, or the shuffle that an unseen card came from. It never looks at the engine's own account.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

from stramash import Position

#: ("card", "fo3") or ("shuffle", 0)
Kind: TypeAlias = tuple[str, str | int]
#: the kinds in hand, sorted; and by number of the face-down muster, the kind of each Follower still face-down
World: TypeAlias = tuple[tuple[Kind, ...], tuple[tuple[int, Kind], ...]]


class Watcher:
    """One seat's possible worlds of one other seat."""

    def __init__(self, hand: int) -> None:
        self.worlds: set[World] = {((("shuffle", 0),) * hand, ())}
        self.taken: set[str] = set()
        self.downs = 0

    def takes(self, kind: Kind) -> None:
        """A card of this kind comes into the hand."""
        if kind[0] == "card":
            self.taken.add(str(kind[1]))
        self.worlds = {(tuple(sorted((*hand, kind))), downs) for hand, downs in self.worlds}

    def shows(self, kind: Kind) -> None:
        """A card of this kind is mustered face-up: worlds without it are impossible."""
        self.worlds = {(_without(hand, kind), downs) for hand, downs in self.worlds if kind in hand}

    def musters_face_down(self) -> None:
        """Any card of the hand may lie there now."""
        self.downs += 1
        self.worlds = {
            (_without(hand, kind), (*downs, (self.downs, kind)))
            for hand, downs in self.worlds
            for kind in set(hand)
        }

    def known(self, number: int, kind: Kind) -> None:
        """The watcher sees a face-down Follower that stays where it is."""
        self.worlds = {(hand, downs) for hand, downs in self.worlds if (number, kind) in downs}

    def flipped(self, number: int, kind: Kind) -> None:
        """A face-down Follower is shown to all."""
        self.known(number, kind)
        self.worlds = {
            (hand, tuple(down for down in downs if down[0] != number)) for hand, downs in self.worlds
        }


def _without(hand: tuple[Kind, ...], kind: Kind) -> tuple[Kind, ...]:
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]


def _by_down(told: dict[str, Any], musterer: int) -> dict[int, tuple[int, str]]:
    """Return by number the face-down Followers that a seat mustered: in whose army, and which card."""
    return {
        follower["down"]["number"]: (owner, follower["card"])
        for owner, army in enumerate(told["armies"])
        for follower in army
        if follower.get("down", {}).get("musterer") == musterer
    }


def _name(follower: dict[str, Any]) -> str:
    """Return how an action names a Follower."""
    if "down" in follower:
        return f"?{follower['down']['musterer']}.{follower['down']['number']}"
    return str(follower["card"])


class Listener:
    """Follows a game as one seat sees it, with a Watcher for every other seat."""

    def __init__(self, position: Position, seat: int | None) -> None:
        self.seat = seat
        players = position.game.players
        self.watchers = {other: Watcher(5) for other in range(players) if other != seat}
        self.shuffles = 0
        self.shuffle_of: Counter[str] = Counter()  # by card, the shuffle it last went into; 0 if none

    def kind(self, other: int, card: str) -> Kind:
        """What others could know of a card before they saw it."""
        return ("card", card) if card in self.watchers[other].taken else ("shuffle", self.shuffle_of[card])

    def hears(self, before: dict[str, Any], action: str, after: dict[str, Any]) -> None:
        """Take in one action: the view before it, what was seen of it, and the view after it."""
        actor, kind, what = before["player"], *action.partition(":")[::2]
        downs = {other: _by_down(before, other) for other in self.watchers}
        if kind == "up" and actor in self.watchers:
            card = what.rstrip("!")
            self.watchers[actor].shows(self.kind(actor, card))
            self.watchers[actor].taken.discard(card)
        elif kind == "down" and actor in self.watchers:
            self.watchers[actor].musters_face_down()
            downs[actor][self.watchers[actor].downs] = (actor, "?")
        elif kind == "recruit" and actor in self.watchers:
            recruit = before["recruits"][int(what) - 1]
            up = recruit["face_up"]
            self.watchers[actor].takes(("card", recruit["card"]) if up else ("shuffle", recruit["shuffle"]))
        drawn = actor in self.watchers and kind in ("up", "follower") and self._drew(before, action)
        self._see_followers(downs, before, action, after)
        if after["shuffles"] > self.shuffles:
            self._reshuffled(after)
        if drawn:
            self.watchers[actor].takes(("shuffle", self.shuffles))

    def _drew(self, before: dict[str, Any], action: str) -> bool:
        """Whether this action was a Forsyth's power, or a Scott's that copied it: the only unseen draws."""
        if before["phase"] == "copying":
            return action.startswith("follower:fo")
        return action.startswith("up:fo") and action.endswith("!")

    def _see_followers(
        self,
        downs: dict[int, dict[int, tuple[int, str]]],
        before: dict[str, Any],
        action: str,
        after: dict[str, Any],
    ) -> None:
        """Notice face-down Followers that are flipped, discarded, or now looked at."""
        for other, watcher in self.watchers.items():
            now = _by_down(after, other)
            for number in downs[other]:
                if number in now and now[number][1] != "?":
                    watcher.known(number, self.kind(other, now[number][1]))
        ended = after["phase"] == "claiming" != before["phase"] or after["round"] != before["round"]
        for other, watcher in self.watchers.items():
            now = _by_down(after, other)
            for number, (owner, _) in downs[other].items():
                if number not in now:
                    card = self._flipped_card(before, action, after, other, number, owner)
                    watcher.flipped(number, self.kind(other, card))
                    watcher.taken.discard(card)
            if ended:
                watcher.downs = 0

    def _flipped_card(
        self, before: dict[str, Any], action: str, after: dict[str, Any], other: int, number: int, owner: int
    ) -> str:
        """Return the card that a Follower, face-down in `owner`'s army, turned out to be."""
        chosen = before["phase"], action
        if chosen == ("discarding", f"follower:?{other}.{number}"):
            return str(after["discard"][-1])
        if chosen == ("swapping", f"follower:?{other}.{number}"):  # it took the place of the Fergusson
            owner = before["player"]
            at = [follower["card"] for follower in before["armies"][owner]].index(before["acting"])
        else:
            names = [_name(follower) for follower in before["armies"][owner]]
            own = f"?{other}.{number}"
            at = names.index(own) if own in names else len(names)
            if before["phase"] == "discarding" and action[9:] in names[:at]:
                at -= 1
        card = after["armies"][owner][at]["card"]
        assert isinstance(card, str)
        return card

    def _reshuffled(self, after: dict[str, Any]) -> None:
        """The discard pile became the draw pile: all know which cards that were."""
        self.shuffles = after["shuffles"]
        for card in after["shuffled"].get(str(self.shuffles), []):
            self.shuffle_of[card] = self.shuffles


def world_of(position: Position, listener: Listener, other: int) -> World:
    """Return what a whole position is to this listener: one of the worlds, if it is possible."""
    told = position.to_dict()
    hand = tuple(sorted(listener.kind(other, card) for card in told["hands"][other]))
    downs = _by_down(told, other)
    return hand, tuple((number, listener.kind(other, downs[number][1])) for number in sorted(downs))


def weight(world: World, counts: Counter[Kind]) -> int:
    """Return the number of ways in which the cards of each kind can lie in this world."""
    ways, used = 1, Counter[Kind]()
    for _, kind in world[1]:
        ways *= counts[kind] - used[kind]
        used[kind] += 1
    return ways


def kinds_held(worlds: set[World]) -> Counter[Kind]:
    """Return how many cards of each kind are held: the same in all worlds."""
    all_counts = [Counter(hand) + Counter(kind for _, kind in downs) for hand, downs in worlds]
    assert all(counts == all_counts[0] for counts in all_counts)
    return all_counts[0]


__all__ = ["Kind", "Listener", "Watcher", "World", "kinds_held", "weight", "world_of"]
