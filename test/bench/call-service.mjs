// A service whose calls are scripted: it takes what a microphone sends, and speaks as long as it is asked to, 20 words and 20 pieces of sound a second.
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

const pieceMs = 50;
const rateHz = 24_000;
const words = 'the tide comes in slowly and the boats begin to lift from the sand one after another while the light fades'.split(' ');

/** A tone of 50 ms, as Base64 of 16-bit samples. */
function tone(nth) {
  const samples = new Int16Array((rateHz * pieceMs) / 1000);
  for (let at = 0; at < samples.length; at++) samples[at] = 6000 * Math.sin(((nth * samples.length + at) * 2 * Math.PI * 220) / rateHz);
  return Buffer.from(samples.buffer).toString('base64');
}

/** One answer, told as the service documents tell it: text ahead of its sound by nothing, in real time. */
function speak(send, response, item) {
  const at = { response_id: response, item_id: item, output_index: 0, content_index: 0 };
  send('response.created', { response: { id: response, object: 'realtime.response', status: 'in_progress', output: [] } });
  const empty = { id: item, object: 'realtime.item', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  send('response.output_item.added', { response_id: response, output_index: 0, item: empty });
  send('response.content_part.added', { ...at, part: { type: 'audio', transcript: '' } });
  let nth = 0;
  return setInterval(() => {
    send('response.audio_transcript.delta', { ...at, delta: `${words[nth % words.length]} ` });
    send('response.audio.delta', { ...at, delta: tone(nth) });
    nth += 1;
  }, pieceMs);
}

/** `files`: what it serves beside, by path. Each call speaks as long as `speaking(true)` holds. */
export async function startCallService(files) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://bench');
    if (pathname === '/v1/realtime/sessions') {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ client_secret: { value: 'ticket', expires_at: Math.round(Date.now() / 1000) + 600 } }));
    }
    const file = files(pathname);
    if (file === undefined) return response.writeHead(404).end();
    response.setHeader('content-type', file.type);
    return response.end(file.body);
  });
  const calls = new Set();
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'realtime' });
  sockets.on('connection', (socket) => {
    let count = 0;
    const send = (type, more) => socket.send(JSON.stringify({ event_id: `e${(count += 1)}`, type, ...more }));
    send('session.created', {
      session: { id: 's1', object: 'realtime.session', model: 'bench', voice: 'aria', modalities: ['text', 'audio'] },
    });
    let timer;
    let answers = 0;
    const call = {
      /** When each piece of the microphone came, in milliseconds. */
      pieces: [],
      speak(on) {
        clearInterval(timer);
        if (on) timer = speak(send, `r${(answers += 1)}`, `i${answers}`);
      },
    };
    calls.add(call);
    socket.on('message', (data) => {
      if (data.includes('"input_audio_buffer.append"')) call.pieces.push(performance.now());
    });
    socket.on('close', () => {
      call.speak(false);
      calls.delete(call);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    calls: () => calls.size,
    /** Of the newest call. */
    pieces: () => [...calls].at(-1)?.pieces ?? [],
    speaking: (on) => calls.forEach((call) => call.speak(on)),
    close() {
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
