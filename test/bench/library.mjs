// The library on a real Postgres, asked by many users through two instances of the gateway.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { startPostgres, withoutPostgres } from '../../.build/test/node/server/library/postgres-server.js';
import { start } from './bench-process.mjs';
import { tasksOf } from './video-list.mjs';

export { withoutPostgres };

const origin = 'https://www.example.org';
const headersOf = (user) => ({ cookie: `user=${user}`, origin });

/** Each user has so many videos, as their pages write them, in the order of their changes. */
function fill(database, { users, records }) {
  const [record] = tasksOf(1);
  const sql = `
    INSERT INTO voxreel_users (user_id, epoch, change, records, bytes)
      SELECT 'user-' || u, 'bench', ${records}, ${records}, 0 FROM generate_series(0, ${users - 1}) AS u;
    INSERT INTO voxreel_records (user_id, kind, id, version, change, bytes, record)
      SELECT 'user-' || u, 'video', 'video-' || r, 1, r, length(text), text
      FROM generate_series(0, ${users - 1}) AS u, generate_series(1, ${records}) AS r,
        LATERAL (SELECT replace($record$${JSON.stringify(record)}$record$, 'task_', 'task_' || u || '_' || r || '_') AS text) AS made;`;
  // What a database does by itself after so many rows is done before anybody asks.
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', database], { input: `${sql}\nVACUUM ANALYZE;\nCHECKPOINT;` });
}

const asked = (url, path, user, init = {}) =>
  fetch(`${url}/v1/library${path}`, { ...init, headers: { ...headersOf(user), ...init.headers } });

async function ok(response) {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}

/** Milliseconds from a write on one instance until a device that listens on another hears of it, in their order. */
async function heardElsewhere([one, other], times) {
  const user = 'user-0';
  const stop = new AbortController();
  const events = await ok(await asked(other, '/events', user, { signal: stop.signal }));
  const heard = [];
  let next = () => undefined;
  void (async () => {
    for await (const chunk of events.body.pipeThrough(new TextDecoderStream()))
      if (chunk.includes('event: changed')) next(performance.now());
  })().catch(() => undefined);
  for (let time = 0; time < times; time += 1) {
    const told = new Promise((resolve) => (next = resolve));
    const init = { method: 'PUT', headers: { 'if-none-match': '*', 'content-type': 'application/json' }, body: '{"prompt":"A heron"}' };
    const startedAt = performance.now();
    await ok(await asked(one, `/records/video/new-${time}`, user, init));
    heard.push((await told) - startedAt);
    await delay(20);
  }
  stop.abort();
  return heard.toSorted((first, second) => first - second);
}

/** A file that is never in the memory of this process either. */
function bring(url, path, user, bytes) {
  const piece = Buffer.alloc(256 * 1024, 7);
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/library${path}`, {
      method: 'PUT',
      headers: { ...headersOf(user), 'content-type': 'video/mp4', 'content-length': bytes, 'if-none-match': '*' },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (data) => (text += data));
      response.on('end', () => (response.statusCode < 300 ? resolve() : reject(new Error(`${response.statusCode}: ${text}`))));
    });
    let left = bytes;
    const write = () => {
      while (left > 0) {
        const more = sent.write(left >= piece.length ? piece : piece.subarray(0, left));
        left -= Math.min(left, piece.length);
        if (!more) return sent.once('drain', write);
      }
      return sent.end();
    };
    write();
  });
}

async function take(url, path, user) {
  let bytes = 0;
  for await (const chunk of (await ok(await asked(url, path, user))).body) bytes += chunk.length;
  return bytes;
}

/** Megabytes by which the process grew at most, with the file on its way in and on its way out. */
async function passing(instance, bytes) {
  const { url } = instance.said;
  const growth = async (work) => {
    await instance.ask('memory');
    const { most: before } = await instance.ask('memory');
    await work();
    return ((await instance.ask('memory')).most - before) / 1e6;
  };
  // Once before, for the code and the buffers of a process that has carried none yet.
  await bring(url, '/files/first', 'user-1', 20_000_000);
  await take(url, '/files/first', 'user-1');
  return {
    in: await growth(() => bring(url, '/files/film', 'user-1', bytes)),
    out: await growth(async () => {
      const taken = await take(url, '/files/film', 'user-1');
      if (taken !== bytes) throw new Error(`${taken} bytes came back.`);
    }),
  };
}

export async function benchLibrary({ users, records, perSecond, seconds, fileBytes }) {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-bench-'));
  const database = server.database();
  const instances = [await start('./library-instance.mjs', [database, folder]), await start('./library-instance.mjs', [database, folder])];
  const load = await start('./library-load.mjs');
  try {
    const urls = instances.map(({ said }) => said.url.replace(/\/$/, ''));
    // The first request makes the tables.
    await ok(await asked(urls[0], '/changes', 'nobody'));
    fill(database, { users, records });
    const list = { url: urls[0], users, seconds, warmSeconds: 5 };
    const news = await load.ask({ ...list, perSecond, path: `/v1/library/changes?since=bench.${records - 20}` });
    const first = await load.ask({ ...list, perSecond: perSecond / 10, path: '/v1/library/changes' });
    const heard = await heardElsewhere(urls, 100);
    return { news, first, heardMs: heard[98], passing: await passing(instances[0], fileBytes) };
  } finally {
    for (const process of [...instances, load]) process.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
