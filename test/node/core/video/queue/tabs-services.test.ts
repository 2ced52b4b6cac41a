// A few tabs before the gateway before another maker: they ask as one, and one video is made. `npm run test:more` opens twenty.
import { falJudge } from '../../../services/fal-judge.js';
import { videosApiJudge } from '../../../services/videos-api-judge.js';
import { falMeanwhile } from './tabs-makers.js';
import { tabsSuite } from './tabs-suite.js';

tabsSuite(falJudge, { tabs: 3, ends: ['crash'], timeoutMs: 580_000, meanwhile: falMeanwhile });
tabsSuite(videosApiJudge, { tabs: 3, ends: ['close'], timeoutMs: 580_000 });
