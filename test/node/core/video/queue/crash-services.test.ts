// The page is killed before the gateway before another maker: nothing is lost, and the maker makes each video once. `npm run test:more` kills longer.
import { falJudge } from '../../../services/fal-judge.js';
import { videosApiJudge } from '../../../services/videos-api-judge.js';
import { startCrashGateway } from './crash-gateway.js';
import { crashSuite } from './crash-suite.js';

for (const judge of [falJudge, videosApiJudge])
  crashSuite(` before ${judge.id}`, () => startCrashGateway(judge), { modes: [], instants: 6, mayKeep: false, timeoutMs: 580_000 });
