// Twenty tabs before each of two makers, of which the one that asks ends ten times: the maker makes one video, and every tab that is left shows it.
import { falMeanwhile } from '../../node/core/video/queue/tabs-makers.js';
import { tabsSuite } from '../../node/core/video/queue/tabs-suite.js';
import { falJudge } from '../../node/services/fal-judge.js';
import { videosApiJudge } from '../../node/services/videos-api-judge.js';

const ends = ['crash', 'close', 'crash', 'close', 'crash', 'close', 'crash', 'close', 'crash', 'close'] as const;

tabsSuite(falJudge, { tabs: 20, ends, timeoutMs: 400_000, meanwhile: falMeanwhile });
tabsSuite(videosApiJudge, { tabs: 20, ends, timeoutMs: 400_000 });
