import { createGateway } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

import { equal } from '../check.mjs';
import { openSession } from '../open-session.mjs';

/** On HTTP: a ticket opens one session, which ends when the gateway drains. */
export async function relay({ serviceUrl, key }) {
  const gateway = createGateway({
    upstream: { baseUrl: serviceUrl, apiKey: key },
    authorize: () => ({ id: 'ann' }),
    origins: [],
  });
  const served = await serve(gateway, { port: 0 });
  try {
    const ticket = await ticketOf(served.url);
    const opened = await openSession(served.url, ticket);
    equal(opened.type, 'session.created', 'the first event over the relay');
    equal(served.relays, 1, 'relays');
    equal((await openSession(served.url, ticket)).type, 'refused', 'the same ticket again');
    const ended = opened.closed;
    await served.drain({ timeoutMs: 5000 });
    equal(await ended, 1001, 'the close code of a gateway that drains');
  } finally {
    await served.close();
  }
}

async function ticketOf(url) {
  const answer = await fetch(`${url}/v1/realtime/sessions`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'rehearsal' }),
  });
  equal(answer.status, 200, 'minting a ticket');
  return (await answer.json()).client_secret.value;
}
