// `npx voxreel` as the program of a runtime starts it, asked from outside: the page, a video, a session, and an end that is clean.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { check, equal, eventually } from './check.mjs';
import { openSession } from './open-session.mjs';

const bin = fileURLToPath(new URL('../../dist/local/bin.js', import.meta.url));

export async function start([program, ...words]) {
  const { PATH, HOME } = process.env;
  const child = spawn(program, [...words, bin, '--port', '0'], { env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  let end;
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve((end = signal ?? code))));
  try {
    const url = await eventually(() => {
      check(end === undefined, `it ended with ${end}`);
      return /demo page: (http:\/\/[\w.:]+)/.exec(output)?.[1];
    }, 'The address of the page');
    await visit(url);
    child.kill('SIGTERM');
    equal(await Promise.race([ended, eventually(() => undefined, 'An end after SIGTERM', 10_000)]), 0, 'the end after SIGTERM');
  } catch (error) {
    throw new Error(`${error.message}\n${output}`, { cause: error });
  } finally {
    child.kill('SIGKILL');
  }
}

async function visit(url) {
  const page = await fetch(url);
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  equal([page.status, /<video-generator/.test(await page.text())], [200, true], 'the demo page');
  const headers = { origin: url, cookie, 'content-type': 'application/json' };
  const ask = (path, body) =>
    fetch(new URL(path, url), { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) });

  const created = await ask('/v1/video/generations', { model: 'vidu-q2', prompt: 'A heron', duration: 1, width: 64, height: 64 });
  equal(created.status, 200, 'creating a task');
  const { task_id: id } = await created.json();
  const { url: file } = await eventually(async () => {
    const task = await (await ask(`/v1/video/generations/${id}`)).json();
    check(['queued', 'processing', 'succeeded'].includes(task.status), `the task is ${JSON.stringify(task)}`);
    return task.status === 'succeeded' ? task : undefined;
  }, 'A finished task');
  check((await (await ask(file)).arrayBuffer()).byteLength > 1000, 'the file is too short');

  const minted = await ask('/v1/realtime/sessions', { model: 'rehearsal' });
  const opened = await openSession(url, (await minted.json()).client_secret.value);
  equal(opened.type, 'session.created', 'the first event of a session');
  opened.close();
}
