// Both elements on one page for as long as an hour of talk and ten thousand videos take, at once; what can be counted is counted between rounds.
// The clock is fast: sound comes a hundred times faster than it plays, and most answers are cut; minutes are minutes of sound. A video is
// finished after a few questions, which are asked at once.
import { atRest, judgeEnd, judgeLevels, total } from './judge-page.js';
import { setStage, type Measure, type Stage } from './stage.js';
import type { TalkPage, Told } from './talk-page.js';
import { createVerdict, kilobytes, type Verdict } from './verdict.js';
import type { VideoPage, VideosTold } from './video-page.js';

type Scope = typeof globalThis & { soakTalk: TalkPage; soakVideo: VideoPage };

const rounds = 16;
/** The elements are taken away and put back after so many rounds: what the first such life left, the second may not add to. */
const roundsOfLife = 8;
/** Rounds from one that ends over WebRTC, in real time, to the next. */
const realTimeEvery = 4;
/** Each round ends with a conversation of so many turns: of the last one something may stay, and be as large as it was. */
const lastTurns = 4;
const minuteMs = 60_000;
/** So much sound has everything in it that happens in a talk. */
const allOnceMs = 5 * minuteMs;

interface Round {
  readonly talk: readonly Told[];
  readonly videos: VideosTold;
}

export async function soakElements(minutes: number, tasks: number): Promise<readonly string[]> {
  const verdict = createVerdict('elements');
  const stage = await setStage();
  const startedAt = Date.now();
  try {
    const bare = await stage.measure();
    await begin(stage);
    await oneRound(stage, allOnceMs, Math.min(100, tasks), true);
    await end(stage);
    const [done, measures, ends]: [Round[], Measure[], Measure[]] = [[], [], []];
    for (let at = 0; at < rounds; at++) {
      if (at % roundsOfLife === 0) await begin(stage);
      done.push(await oneRound(stage, (minutes * minuteMs) / rounds, Math.ceil(tasks / rounds), at % realTimeEvery === 0));
      measures.push(await stage.measure());
      console.log(`elements: ${told(at, done, measures, startedAt)}`);
      if ((at + 1) % roundsOfLife > 0) continue;
      await end(stage);
      ends.push(await atRest(stage));
    }
    judgeRounds(verdict, done, minutes, tasks);
    judgeLevels(verdict, measures);
    judgeEnd(verdict, bare, ends);
    // What a service refuses, the browser writes into its console by itself.
    const problems = stage.problems.filter((problem) => !problem.includes('Failed to load resource'));
    verdict.claim(['the page reported no error', ...problems.slice(0, 3)].join(' | '), problems.length === 0);
  } finally {
    await stage.close();
  }
  return verdict.end();
}

async function begin({ page, servers }: Stage): Promise<void> {
  await page.evaluate(async (videos) => {
    const { soakTalk, soakVideo } = globalThis as Scope;
    await soakTalk.begin();
    await soakVideo.begin(videos);
  }, servers.videos);
}

async function end({ page }: Stage): Promise<void> {
  await page.evaluate(() => {
    const { soakTalk, soakVideo } = globalThis as Scope;
    soakTalk.end();
    soakVideo.end();
  });
}

async function oneRound({ page, ask }: Stage, soundMs: number, tasks: number, realTime: boolean): Promise<Round> {
  await ask({ cutConnections: 8 });
  const talking = page.evaluate((ms) => (globalThis as Scope).soakTalk.converse('websocket', Infinity, ms), soundMs);
  const making = page.evaluate((count) => (globalThis as Scope).soakVideo.batch(count), tasks);
  const [talk, videos] = await Promise.all([talking, making]);
  await ask({ cutConnections: 0 });
  const last = await page.evaluate(
    (transport, turns) => (globalThis as Scope).soakTalk.converse(transport, turns, Infinity),
    realTime ? ('webrtc' as const) : ('websocket' as const),
    lastTurns,
  );
  return { talk: [talk, last], videos };
}

function told(at: number, done: readonly Round[], measures: readonly Measure[], startedAt: number): string {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const minutes = total(done.flatMap(({ talk }) => talk.map(({ soundMs }) => soundMs))) / minuteMs;
  const { heapBytes = 0, server } = measures.at(-1) ?? {};
  const heaps = `heap ${String(kilobytes(heapBytes))} kB, of the servers ${String(kilobytes(server?.heapBytes ?? 0))} kB`;
  return `round ${String(at + 1)} of ${String(rounds)}: ${minutes.toFixed(1)} minutes, ${String(total(done.map(({ videos }) => videos.sent)))} tasks, ${heaps}, ${String(seconds)} s`;
}

function judgeRounds(verdict: Verdict, done: readonly Round[], minutes: number, tasks: number): void {
  const talk = done.flatMap((round) => round.talk);
  const sum = (name: 'turns' | 'soundMs' | 'items' | 'reconnects' | 'takeOvers' | 'cut' | 'calls') => total(talk.map((each) => each[name]));
  const videos = (name: Exclude<keyof VideosTold, 'ended'>) => total(done.map((round) => round.videos[name]));
  const ended: Record<string, number> = {};
  for (const round of done) for (const [status, count] of Object.entries(round.videos.ended)) ended[status] = (ended[status] ?? 0) + count;
  const stuck = talk.flatMap((each) => each.stuck);
  console.log('\nelements: what happened');
  console.table({
    'minutes of sound': Math.round(sum('soundMs') / minuteMs),
    ...Object.fromEntries((['turns', 'items', 'reconnects', 'takeOvers', 'cut', 'calls'] as const).map((name) => [name, sum(name)])),
    ...Object.fromEntries(
      (['sent', 'kept', 'played', 'removed', 'undone', 'groups', 'continued', 'waited'] as const).map((name) => [
        `videos ${name}`,
        videos(name),
      ]),
    ),
    ...ended,
  });
  verdict.claim(['every turn had its end', ...stuck.slice(0, 5)].join(' | '), stuck.length === 0);
  verdict.claim(
    `${String(minutes)} minutes sounded, and ${String(tasks)} tasks were sent`,
    sum('soundMs') >= minutes * minuteMs && videos('sent') >= tasks,
  );
  verdict.claim(
    'every group was sent, every chain goes on and every draft that waited was sent',
    videos('groups') === done.length && videos('continued') === 2 * done.length && videos('waited') === 3 * done.length,
  );
  // In less than a minute a round there is no time for all of it.
  if (minutes < rounds) return;
  const rare = [
    ...(['reconnects', 'takeOvers', 'cut', 'calls'] as const).map(sum),
    ...(['played', 'removed', 'undone'] as const).map(videos),
  ];
  verdict.claim(
    'lines were cut, sessions taken over, answers cut, functions called, videos played, removed and taken back',
    rare.every((times) => times > 0),
  );
}
