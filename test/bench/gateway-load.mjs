// A process that asks over connections kept alive, each the next as soon as the last is answered, and takes the times. Reads no more of HTTP than it must.
import { connect } from 'node:net';

function ask({ url, method, path, headers, body = '', connections, warmMs = 0, ms, count = Infinity }) {
  const { hostname, port, host } = new URL(url);
  const head = Object.entries({
    host,
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
  });
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  const times = [];
  let [sent, answered, wrong, ended, measuring] = [0, 0, 0, false, warmMs === 0];
  let startedAt = performance.now();
  return new Promise((resolve) => {
    const sockets = new Set();
    const end = () => {
      if (ended) return;
      ended = true;
      const seconds = (performance.now() - startedAt) / 1000;
      for (const socket of sockets) socket.destroy();
      times.sort((one, other) => one - other);
      const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
      resolve({ perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), answered, wrong });
    };
    if (ms !== undefined) {
      setTimeout(() => {
        measuring = true;
        startedAt = performance.now();
        setTimeout(end, ms);
      }, warmMs);
    }
    function open() {
      const socket = connect(Number(port), hostname);
      sockets.add(socket);
      socket.setNoDelay(true);
      let [text, at] = ['', 0];
      const next = () => {
        if (sent >= count) return;
        sent += 1;
        at = performance.now();
        socket.write(request);
      };
      socket.on('connect', next);
      socket.on('error', () => (wrong += 1));
      socket.on('data', (data) => {
        text += data.latin1Slice();
        const headEnd = text.indexOf('\r\n\r\n');
        const length = headEnd < 0 ? undefined : /content-length: (\d+)/i.exec(text)?.[1];
        if (length === undefined || text.length < headEnd + 4 + Number(length)) return;
        if (!text.startsWith('HTTP/1.1 200')) wrong += 1;
        text = '';
        answered += 1;
        if (measuring && !ended) times.push(performance.now() - at);
        if (answered >= count) end();
        else next();
      });
    }
    for (let made = 0; made < connections; made += 1) open();
  });
}

process.on('message', async (what) => process.send(await ask(what)));
process.on('disconnect', () => process.exit());
process.send({ ready: true });
