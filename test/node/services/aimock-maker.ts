// A maker of videos as aimock plays it, behind a way that says in its place what aimock does not know.
import { LLMock } from '@copilotkit/aimock';

import { faultyWay, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

export interface AimockMaker extends Pick<Judge, 'start' | 'stop'> {
  readonly mock: LLMock;
  /** The next request with this prompt gets the refusal of the plan. */
  refuse(prompt: string, plan: Extract<Plan, { readonly ends: 'refused' }>): void;
}

/** `options`: how its tasks go on. `instead`: undefined where aimock answers. */
export function aimockMaker(options: ConstructorParameters<typeof LLMock>[0], instead: (passed: Passed) => Said | undefined): AimockMaker {
  let mock: LLMock;
  let way: FaultyWay;
  return {
    get mock() {
      return mock;
    },
    async start() {
      mock = new LLMock({ ...options, port: 0 });
      await mock.start();
      way = await faultyWay(mock.url, { instead });
      return way.url;
    },
    async stop() {
      await way.close();
      await mock.stop();
    },
    refuse(prompt, { status, message, code }) {
      mock.on({ userMessage: prompt, endpoint: 'video' }, { error: { message, ...(code === undefined ? {} : { code }) }, status });
    },
  };
}
