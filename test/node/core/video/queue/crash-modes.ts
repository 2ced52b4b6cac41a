// What a page does when it is killed, before the service that knows what each page sent.
import type { CrashMode } from './crash-suite.js';

export const crashModes: readonly CrashMode[] = [
  {
    what: 'submit and poll',
    idempotent: false,
    keep: false,
    gates: ['before POST', 'after POST', 'complete of transaction', 'after GET'],
  },
  { what: 'submit and poll, by a service that knows keys', idempotent: true, keep: false, gates: ['before POST', 'after POST'] },
  { what: 'submit while offline', idempotent: false, keep: false, offline: true, gates: ['before POST', 'after POST', 'lock taken'] },
  {
    what: 'submit a group that continues another video',
    idempotent: false,
    keep: false,
    chained: true,
    gates: ['before POST', 'after POST', 'complete of transaction', 'after GET'],
  },
  { what: 'keep', idempotent: false, keep: true, gates: ['before GET', 'bytes of a file', 'complete of transaction', 'poster'] },
];
