// Every service with a judge: the shared suite runs over all of them.
import { falJudge } from './fal-judge.js';
import type { Judge } from './judge.js';
import { runwayJudge } from './runway-judge.js';
import { lumaJudge } from './luma-judge.js';
import { miniMaxJudge } from './mini-max-judge.js';
import { dashScopeJudge } from './dash-scope-judge.js';
import { klingJudge } from './kling-judge.js';
import { videosApiJudge } from './videos-api-judge.js';

export const judges: readonly Judge[] = [falJudge, runwayJudge, lumaJudge, miniMaxJudge, dashScopeJudge, klingJudge, videosApiJudge];
