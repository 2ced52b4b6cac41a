// A process with the service behind the gateway: `local` is the embedded one, `plain` the least that can answer as one, `plain 20` the same after 20 ms.
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

const [kind, delayMs = '0'] = process.argv.slice(2);
const key = 'standard_key_of_the_bench';
const task =
  '{"task_id":"task_1","status":"processing","format":"mp4","url":null,"metadata":{"duration":5,"fps":24,"width":1280,"height":720,"seed":7},"error":null}';
let tokens = 0;

function answer(request, body) {
  if (request.headers.authorization !== `Bearer ${key}`) return '{"code":"invalid_api_key"}';
  if (request.method === 'POST' && typeof JSON.parse(body).model !== 'string') return '{"code":"invalid_value"}';
  return request.url === '/v1/realtime/sessions' ? `{"client_secret":{"value":"token_${(tokens += 1)}"}}` : task;
}

function plain() {
  const server = createServer((request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const text = answer(request, Buffer.concat(pieces).toString());
      const write = () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text);
      if (delayMs === '0') write();
      else setTimeout(write, Number(delayMs));
    });
  });
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'realtime', perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.on('message', (data, binary) => socket.send(data, { binary })));
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}`, taskId: 'task_1', key }));
}

async function local() {
  const { createLocalService } = await import('../../.build/src/local/index.js');
  const service = createLocalService({ key });
  const { url } = await service.listen();
  const made = await fetch(`${url}/v1/video/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"model":"vidu-q2","prompt":"sea","duration":0.5,"width":64,"height":36}',
  });
  process.send({ url, taskId: (await made.json()).task_id, key });
}

if (kind === 'local') await local();
else plain();
process.on('disconnect', () => process.exit());
