// A process that asks for changes at a fixed rate, however long the answers take, and takes the times. Each request is of another user.
import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** From when it was due: a request that waits for the one before is late too. */
const once = ({ url, path, user, dueAt }) =>
  new Promise((resolve, reject) => {
    const headers = { cookie: `user=${user}`, origin: 'https://www.example.org' };
    get(`${url}${path}`, { agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve(performance.now() - dueAt) : reject(new Error(`${response.statusCode}`)),
      );
    }).on('error', reject);
  });

async function ask({ url, path, users, perSecond, seconds, warmSeconds }) {
  const count = perSecond * (seconds + warmSeconds);
  const startedAt = performance.now();
  const asked = [];
  for (let nth = 0; nth < count; nth += 1) {
    const dueAt = startedAt + (nth * 1000) / perSecond;
    while (performance.now() < dueAt) await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now() - 1)));
    // A stride that meets every user, in no order of the tables.
    asked.push(once({ url, path, user: `user-${(nth * 389) % users}`, dueAt }));
  }
  const times = (await Promise.all(asked)).slice(perSecond * warmSeconds).toSorted((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}

process.on('message', async (what) => process.send(await ask(what)));
process.on('disconnect', () => process.exit());
process.send({ ready: true });
