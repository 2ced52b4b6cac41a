// A maker played from its documentation: it keeps tasks, follows the plan of the test, and refuses what the documentation does not allow.
import { randomUUID } from 'node:crypto';

import { faultyWay, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

export type Body = Readonly<Record<string, unknown>>;

/** A task as it stands when it is spoken of. */
export interface StubTask {
  readonly id: string;
  readonly state: 'waiting' | 'working' | 'done' | 'failed' | 'cancelled';
  readonly url: string;
  readonly message: string;
  readonly code?: string;
}

export interface Refused {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
}

/** What a request asks of the maker. */
export type Call = { readonly to: 'create' } | { readonly to: 'query' | 'cancel'; readonly id: string };

export interface Maker extends Omit<Judge, 'start' | 'stop' | 'plan'> {
  knows(headers: Readonly<Record<string, string>>): boolean;
  read(request: Passed): Call | undefined;
  /** Answers to requests that are about no task. */
  besides?(request: Passed): Said | undefined;
  /** What is wrong with a new task; undefined for one that the documentation allows. */
  forbids(body: Body, request: Passed): string | undefined;
  says(task: StubTask, to: Call['to']): Said;
  refuses(refused: Refused): Said;
}

/** The first field that is not among `allowed`. */
export const stray = (body: unknown, allowed: readonly string[]): string | undefined => {
  const found = Object.keys(Object(body)).find((name) => !allowed.includes(name));
  return found === undefined ? undefined : `Unknown field ${found}.`;
};

export function stubJudge({ knows, read, besides, forbids, says, refuses, ...judge }: Maker): Judge {
  interface Kept {
    readonly id: string;
    readonly plan: Plan;
    asked: number;
    cancelled: boolean;
  }
  const tasks = new Map<string, Kept>();
  let way: FaultyWay;
  let plan: Plan = { ends: 'never' };

  function stateOf({ plan: { ends }, asked, cancelled }: Kept): StubTask['state'] {
    if (cancelled) return 'cancelled';
    if (asked < 2) return 'waiting';
    if (asked < 3 || ends === 'never') return 'working';
    return ends === 'well' ? 'done' : 'failed';
  }

  function spoken(kept: Kept): StubTask {
    const { id, plan: it } = kept;
    const url = it.ends === 'well' ? it.url : '';
    const said = it.ends === 'badly' ? { message: it.message, ...(it.code === undefined ? {} : { code: it.code }) } : { message: '' };
    return { id, state: stateOf(kept), url, ...said };
  }

  function answer(request: Passed): Said {
    // Signed addresses: dead, and none of the key's business.
    if (request.path === '/expired.mp4') return { status: request.headers['authorization'] === undefined ? 403 : 200 };
    if (!knows(request.headers)) return refuses({ status: 401, message: 'No such key.' });
    const other = besides?.(request);
    if (other !== undefined) return other;
    const call = read(request);
    if (call === undefined) return refuses({ status: 404, message: `There is no ${request.method} ${request.path}.` });
    if (call.to === 'create') {
      const wrong = forbids(JSON.parse(request.body) as Body, request);
      if (wrong !== undefined) return refuses({ status: 400, message: wrong });
      if (plan.ends === 'refused') return refuses(plan);
      const made: Kept = { id: randomUUID(), plan, asked: 0, cancelled: false };
      tasks.set(made.id, made);
      return says(spoken(made), 'create');
    }
    const kept = tasks.get(call.id);
    if (kept === undefined) return refuses({ status: 404, message: 'No such task.' });
    if (call.to === 'query') kept.asked += 1;
    else kept.cancelled = true;
    return says(spoken(kept), call.to);
  }

  return {
    ...judge,
    async start() {
      way = await faultyWay('', { instead: answer });
      return way.url;
    },
    stop: () => way.close(),
    plan(next) {
      plan = next;
    },
  };
}
