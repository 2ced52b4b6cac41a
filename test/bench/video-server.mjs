// A service as small as can be, and an empty page on its own origin: what the video benches talk to.
import { createServer } from 'node:http';

const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** @returns its address and `close()`. */
export async function startVideoServer() {
  let film = Buffer.alloc(0);
  let count = 0;
  const answer = async (request, response) => {
    const body = await bodyOf(request);
    // Clocks are fine in a page that is alone.
    const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
    const send = (type, content) =>
      response.writeHead(200, { ...headers, 'content-type': type, 'content-length': content.length }).end(content);
    if (request.method === 'PUT') film = body;
    if (request.url === '/film') return send('video/webm', request.method === 'PUT' ? Buffer.alloc(0) : film);
    if (request.method === 'POST')
      return send('application/json', Buffer.from(JSON.stringify({ task_id: `task_${(count += 1)}`, status: 'queued' })));
    return send('text/html', Buffer.from('<!doctype html><title>bench</title>'));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.closeAllConnections() ?? server.close() };
}
