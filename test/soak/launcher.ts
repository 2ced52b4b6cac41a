// A launcher that is opened and closed a thousand times, as each of its variants, at rest and in calls; what can be counted is counted between rounds.
import { atRest, judgeEnd, judgeLevels } from './judge-page.js';
import { setStage, type Measure, type Stage } from './stage.js';
import { createVerdict, kilobytes } from './verdict.js';

const rounds = 16;
/** The launcher is taken away and put back after so many rounds. */
const roundsOfLife = 8;
/** Of each round, how many in a call. */
const inCall = 6;

export async function soakLauncher(times: number): Promise<readonly string[]> {
  const verdict = createVerdict('launcher');
  const stage = await setStage();
  try {
    const bare = await stage.measure();
    const perRound = Math.ceil(times / rounds);
    await begin(stage);
    await oneRound(stage, perRound);
    await end(stage);
    const [measures, ends]: [Measure[], Measure[]] = [[], []];
    let opened = 0;
    for (let at = 0; at < rounds; at++) {
      if (at % roundsOfLife === 0) await begin(stage);
      opened += await oneRound(stage, perRound);
      measures.push(await stage.measure());
      console.log(`launcher: opened ${String(opened)} times, heap ${String(kilobytes(measures.at(-1)?.heapBytes ?? 0))} kB`);
      if ((at + 1) % roundsOfLife > 0) continue;
      await end(stage);
      ends.push(await atRest(stage));
    }
    verdict.claim(`it was opened and closed ${String(times)} times`, opened >= times);
    judgeLevels(verdict, measures);
    judgeEnd(verdict, bare, ends);
    verdict.claim(['the page reported no error', ...stage.problems.slice(0, 3)].join(' | '), stage.problems.length === 0);
  } finally {
    await stage.close();
  }
  return verdict.end();
}

async function begin({ page }: Stage): Promise<void> {
  await page.evaluate(async () => {
    const element = document.createElement('realtime-voice');
    Object.assign(element, { launcher: 'Talk', baseUrl: '/', model: 'rehearsal', transport: 'websocket' });
    document.body.append(element);
    while (!element.shadowRoot?.querySelector('.opener')) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

const end = ({ page }: Stage) => page.evaluate(() => document.querySelector('realtime-voice')?.remove());

/** Gives how often it was opened and closed. */
const oneRound = ({ page }: Stage, times: number): Promise<number> =>
  page.evaluate(
    async (all, calling) => {
      const element = document.querySelector('realtime-voice');
      const root = element?.shadowRoot;
      if (!element || !root) throw new Error('There is no launcher.');
      const until = async (holds: () => boolean, what: string) => {
        for (const ends = performance.now() + 60_000; !holds();) {
          if (performance.now() > ends) throw new Error(`Never so: ${what}`);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      };
      const isShown = () => root.querySelector('dialog[open]') !== null;
      const openAndClose = async (at: number) => {
        element.variant = (['panel', 'compact', 'full'] as const)[at % 3];
        await element.updateComplete;
        if (at % 2 === 0) root.querySelector<HTMLElement>('.opener')?.click();
        else element.openPanel();
        await until(isShown, 'open');
        await until(() => root.querySelector('dialog[open] :is(.top, .bar)') !== null, 'the panel');
        element.closePanel();
        await until(() => !isShown(), 'closed');
      };
      for (let at = 0; at < all; at++) {
        if (at === all - calling) {
          await element.connect();
          await until(() => element.session?.phase === 'open', 'a call');
        }
        await openAndClose(at);
      }
      element.disconnect();
      await until(() => element.session?.phase !== 'open', 'the end of the call');
      await element.newConversation();
      return all;
    },
    times,
    Math.min(inCall, times),
  );
