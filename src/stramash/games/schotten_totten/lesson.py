"""The lesson: small positions, from the first card to the Tactic cards; and the pictures of the rules."""

from __future__ import annotations

from stramash.core.lesson import Step
from stramash.core.words import Translate
from stramash.games.schotten_totten import prepared

__all__ = ["draw_illustrations", "lesson_steps"]


def lesson_steps(_: Translate) -> list[Step]:
    """Return the steps of the lesson."""
    return [
        Step(
            _("Play a card"),
            _(
                "Nine stones mark the border between two clans. On your turn you play one card on your "
                "side of a stone, then draw another. Touch a card of your hand, then a stone; or drag the"
                " card there."
            ),
            _("Any card beside any stone will do here."),
            _("That is a turn. The drawn card comes by itself."),
            prepared.first_card,
            replies=("n8@5",),
        ),
        Step(
            _("Build a formation"),
            _(
                "Three cards on a side make a formation. The strongest is a colour-run: three neighbours "
                "of one clan. You have blue 5 and 6 at stone 5. Complete the run."
            ),
            _("Play the blue 7 on stone 5."),
            _(
                "A colour-run. Weaker, in this order: three of a kind, three of one colour, a run of "
                "mixed colours, and last the mere sum."
            ),
            prepared.formation,
            ("b7@5",),
            ("n8@5",),
        ),
        Step(
            _("Claim a stone"),
            _(
                "At stone 5 both sides are complete: your colour-run beats three of a kind. Touch the "
                "stone to claim it."
            ),
            _("Claim stone 5: it is lit."),
            _("The stone is yours, and nothing more happens there."),
            prepared.claim,
            ("claim@5",),
            ("r9@2",),
        ),
        Step(
            _("Prove a claim"),
            _(
                "You need not wait for the other side if you can prove that it cannot beat you. Stones 3 "
                "and 6 are complete on your side, and one of them is as good as won: no formation is "
                "above 7-8-9, and a tie goes to whoever was complete first. Point at the other stone to "
                "see what could still come. Claim the one you can prove."
            ),
            _("Claim stone 3. At stone 6 the other side could still do better."),
            _("Proofs count only cards that lie open on the table. Hands do not count, not even your own."),
            prepared.proof,
            ("claim@3",),
            ("n8@6",),
        ),
        Step(
            _("Win"),
            _(
                "Five stones win the game, and so do three next to each other. You hold stones 4 and 5. "
                "Finish it."
            ),
            _("Claim stone 6: then three neighbours are yours."),
            _("Three in a row: the game is yours."),
            prepared.victory,
            ("claim@6",),
        ),
        Step(
            _("Tactic cards"),
            _(
                "With the Tactic cards on, there are a second deck and ten special cards. You may play at"
                " most one more of them than your opponent. The Spy counts as a 7 of any colour. You have"
                " blue 6 and 8 at stone 4: play the Spy there."
            ),
            _("Play the Spy on stone 4."),
            _("Point at a Tactic card to read what it does."),
            prepared.tactics,
            ("spy@4",),
        ),
    ]


def draw_illustrations(_: Translate) -> dict[str, str]:
    """Return the pictures of the rules."""
    return {
        "start": prepared.first_card().view(0).svg(_.locale),
        "proof": prepared.proof_picture().view(0).svg(_.locale),
        "tactics": prepared.tactics().view(0).svg(_.locale),
    }
