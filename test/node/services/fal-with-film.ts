// fal as its judge plays it, with a film behind the links that it gives: for tests that play what was made.
import { readFileSync } from 'node:fs';

import { falJudge } from './fal-judge.js';
import { faultyWay, type Passed } from './faulty-way.js';

export interface FalWithFilm {
  readonly url: string;
  /** A link of this maker, to plan a video with. */
  readonly film: string;
  /** What was sent to it. */
  readonly passed: readonly Passed[];
  stop(): Promise<void>;
}

export async function falWithFilm(): Promise<FalWithFilm> {
  const bytes = readFileSync('stories/media/lighthouse.webm');
  const film = { status: 200, bytes, headers: { 'content-type': 'video/webm', 'content-length': String(bytes.length) } };
  const way = await faultyWay(await falJudge.start(), { instead: ({ path }) => (path === '/film.webm' ? film : undefined) });
  return {
    url: way.url,
    passed: way.passed,
    film: `${way.url}/film.webm`,
    async stop() {
      await way.close();
      await falJudge.stop();
    },
  };
}
