"""The components: 98 cards with a clan, a strength and a rank; their notation; the printed numbers.

A card's number is its rank less one, 0 to 97: rank decides ties, so a larger number wins them. The eight
normal clans have strengths 1 to 12 each, `card = clan + 8 * (strength - 1)`; the two Bruce come last.
"""

# Clans, in the order of their ranks; a clan's number also names its power
SCOTT = 0  # copy another Follower's power
MAKGILL = 1  # muster another Follower
MACDONNELL = 2  # stays for another round
WEMYSS = 3  # discard another Follower
FERGUSSON = 4  # swap with an opponent's Follower
FORSYTH = 5  # draw a card
COCKBURN = 6  # swap with a Supporter
COCHRANE = 7  # claim two Supporters
BRUCE = 8  # any clan
CLANS = 9
NO_CLAN = -1

NORMAL_CLANS = 8
STRENGTHS = 12
NORMAL_CARDS = NORMAL_CLANS * STRENGTHS
CARDS = NORMAL_CARDS + 2

#: A card whose face is not known; it sorts behind every face
UNKNOWN = CARDS
NO_CARD = -1

#: Scott, Makgill, MacDonnell, Wemyss, Fergusson, Forsyth, Cockburn, Cochrane, Bruce
CLAN_CODES = ("sc", "mk", "md", "we", "fe", "fo", "ck", "ch", "br")
#: The notation of every card, and of UNKNOWN: the code of its clan and its strength; a Bruce has its rank
CARD_NAMES = (
    *(f"{CLAN_CODES[card % NORMAL_CLANS]}{card // NORMAL_CLANS + 1}" for card in range(NORMAL_CARDS)),
    *(f"{CLAN_CODES[BRUCE]}{card + 1}" for card in range(NORMAL_CARDS, CARDS)),
    "?",
)
CARD_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES[:CARDS])}

SEATS = 5
RECRUITS = 5
TURNS = 5
FIRST_HAND = 5
HAND_LIMIT = 10
POINTS_TO_END = 40
#: Most cards an army can come to: five kept, a hand of ten, and what is recruited and drawn in between
ARMY_PLACES = 20
#: A turn ends with a face-down muster, so one seat makes at most one a turn
DOWNS = TURNS
#: Cards a seat holds in secret: its hand, and the Followers it mustered face-down this round
HELD_PLACES = HAND_LIMIT + DOWNS
FACE_UP = -1
#: The notation of face-down Followers, by `musterer * 5 + number - 1`: "?1.2" is the second of seat 1
DOWN_NAMES = tuple(f"?{down // DOWNS}.{down % DOWNS + 1}" for down in range(SEATS * DOWNS))

# What blocks a power, the option `activation`
BY_ANY = 0  # a lower Follower of any clan
BY_CLAN = 1  # an equal or lower one of the same clan

# Phases: what the player to act decides
ACTING = 0  # recruit or muster
MUSTERING = 1  # Makgill: which card next
COPYING = 2  # Scott: whose power
DISCARDING = 3  # Wemyss: which Follower
SWAPPING = 4  # Fergusson: for which Follower
TAKING = 5  # Cockburn: which Supporter
CLAIMING = 6  # the end of the round: which Supporter
PHASES = 7
PHASE_NAMES = ("acting", "mustering", "copying", "discarding", "swapping", "taking", "claiming")
