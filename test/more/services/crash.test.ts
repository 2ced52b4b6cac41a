// Fifty pages killed before each of two makers, and one at everything that a page waits for: nothing is lost, and each video is made once.
import { startCrashGateway } from '../../node/core/video/queue/crash-gateway.js';
import { crashSuite } from '../../node/core/video/queue/crash-suite.js';
import { falJudge } from '../../node/services/fal-judge.js';
import { videosApiJudge } from '../../node/services/videos-api-judge.js';

const gates = ['before POST', 'after POST'];

for (const judge of [falJudge, videosApiJudge])
  crashSuite(` before ${judge.id}`, () => startCrashGateway(judge), {
    modes: [
      { what: 'submit and poll', idempotent: false, keep: false, gates: [...gates, 'complete of transaction', 'after GET'] },
      { what: 'submit and poll, with keys that the gateway knows', idempotent: true, keep: false, gates },
    ],
    instants: 50,
    everyGate: true,
    mayKeep: false,
    timeoutMs: 800_000,
  });
