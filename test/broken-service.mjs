// A service that is set up wrong, in one way for each first part of the path: `/no-cors/...` answers without CORS headers, and so on.
import { createServer } from 'node:http';

const json = (status, body) => ({ status, type: 'application/json', body: JSON.stringify(body) });
const html = (status) => ({ status, type: 'text/html; charset=utf-8', body: '<!doctype html><title>A site</title>' });
const error = (status, code) => json(status, { error: { code, message: `It is ${code}.` } });
const models = (...kinds) =>
  json(200, { object: 'list', data: kinds.map((kind) => ({ id: `a-${kind}`, object: 'model', kind, service: 'test' })) });
const token = json(200, { client_secret: { value: 'ephemeral-token', expires_at: 4_000_000_000 } });

/** By the first part of the path: what a request gets. */
const mistakes = {
  missing: () => json(404, {}),
  page: ({ method }) => html(method === 'GET' ? 200 : 404),
  login: () => error(401, 'unauthorized'),
  closed: () => error(403, 'origin_not_allowed'),
  named: () => error(403, 'host_not_allowed'),
  key: ({ method }) => (method === 'GET' ? models('video', 'realtime') : error(500, 'upstream_unauthorized')),
  'no-models': ({ method }) => (method === 'GET' ? models() : error(400, 'missing_field')),
  'other-models': ({ method }) => (method === 'GET' ? models('video', 'realtime') : error(400, 'model_not_found')),
  'no-token': ({ method }) => (method === 'GET' ? models('realtime') : json(404, {})),
  'no-realtime': ({ method, path }) =>
    path.endsWith('/v1/models') ? models('realtime') : method === 'POST' && path.endsWith('/sessions') ? token : json(404, {}),
  'no-cors': () => models('video', 'realtime'),
  'no-preflight': () => models('video', 'realtime'),
};

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' };

/** @returns its `url`, `nothing` (an address where nothing listens), and `close()`. `GET /posts` lists the requests for something that it got. */
export async function startBrokenService() {
  const posts = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://service').pathname;
    const [, mistake] = path.split('/');
    const isPreflight = request.method === 'OPTIONS';
    const shared = mistake === 'no-cors' || (mistake === 'no-preflight' && isPreflight) ? {} : cors;
    if (request.method === 'POST') posts.push(path);
    const answer = path === '/posts' ? json(200, posts) : isPreflight ? json(204) : mistakes[mistake]?.({ method: request.method, path });
    const { status, type, body } = answer ?? json(404, {});
    request
      .resume()
      .on('end', () => response.writeHead(status, { ...shared, 'content-type': type }).end(status === 204 ? undefined : body));
  });
  const url = await listen(server);
  const silent = createServer();
  const nothing = await listen(silent);
  await close(silent);
  return { url, nothing, close: () => close(server) };
}

const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)));

const close = (server) =>
  new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
