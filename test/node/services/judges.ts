// Every service with a judge: the shared suite runs over all of them.
import { arkJudge } from './ark-judge.js';
import { dashScopeJudge } from './dash-scope-judge.js';
import { falJudge } from './fal-judge.js';
import { geminiOmniJudge } from './gemini-omni-judge.js';
import { googleJudge } from './google-judge.js';
import type { Judge } from './judge.js';
import { klingJudge } from './kling-judge.js';
import { lumaJudge } from './luma-judge.js';
import { miniMaxJudge } from './mini-max-judge.js';
import { openRouterJudge } from './open-router-judge.js';
import { replicateJudge } from './replicate-judge.js';
import { runwayJudge } from './runway-judge.js';
import { videosApiJudge } from './videos-api-judge.js';
import { xaiJudge } from './xai-judge.js';

export const judges: readonly Judge[] = [
  arkJudge,
  dashScopeJudge,
  falJudge,
  geminiOmniJudge,
  googleJudge,
  klingJudge,
  lumaJudge,
  miniMaxJudge,
  openRouterJudge,
  replicateJudge,
  runwayJudge,
  videosApiJudge,
  xaiJudge,
];
