import { transcript } from 'voxreel';
import { createRealtimeSession } from 'voxreel/realtime-session';
import { createWebsocketTransport } from 'voxreel/transports/websocket';

import { equal, eventually } from '../check.mjs';

/** Two typed turns over a WebSocket, with the runtime's own or, where it has none, with the one given. */
export async function session({ serviceUrl, key, createWebSocket }) {
  const errors = [];
  const call = createRealtimeSession({
    baseUrl: serviceUrl,
    model: 'rehearsal',
    getToken: () => mint(serviceUrl, key),
    transports: [createWebsocketTransport({ createWebSocket })],
    modalities: ['text'],
  });
  call.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
  await call.connect();
  const lines = () => transcript(call.store.get()).map(({ role, text, status }) => `${role} ${status}: ${text}`);
  for (const [prompt, answer] of [
    ['What is 12 times 12?', '12 * 12 is 144.'],
    ['What is 2 plus 3?', '2 + 3 is 5.'],
  ]) {
    call.sendText(prompt);
    await eventually(() => (lines().at(-1) === `assistant completed: ${answer}` ? true : undefined), `The answer to "${prompt}"`).catch(
      (error) => {
        throw new Error(`${error.message}: ${JSON.stringify([...lines(), ...errors])}`);
      },
    );
  }
  equal(errors, [], 'errors of the session');
  call.close();
  equal(call.phase, 'closed', 'the phase afterwards');
}

async function mint(serviceUrl, key) {
  const answer = await fetch(`${serviceUrl}/v1/realtime/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'rehearsal', modalities: ['text'] }),
  });
  equal(answer.status, 200, 'minting a token');
  return (await answer.json()).client_secret.value;
}
