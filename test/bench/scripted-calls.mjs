// A service that speaks the wires of several clients, each answer slow, with one script of sound: a tone in pieces of 20 ms, as late as asked.
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

export const pieceMs = 20;
const rateHz = 24_000;
const samplesOf = (ms) => (rateHz * ms) / 1000;

/** One piece of a tone that rises by 200 Hz a second: where it is heard says how far it has come. */
function tone(nth) {
  const samples = new Int16Array(samplesOf(pieceMs));
  for (let at = 0; at < samples.length; at++) {
    const seconds = (nth * samples.length + at) / rateHz;
    samples[at] = 10_000 * Math.sin(2 * Math.PI * (400 * seconds + 100 * seconds ** 2));
  }
  return Buffer.from(samples.buffer).toString('base64');
}

const at = { response_id: 'r1', item_id: 'i1', output_index: 0, content_index: 0 };
const part = { id: 'i1', object: 'realtime.item', type: 'message', role: 'assistant', status: 'in_progress', content: [] };

/** By path: what a client hears first and for each message of its own, how sound is written, and the base64 of what it says. */
const wires = {
  '/v1/realtime': {
    greeting: [
      { type: 'session.created', session: { id: 's1', object: 'realtime.session', model: 'bench', modalities: ['text', 'audio'] } },
    ],
    opening: [
      { type: 'response.created', response: { id: 'r1', object: 'realtime.response', status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', response_id: 'r1', output_index: 0, item: part },
      { type: 'response.content_part.added', ...at, part: { type: 'audio', transcript: '' } },
    ],
    piece: (delta) => ({ type: 'response.audio.delta', ...at, delta }),
    closing: [
      { type: 'response.audio.done', ...at },
      { type: 'response.output_item.done', response_id: 'r1', output_index: 0, item: { ...part, status: 'completed' } },
      { type: 'response.done', response: { id: 'r1', object: 'realtime.response', status: 'completed', output: [] } },
    ],
    heard: ({ type, audio }) => (type === 'input_audio_buffer.append' ? audio : undefined),
    inputHz: rateHz,
  },
  '/v1/convai/conversation': {
    greeting: [
      {
        type: 'conversation_initiation_metadata',
        conversation_initiation_metadata_event: {
          conversation_id: 'c1',
          agent_output_audio_format: `pcm_${rateHz}`,
          user_input_audio_format: 'pcm_16000',
        },
      },
    ],
    piece: (delta, nth) => ({ type: 'audio', audio_event: { audio_base_64: delta, event_id: nth + 1 } }),
    heard: ({ user_audio_chunk: audio }) => audio,
    inputHz: 16_000,
  },
  '/plain': { piece: (audio) => ({ audio }), heard: ({ audio }) => audio, inputHz: rateHz },
  '/pipecat': {
    answer: ({ type }) => (type === 'client-ready' ? [{ label: 'rtvi-ai', type: 'bot-ready', id: '1', data: { version: '1.0.0' } }] : []),
    piece: (audio) => ({ audio }),
    heard: ({ audio }) => audio,
    inputHz: 16_000,
  },
};

/** The same for every client. */
function delays(lateMs) {
  let seed = 7;
  return () => ((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * lateMs;
}

/**
 * `files`: what it serves beside, by path, as `{ type, body }`; `delayMs` before each answer and upgrade. One call at a time.
 * `heard` holds, for each piece of a microphone, when it came and how long it is; `truncated` where the last answer was cut.
 */
export async function startScriptedCalls(files, { delayMs = 0 } = {}) {
  const slowly = async (action) => {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    action();
  };
  const server = createServer((request, response) =>
    slowly(() => {
      const { pathname } = new URL(request.url, 'http://bench');
      if (pathname === '/v1/realtime/sessions') {
        const secret = { value: 'ticket', expires_at: Math.round(Date.now() / 1000) + 600 };
        return response.setHeader('content-type', 'application/json').end(JSON.stringify({ client_secret: secret }));
      }
      const file = files(pathname);
      if (file === undefined) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': file.type, 'cache-control': 'max-age=600' }).end(file.body);
    }),
  );
  const service = { heard: [], truncated: undefined, call: undefined };
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] });
  server.on('upgrade', (request, socket, head) =>
    slowly(() => {
      const { pathname } = new URL(request.url, 'http://bench');
      const wire = wires[pathname];
      if (wire === undefined) return socket.destroy();
      return sockets.handleUpgrade(request, socket, head, (page) => {
        const send = (message) => page.send(JSON.stringify(message));
        service.call = { wire, send };
        wire.greeting?.forEach(send);
        page.addEventListener('message', ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'conversation.item.truncate') service.truncated = message.audio_end_ms;
          wire.answer?.(message).forEach(send);
          const base64 = wire.heard(message);
          if (base64 === undefined) return;
          const bytes = Buffer.from(base64, 'base64');
          service.heard.push({ at: Date.now(), ms: (bytes.byteLength / 2 / wire.inputHz) * 1000, bytes });
        });
      });
    }),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** Says `ms` of the tone, each piece when it is due and up to `lateMs` later, none before another. */
  async function speak({ ms, lateMs = 0 }) {
    const { wire, send } = service.call;
    const lateness = delays(lateMs);
    const startedAt = performance.now();
    wire.opening?.forEach(send);
    let due = 0;
    for (let nth = 0; nth < ms / pieceMs; nth++) {
      due = Math.max(due, nth * pieceMs + lateness());
      const wait = startedAt + due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      send(wire.piece(tone(nth), nth));
    }
    wire.closing?.forEach(send);
  }
  return Object.assign(service, {
    url: `http://127.0.0.1:${server.address().port}/`,
    speak,
    close() {
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  });
}
