// A process with many pages: a WebSocket each, opened with a ticket of its own, over which small events go back and forth.
import { WebSocket } from 'ws';

const page = { cookie: 'user=ann', origin: 'https://www.example.org' };
const event = JSON.stringify({ type: 'input_audio_buffer.append', event_id: 'event_1', audio: 'A'.repeat(160) });
let sockets = [];

async function open({ url, count, headers = page }) {
  const one = async () => {
    const minted = await fetch(`${url}/v1/realtime/sessions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"model":"m","voice":"alloy"}',
    });
    const ticket = (await minted.json()).client_secret.value;
    const protocols = ['realtime', `vendor-insecure-api-key.${ticket}`, 'vendor-beta.realtime-v1'];
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime?model=m`, protocols, { headers, perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return socket;
  };
  while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: Math.min(20, count - sockets.length) }, one))));
  return { open: sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length };
}

/** All at once, each its next when the last has come back. */
async function echo({ rounds }) {
  const times = [];
  const startedAt = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (let round = 0; round < rounds; round += 1) {
        const sentAt = performance.now();
        const back = new Promise((resolve) => socket.once('message', resolve));
        socket.send(event);
        if ((await back).toString() !== event) throw new Error('Another event came back.');
        times.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((one, other) => one - other);
  return { echoes: times.length, perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] };
}

function close() {
  for (const socket of sockets) socket.terminate();
  sockets = [];
  return {};
}

const actions = { open, echo, close };
process.on('message', async ({ action, ...what }) => process.send(await actions[action](what)));
process.on('disconnect', () => process.exit());
process.send({ ready: true });
