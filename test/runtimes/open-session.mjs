// A WebSocket as a page would open it, by `ws`: a page's Origin can be said with it on every runtime.
import { WebSocket } from 'ws';

/** The type of the first event and the close code that follows; `refused` where the handshake is. */
export function openSession(url, ticket) {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/v1/realtime?model=rehearsal`,
    ['realtime', `vendor-insecure-api-key.${ticket}`, 'vendor-beta.realtime-v1'],
    { headers: { origin: url } },
  );
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return new Promise((resolve) => {
    socket.once('message', (data) =>
      resolve({ type: JSON.parse(new TextDecoder().decode(data)).type, closed, close: () => socket.close() }),
    );
    socket.once('error', () => resolve({ type: 'refused', closed, close() {} }));
  });
}
