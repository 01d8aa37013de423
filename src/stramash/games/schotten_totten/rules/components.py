"""The components: 54 Clan cards, ten Tactic cards, nine stones; and what cards are called in notation.

Card numbers: a Clan card is `clan * 9 + strength - 1`, 0 to 53; the Tactic cards follow from 54. A Clan card
is written as a letter and a strength, `b7`; a Tactic card as its English name.
"""

CLANS = 6
STRENGTHS = 9
CLAN_CARDS = CLANS * STRENGTHS

# Elite troops
JOKER = 54
SECOND_JOKER = 55
SPY = 56
SHIELD_BEARER = 57
# Combat modes
BLIND_MANS_BLUFF = 58
MUD_FIGHT = 59
# Ruses
RECRUITER = 60
STRATEGIST = 61
BANSHEE = 62
TRAITOR = 63
CARDS = 64

TACTIC_CARDS = CARDS - CLAN_CARDS
#: Clan cards and elite troops: what can lie beside a stone
TROOPS = BLIND_MANS_BLUFF

#: The back of a card, where its face is not known; both sort behind every face
UNKNOWN_CLAN = CARDS
UNKNOWN_TACTIC = CARDS + 1
NO_CARD = -1

#: blue, green, red, yellow, purple, brown
CLAN_LETTERS = "bgrypn"
CLAN_CARD_NAMES = tuple(f"{clan}{strength}" for clan in CLAN_LETTERS for strength in range(1, STRENGTHS + 1))
TACTIC_CARD_NAMES = (
    "joker1", "joker2", "spy", "shield", "bluff", "mud", "recruiter", "strategist", "banshee", "traitor",
)  # fmt: skip
#: The notation of every card, then of the two backs
CARD_NAMES = (*CLAN_CARD_NAMES, *TACTIC_CARD_NAMES, "?c", "?t")

STONES = 9
#: Owner of a stone that a small game leaves in the box
NOT_LAID_OUT = 2
PLACES = 3
MUD_FIGHT_PLACES = 4
HAND = 6
TACTIC_HAND = 7
#: The largest hand there is for a moment: six cards left after playing the Recruiter, and three drawn
HAND_PLACES = TACTIC_HAND - 1 + 3
ADJACENT_TO_WIN = 3
POINTS_FOR_A_ROUND = 5
RECRUITED = 3
RETURNED = 2

#: Sets of cards are rows of nine bits, a row a clan; the Tactic cards fill the last two rows
ROWS = 8
ALL_NINE = (1 << STRENGTHS) - 1

# Combat modes lying on a stone, as bits
BLUFF = 1
MUD = 2
MODE_NAMES = ("bluff", "mud")

# Phases: what the player to act decides
CLAIMING = 0
PLAYING = 1
DRAWING = 2
RECRUITING = 3  # Recruiter: from which deck
RETURNING = 4  # Recruiter: which card goes back under its deck
MOVING = 5  # Strategist: which card
MOVING_TO = 6  # Strategist: to which stone, or to the discard
BANISHING = 7  # Banshee: which card
LURING = 8  # Traitor: which card
LURING_TO = 9  # Traitor: to which stone
NEXT_ROUND = 10
PHASES = 11
PHASE_NAMES = (
    "claiming", "playing", "drawing", "recruiting", "returning", "moving", "moving to", "banishing", "luring",
    "luring to", "next round",
)  # fmt: skip

# Where a card put back by the Recruiter is
GONE = 0
UNDER_THE_DECK = 1
IN_THE_OTHER_HAND = 2
RETURNED_PLACE_NAMES = ("under", "drawn")
