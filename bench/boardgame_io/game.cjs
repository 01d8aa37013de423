// A game of about the size of Schotten Totten: nine stones, two hands of six cards, a deck, hidden hands.
const deal = ({ random }) => {
  const cards = random.Shuffle([...Array(54).keys()]);
  return {
    stones: Array.from({ length: 9 }, () => ({ owner: null, sides: [[], []] })),
    hands: { 0: cards.slice(0, 6), 1: cards.slice(6, 12) },
    deck: cards.slice(12),
    log: [],
  };
};

// only one's own hand is sent, and how many cards the deck has
const playerView = ({ G, playerID }) => ({
  ...G,
  deck: G.deck.length,
  hands: Object.fromEntries(
    Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.map(() => null)]),
  ),
});

module.exports = {
  name: "border",
  setup: deal,
  playerView,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      // the server alone knows the deck
      client: false,
      move: ({ G, playerID }, place, stone) => {
        const [card] = G.hands[playerID].splice(place, 1);
        G.stones[stone].sides[playerID].push(card);
        // cards come back, so that a game is never over while it is measured
        G.deck.unshift(...(G.stones[stone].sides[playerID].length > 3 ? [G.stones[stone].sides[playerID].shift()] : []));
        G.hands[playerID].push(G.deck.pop() ?? card);
        G.log.push(`${playerID}:${card}@${stone}`);
        if (G.log.length > 60) G.log.shift();
      },
    },
  },
};
