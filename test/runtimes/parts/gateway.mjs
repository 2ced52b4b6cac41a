import { createGateway } from 'voxreel/server';

import { check, equal, eventually } from '../check.mjs';

const site = 'https://www.example.org';

/** As a plain function from request to answer: a video, a token, and those it refuses. */
export async function gateway({ serviceUrl, key }) {
  const lines = [];
  const answer = createGateway({
    upstream: { baseUrl: serviceUrl, apiKey: key },
    authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined),
    origins: [site],
    content: 'proxy',
    log: (entry) => lines.push(entry),
  });
  const ask = (path, body, headers = {}) =>
    answer(
      new Request(new URL(path, site), {
        headers: { cookie: 'user=ann', origin: site, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  const draft = { model: 'vidu-q2', prompt: 'A heron over water', duration: 1, width: 64, height: 64 };

  equal((await ask('/v1/video/generations', draft, { cookie: '' })).status, 401, 'nobody');
  equal((await ask('/v1/video/generations', draft, { origin: 'https://elsewhere.example' })).status, 403, 'a page of elsewhere');

  const created = await ask('/v1/video/generations', draft, { 'idempotency-key': 'once' });
  equal(created.status, 200, 'creating a task');
  const { task_id: id } = await created.json();
  const task = await eventually(async () => {
    const now = await (await ask(`/v1/video/generations/${id}`)).json();
    check(['queued', 'processing', 'succeeded'].includes(now.status), `the task is ${JSON.stringify(now)}`);
    return now.status === 'succeeded' ? now : undefined;
  }, 'A finished task');
  const part = await ask(task.url, undefined, { range: 'bytes=0-99' });
  equal([part.status, (await part.arrayBuffer()).byteLength], [206, 100], 'a part of the file, through the gateway');

  const minted = await ask('/v1/realtime/sessions', { model: 'rehearsal' });
  equal([minted.status, typeof (await minted.json()).client_secret.value], [200, 'string'], 'minting a token');
  check(/voxreel_tokens_total 1\n/.test(answer.metrics()), 'the token was not counted');
  check(
    lines.some(({ status }) => status === 401),
    'the refusal was not logged',
  );
}
