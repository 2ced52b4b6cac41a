// A page whose conversation is stored: its session, which ends with the test, and what it connects with.
import { afterEach } from 'node:test';

import { createRealtimeSession } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions, Storage } from 'voxreel';

import { scriptedTransport } from './scripted-transport.js';

const open: RealtimeSession[] = [];
afterEach(() => {
  for (const session of open.splice(0)) session.close();
});

export function storedPage(storage: Storage, more: Partial<RealtimeSessionOptions> = {}) {
  const transport = scriptedTransport();
  const errors: string[] = [];
  const session = createRealtimeSession({
    baseUrl: 'http://service.test',
    model: 'm',
    getToken: async () => 'secret-token',
    transports: [transport],
    storage,
    ...more,
  });
  open.push(session);
  session.on('error', ({ code }) => errors.push(code));
  return { session, transport, errors };
}
