// Two clients at every table. Each table moves once in PACE seconds; a move has arrived when the other client has it.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game.cjs");

const [, , port, tables, seconds, pace] = process.argv;
const url = `http://localhost:${port}`;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Open a table: the server makes it when the first client asks for it. */
async function open() {
  const matchID = crypto.randomUUID();
  const clients = ["0", "1"].map((playerID) => Client({
    game, matchID, playerID, numPlayers: 2, debug: false,
    multiplayer: SocketIO({ server: url, socketOpts: { transports: ["websocket"] } }),
  }));
  for (const client of clients) {
    client.start();
    while (!client.getState()) await sleep(5);
  }
  return clients;
}

const version = (client) => client.getState()._stateID;
const reach = (client, wanted) => new Promise((done) => {
  const stop = client.subscribe(() => { if (version(client) >= wanted) { queueMicrotask(() => stop()); done(performance.now()); } });
  if (version(client) >= wanted) done(performance.now());
});

async function play(clients, until, times) {
  let due = performance.now() + Math.random() * pace * 1000;
  while (due < until && performance.now() < until) {
    if (Number(pace)) { await sleep(Math.max(0, due - performance.now())); due += pace * 1000; }
    const mine = clients[Number(clients[0].getState().ctx.currentPlayer)];
    const next = version(mine) + 1;
    const sent = performance.now();
    const arrived = Promise.all(clients.map((client) => reach(client, next)));
    mine.moves.play(Math.floor(Math.random() * 6), Math.floor(Math.random() * 9));
    times.push(Math.max(...await arrived) - sent);
  }
}

(async () => {
  const all = [];
  for (let count = 0; count < Number(tables); count += 20) {
    all.push(...await Promise.all(Array.from({ length: Math.min(20, tables - count) }, open)));
  }
  process.stdout.write("ready\n");
  const began = performance.now();
  const times = [];
  await Promise.all(all.map((clients) => play(clients, began + seconds * 1000, times)));
  process.stdout.write(`${JSON.stringify({ times, took: (performance.now() - began) / 1000 })}\n`, () => process.exit(0));
})();
