// The page is killed at everything it waits for, and at any instant: nothing is lost, and nothing is paid twice.
// `CRASHES=50 node --test .build/test/node/core/video/queue/crash-matrix.test.js` kills at fifty instants; `npm test` at ten.
import { startCrashService } from './crash-service.js';
import { crashSuite } from './crash-suite.js';

crashSuite('', startCrashService, {
  instants: Number(process.env['CRASHES'] ?? 10),
  mayKeep: true,
  timeoutMs: 580_000,
  modes: [
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
  ],
});
