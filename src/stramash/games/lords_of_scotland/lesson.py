"""The lesson: each thing done once, from the first Recruit to the last claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stramash.core.lesson import Step
from stramash.core.position import Position
from stramash.core.words import Translate
from stramash.games.lords_of_scotland import art
from stramash.games.lords_of_scotland.prepared import an_end_of_round, by_clan, powers, prepare, start

__all__ = ["draw_illustrations", "lesson_steps"]


def _recruit() -> Position:
    return prepare(hand="fo4 md9 sc6", supporters="ck9 fe4", recruits="ch12 mk6 fo10 we7 ck5",
                   hands="sc7 mk8 we6 fo8 fe11")  # fmt: skip


def _recruit_unseen() -> Position:
    return prepare("", "[fe11]", hand="fo4 md9 sc6 ch12", supporters="ck9 fe4", turn=2,
                   recruits="sc1 we1 fo10 we7 ck5")  # fmt: skip


def _face_down() -> Position:
    return prepare("", "[fe11]", hand="fo4 md9 sc6 ch12", supporters="ck9 fe4", turn=2)


def _power() -> Position:
    return prepare("[ch12]", "[fe11]", hand="fo4 md9 sc6", supporters="ck9 fe4", turn=3,
                   hands="sc7 mk3 we6 fo8 ck2")  # fmt: skip


def _blocked() -> Position:
    return prepare("fo4", "mk3 fe11", hand="md9 we2 sc6", supporters="ck9 fe4", turn=2)


def _works() -> Position:
    return prepare("fo4 md9", "mk3 fe11", hand="we2 sc6 ch7", supporters="ck9 fe4", turn=3)


def _target() -> Position:
    return prepare("fo4 md9 we2", "mk3 fe11", hand="sc6 ch7", supporters="ck9 fe4", turn=3,
                   phase="discarding", acting="we2")  # fmt: skip


def _by_clan() -> Position:
    return prepare("", "fo1 sc5", "mk3", "[fe9]", players=4, hand="ch6 sc8 fo12",
                   supporters="ck9 fe4 we10 md2", turn=2)  # fmt: skip


def _double() -> Position:
    return prepare("sc4 sc5", "fo9 fo3 ch10", hand="sc6 ck12", supporters="ck9 fe4", turn=5)


def _royal() -> Position:
    return prepare("sc4 sc5", "fo9 fo3", "mk10", "we8 [ch4]", players=4, bruce=True, hand="br97 ck12",
                   supporters="ck9 fe4 we10 md2", turn=4)  # fmt: skip


def _claim() -> Position:
    return prepare("mk10 sc3", "sc6 fo7", hand="md8", supporters="ck9 fe4", turn=5, phase="claiming")


def _end() -> Position:
    return prepare("sc5 sc6", "ch10", hand="md8", supporters="we8 fe5", turn=5, phase="claiming", round=6,
                   victory=[["sc12", "md12", "fe9"], ["mk12", "fo12", "ck11"]])  # fmt: skip


def lesson_steps(_: Translate) -> list[Step]:
    """Return the steps of the lesson."""
    return [*_getting_cards(_), *_using_powers(_), *_ending_a_round(_)]


def _getting_cards(_: Translate) -> list[Step]:
    return [
        Step(
            _("Recruit a card"),
            _(
                "The Supporters are what everybody is after: their strengths are points. To win them you "
                "need an army. A round has five turns, and on each you do one of two things. The first is "
                "to recruit: take one of the five Recruits into your hand. Take the strong one that lies "
                "open."
            ),
            _("Take Cochrane 12, the face-up Recruit."),
            _("Cochrane 12 is in your hand, and another card takes its place in the row."),
            _recruit,
            ("recruit:1",),
            ("down:fe11",),
        ),
        Step(
            _("Recruit an unseen card"),
            _(
                "Each turn one more Recruit is turned up. You may also take one that is still face-down: "
                "nobody will know what you have. The two open ones are weak here, so take your chance."
            ),
            _("Take one of the three face-down Recruits."),
            _("A card only you know. You may hold up to ten, and hands are kept from round to round."),
            _recruit_unseen,
            ("recruit:3", "recruit:4", "recruit:5"),
            ("recruit:2",),
        ),
        Step(
            _("Muster in secret"),
            _(
                "The second thing you can do is to muster: play a card of your hand into your army, where "
                "it is a Follower. Face-down it has no power and gets in nobody’s way, but at the end its "
                "strength counts, and until then it is a secret. Touch Cochrane 12 and muster it face-down."
            ),
            _("Touch Cochrane 12 in your hand, then choose to muster it face-down."),
            _("The others see only a back. Your own total counts it already."),
            _face_down,
            ("down:ch12",),
            ("recruit:2",),
        ),
    ]


def _using_powers(_: Translate) -> list[Step]:
    return [
        Step(
            _("Use a power"),
            _(
                "A card mustered face-up may use the power of its clan, if no other face-up Follower on "
                "the table is lower. Nothing lies face-up yet, so every power works. Forsyth draws a card "
                "from the pile: muster Forsyth 4 with its power."
            ),
            _("Touch Forsyth 4, then choose to muster it with its power."),
            _("You mustered a Follower and drew a card as well. You may always leave a power unused."),
            _power,
            ("up:fo4!",),
            ("up:mk3",),
        ),
        Step(
            _("A power that is blocked"),
            _(
                "Under each card of your hand you read whether its power would work now, and if not, "
                "which card blocks it. Makgill 3 lies face-up, so nothing higher than 3 has its power. "
                "MacDonnell 9 is still nine strong: muster it face-up without."
            ),
            _("Touch MacDonnell 9 and muster it face-up."),
            _("Any army’s cards block, your own too. Face-down cards never do, nor do equal ones."),
            _blocked,
            ("up:md9",),
            ("recruit:1",),
        ),
        Step(
            _("A low card, a strong effect"),
            _(
                "Wemyss 2 is lower than everything face-up, so its power works: it discards another "
                "Follower. Muster it with its power."
            ),
            _("Touch Wemyss 2, then choose to muster it with its power."),
            _("Now the power asks for its target."),
            _works,
            ("up:we2!",),
        ),
        Step(
            _("Choose the target"),
            _("What the power can reach is lit. The other’s strongest Follower is Fergusson 11: discard it."),
            _("Touch Fergusson 11 in the other army."),
            _("Gone: 15 against 3. A power once begun is carried out to the end."),
            _target,
            ("follower:fe11",),
            ("down:mk8",),
        ),
        Step(
            _("With four or five players"),
            _(
                "At a full table only cards of the same clan block each other, and equal strength blocks "
                "too. Forsyth 1 lies there, yet it does not trouble Cochrane 6. Some powers wait: "
                "Cochrane lets you claim two Supporters at the end of the round. Muster it with its power."
            ),
            _("Touch Cochrane 6, then choose to muster it with its power."),
            _("It stays active until the round ends, whatever is played after it."),
            _by_clan,
            ("up:ch6!",),
            ("recruit:1", "down:sc11", "up:mk11"),
        ),
    ]


def _ending_a_round(_: Translate) -> list[Step]:
    return [
        Step(
            _("Double your army"),
            _(
                "The last act of the round. An army of two or more cards, all of one clan, counts double. "
                "Cockburn 12 would make 21, one less than the other has. Muster the card that keeps yours "
                "doubled."
            ),
            _("Muster Scott 6: three Scotts make 15, and 15 doubled is 30."),
            _("Thirty against twenty-two: you will claim first."),
            _double,
            ("up:sc6", "down:sc6"),
            ("recruit:1",),
        ),
        Step(
            _("The royal clan"),
            _(
                "Two cards of the royal clan can be added to the deck. A Bruce whose power is active "
                "counts as any clan, for doubling. Among four players nothing blocks it but the other "
                "Bruce: muster it with its power."
            ),
            _("Touch Bruce 12, then choose to muster it with its power."),
            _("Two Scotts and a Bruce: 21, doubled to 42."),
            _royal,
            ("up:br97!",),
            ("recruit:1", "down:ch3", "recruit:1"),
        ),
        Step(
            _("Claim a Supporter"),
            _(
                "The round is over, and all cards lie open. Armies claim in order of strength. Both have "
                "13, so the highest rank decides, the small number on the card: your Makgill 10 has rank "
                "74. You choose first. Take the Supporter worth more."
            ),
            _("Claim Cockburn 9: it is worth nine points."),
            _(
                "Nine points. The other takes what is left; then the armies are discarded, and whoever "
                "claimed first begins the next round."
            ),
            _claim,
            ("claim:ck9",),
            ("claim:fe4",),
        ),
        Step(
            _("Win the throne"),
            _(
                "After a round in which somebody has forty points, the most points win. You have 33, the "
                "other 35, and you claim first. Finish it."
            ),
            _("Claim Wemyss 8: you come to 41, and the other to 40."),
            _("41 points to 40: the throne is yours. Equal points go to the better place in that round."),
            _end,
            ("claim:we8",),
            ("claim:fe5",),
        ),
    ]


# --- The pictures of the rules -----------------------------------------------------------------------------


def draw_illustrations(_: Translate) -> dict[str, str]:
    """Return the pictures of the rules, each as a large screen and as a phone shows it."""
    return {
        "start": _picture(start, _, ("board", "hand")),
        "powers": _picture(powers, _, ("board", "hand")),
        "clan": _picture(by_clan, _, ("board", "hand")),
        "claiming": _picture(an_end_of_round, _, ("board",)),
    }


def _picture(make: Callable[[], Position], _: Translate, parts: Sequence[str]) -> str:
    drawn = []
    view = make().view(0)
    names = [_("You"), "Ailsa", "Callum", "Morag", "Ewan"][: view.game.players]
    for kind, narrow in (("wide", False), ("phone", True)):
        pieces = art.draw_pieces(view.state, 0, _.naming(names), narrow=narrow, prefix=f"ls-{kind}")
        drawn.append(f'<div class="on-{kind}">{"".join(pieces[part] for part in ("shared", *parts))}</div>')
    return "".join(drawn)
