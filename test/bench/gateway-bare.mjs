// A process with the least that can stand between a page and a service in Node: every request goes on with the key, over connections kept alive.
import { Agent, createServer, request } from 'node:http';

const [baseUrl, key, taskId] = process.argv.slice(2);
const { hostname, port } = new URL(baseUrl);
// A connection is let go before the service lets go of it: none is met at its end.
const agent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 4000 });

const server = createServer((incoming, outgoing) => {
  // The service cannot tell pages apart.
  const { host: _, cookie: __, origin: ___, ...headers } = incoming.headers;
  const { method, url: path } = incoming;
  const sent = request({ agent, hostname, port, path, method, headers: { ...headers, authorization: `Bearer ${key}` } }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  sent.once('error', () => outgoing.destroy());
  incoming.pipe(sent);
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ us: user + system });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}`, taskId }));
