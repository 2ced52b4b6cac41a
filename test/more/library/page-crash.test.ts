// A page that keeps its videos in an account, killed at everything it waits for and at fifty instants: every other device has the same in the end.
import { crashAccountSuite } from '../../node/core/video/queue/account-pages.js';

const gates = ['before POST', 'after POST', 'before PUT', 'after PUT', 'complete of transaction'];

crashAccountSuite({
  modes: [
    { what: 'submit, poll and synchronize', idempotent: false, keep: false, gates },
    { what: 'submit, poll and synchronize, with keys that the gateway knows', idempotent: true, keep: false, gates },
  ],
  instants: 50,
  everyGate: true,
  timeoutMs: 800_000,
});
