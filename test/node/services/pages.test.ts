// Two services' videos in a real Chromium, one that gives links and one that hands the file out itself. `npm run test:more` has all of both.
import { falJudge } from './fal-judge.js';
import { openRouterJudge } from './open-router-judge.js';
import { pageSuite } from './page-suite.js';

pageSuite([falJudge, openRouterJudge], 'success');
