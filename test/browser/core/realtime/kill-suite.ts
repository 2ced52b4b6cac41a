// Cut at every event of a recorded conversation: afterwards it reads as the uncut one, and each function was executed once.
import { expect } from '@open-wc/testing';

import { converse, disarm, inParallel, type Run } from './kill-run.js';
import { needing } from '../../../engines/lacks.js';

export function killSuite(transport: 'websocket' | 'webrtc', atOnce: number): void {
  needing(transport).describe(`over ${transport}, cut at every event of the service`, () => {
    let whole: Run;

    before(async function () {
      this.timeout(60_000);
      await disarm();
      whole = await converse(transport);
    });

    after(() => disarm());

    it('is a conversation of six items with a function call when nothing is cut', () => {
      expect(whole.lines.map((line) => line.split(':')[0])).to.deep.equal([
        'user message completed',
        'assistant message completed',
        'user message completed',
        'assistant function_call completed',
        'tool function_call_output completed',
        'assistant message completed',
      ]);
      expect(whole.executed).to.equal(1);
      expect(whole.connections).to.equal(1);
      expect(whole.errors).to.deep.equal([]);
    });

    it('reads the same afterwards, with the function executed once', async function () {
      // Each run has a limit of its own; all together take as long as the machine needs.
      this.timeout(800_000);
      const failures: string[] = [];
      let cuts = 0;
      await inParallel(whole.events, atOnce, async (index) => {
        try {
          const run = await converse(transport, index);
          cuts += run.connections - 1;
          if (JSON.stringify(run.lines) !== JSON.stringify(whole.lines))
            failures.push([`cut at ${index}: ${run.lines.join(' | ')}`, ...run.trace].join('\n'));
          if (run.executed !== 1) failures.push(`cut at ${index}: executed ${run.executed} times`);
          if (run.errors.length > 0) failures.push(`cut at ${index}: ${run.errors.join('; ')}`);
        } catch (cause) {
          failures.push(cause instanceof Error ? cause.message : String(cause));
        }
      });
      console.log(`${transport}: ${whole.events} events, ${cuts} cuts`);
      expect(failures.join('\n')).to.equal('');
      expect(cuts).to.be.at.least(whole.events);
    });
  });
}
