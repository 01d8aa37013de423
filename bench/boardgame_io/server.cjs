// boardgame.io's server with everything in memory, on a free port.
const { Server, Origins } = require("boardgame.io/server");
const game = require("./game.cjs");

const server = Server({ games: [game], origins: [Origins.LOCALHOST], apiOrigins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.stdout.write(`port ${appServer.address().port}\n`);
});
