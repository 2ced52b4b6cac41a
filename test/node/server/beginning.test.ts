// The lock and the page's configuration reach a service in one message where that is possible, and the lock goes first where it is not.
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';

import { createBeginning } from '../../../src/server/relay/beginning.js';
import { createSessionLock } from '../../../src/server/relay/session-lock.js';

const limits = { instructionsLength: 100 };
const fixed = { instructions: 'You sell shoes.', voice: 'echo' } as const;

function begun(nested = false) {
  const lock = createSessionLock({ policy: { fixed }, limits }, nested) ?? assert.fail('nothing is locked');
  const sent: unknown[] = [];
  const beginning = createBeginning(lock, (text) => sent.push(JSON.parse(text)));
  const pass = (event: object): void => void sent.push(JSON.parse(beginning.pass(JSON.stringify(event))));
  return { sent, pass, beginning };
}
const lockAlone = { type: 'session.update', event_id: 'event_gateway_lock', session: fixed };

describe('the beginning of a locked session', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());

  it('is one update, with what the page wants and what the site has fixed', () => {
    const { sent, pass } = begun();
    pass({ type: 'session.update', event_id: 'mine', session: { temperature: 1, voice: 'echo' } });
    pass({ type: 'session.update', event_id: 'later', session: { temperature: 0.5 } });
    mock.timers.tick(5000);
    assert.deepEqual(sent, [
      { ...lockAlone, session: { temperature: 1, ...fixed } },
      { type: 'session.update', event_id: 'later', session: { temperature: 0.5 } },
    ]);
  });

  it('is one update also where the page writes it flat, or nested as the newest dialect does', () => {
    const flat = begun();
    flat.pass({ type: 'session.update', event_id: 'mine', temperature: 1 });
    assert.deepEqual(flat.sent, [{ ...lockAlone, session: { temperature: 1, ...fixed } }]);
    const nested = begun(true);
    const audio = { input: { turn_detection: null }, output: { speed: 1 } };
    nested.pass({ type: 'session.update', session: { type: 'realtime', audio } });
    assert.deepEqual(nested.sent, [
      {
        type: 'session.update',
        event_id: 'event_gateway_lock',
        session: { type: 'realtime', instructions: 'You sell shoes.', audio: { ...audio, output: { speed: 1, voice: 'echo' } } },
      },
    ]);
  });

  it('is the lock, where the page begins with anything else', () => {
    const { sent, pass } = begun();
    pass({ type: 'response.create' });
    mock.timers.tick(5000);
    assert.deepEqual(sent, [lockAlone, { type: 'response.create' }]);
  });

  it('is the lock, where the page says nothing for a second', () => {
    const { sent, pass } = begun();
    mock.timers.tick(999);
    assert.deepEqual(sent, []);
    mock.timers.tick(1);
    pass({ type: 'session.update', session: { temperature: 1 } });
    assert.deepEqual(sent, [lockAlone, { type: 'session.update', session: { temperature: 1 } }]);
  });

  it('is nothing once the relay is over', () => {
    const { sent, beginning } = begun();
    beginning.end();
    mock.timers.tick(5000);
    assert.deepEqual(sent, []);
  });
});
