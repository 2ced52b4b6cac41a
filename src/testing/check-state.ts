// Is a state of the gateway right? Uses it as several instances would, under names of its own.
import type { GatewayState } from '../server/state/state.js';

/** How `checkState` opens a state. */
export interface StateFixtures {
  /** Opened again each time, as each instance does; what one keeps the others see. */
  open(): GatewayState | Promise<GatewayState>;
  /** Lets so many milliseconds pass. Default: waits. */
  pass?(ms: number): void | Promise<void>;
}

/** `lifeMs`: how long what is kept lives. `pass`: until that, or another time, has surely ended. */
type Check = (
  one: GatewayState,
  other: GatewayState,
  name: string,
  lifeMs: number,
  pass: (ms?: number) => Promise<void>,
) => AsyncGenerator<string>;

/** What is wrong, in words; an empty list when nothing is. Never throws for what the state does. */
export async function checkState(fixtures: StateFixtures): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const [what, check] of Object.entries(checks)) {
    let found = await findingsOf(what, check, shortMs, fixtures);
    // Nothing can be said of a state that was asked so slowly that what it kept had ended meanwhile.
    if (found.findings.length > 0 && found.tookMs > shortMs) found = await findingsOf(what, check, longMs, fixtures);
    findings.push(...found.findings);
  }
  return findings;
}

/** `tookMs`: without the time that was let pass. */
async function findingsOf(
  what: string,
  check: Check,
  lifeMs: number,
  fixtures: StateFixtures,
): Promise<{ readonly findings: string[]; readonly tookMs: number }> {
  const findings: string[] = [];
  const name = `check:${what}:${crypto.randomUUID()}`;
  let waitedMs = 0;
  const pass = async (ms = lifeMs) => {
    const from = performance.now();
    await (fixtures.pass ?? waited)(ms + graceMs);
    waitedMs += performance.now() - from;
  };
  const from = performance.now();
  try {
    const [one, other] = [await fixtures.open(), await fixtures.open()];
    for await (const finding of check(one, other, name, lifeMs, pass)) findings.push(`${what}: ${finding}`);
    for (const state of [one, one, other]) await state.close();
  } catch (cause) {
    findings.push(`${what}: fails: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return { findings, tookMs: performance.now() - from - waitedMs };
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const [shortMs, longMs] = [400, 10_000];
/** So much longer than a life is it surely over. */
const graceMs = 100;
const count = <T>(list: readonly T[], sought: T): number => list.filter((value) => Object.is(value, sought)).length;
/** Names and values are text of any kind. */
const odd = 'a\u0000b\r\n{é} 🦊 "__proto__"';

const checks: Readonly<Record<string, Check>> = {
  async *put(one, other, name, lifeMs, pass) {
    if ((await other.get(name)) !== undefined) yield 'get() gives something for a name that was never kept.';
    await one.put(name, odd, lifeMs);
    if ((await other.get(name)) !== odd) yield 'get() does not give what another instance has put.';
    await other.put(name, 'second', lifeMs);
    if ((await one.get(name)) !== 'second') yield 'put() does not replace what was there.';
    await one.put(name + odd, '', lifeMs * 10);
    await pass();
    if ((await one.get(name)) !== undefined) yield 'an entry outlives its time.';
    if ((await other.get(name + odd)) !== '') yield 'an empty value is lost, or an entry ends before its time.';
    await other.remove(name + odd);
    await other.remove(name + odd);
    if ((await one.get(name + odd)) !== undefined) yield 'remove() leaves the entry.';
  },
  async *take(one, other, name, lifeMs, pass) {
    await one.put(name, 'value', lifeMs);
    const taken = await Promise.all([one, other, one, other].map((state) => state.take(name)));
    if (count(taken, 'value') !== 1 || count(taken, undefined) !== 3) yield `of four takers at once ${count(taken, 'value')} got it.`;
    await one.put(name, 'value', lifeMs);
    await pass();
    if ((await other.take(name)) !== undefined) yield 'an entry can be taken after its time.';
  },
  async *claim(one, other, name, lifeMs, pass) {
    const answers = await Promise.all([one, other, one, other].map((state, at) => state.claim(name, `claim ${at}`, lifeMs)));
    const kept = await one.get(name);
    if (count(answers, undefined) !== 1) yield `of four claims at once ${count(answers, undefined)} were the first.`;
    if (count(answers, kept) !== 3) yield 'the later ones are not given what the first has kept.';
    await other.put(name, 'answer', lifeMs);
    if ((await one.claim(name, 'late', lifeMs)) !== 'answer') yield 'put() does not replace what was claimed.';
    await pass();
    if ((await one.claim(name, 'again', lifeMs)) !== undefined) yield 'a claim outlives its time.';
    await one.remove(name);
    if ((await other.claim(name, 'again', lifeMs)) !== undefined) yield 'what was removed cannot be claimed.';
  },
  async *consume(one, other, name, lifeMs, pass) {
    const allowance = { points: 3, perMs: Math.max(lifeMs, 1000) };
    const answers = await Promise.all([one, other, one, other, one].map((state) => state.consume(name, allowance)));
    const refused = answers.filter(({ allowed }) => !allowed);
    if (refused.length !== 2) yield `of five at once ${5 - refused.length} are allowed, not 3.`;
    if (refused.some(({ retryAfterMs }) => !(retryAfterMs > 0 && retryAfterMs <= allowance.perMs)))
      yield 'retryAfterMs is not within the time.';
    if (!(await one.consume(`${name} other`, allowance)).allowed) yield 'another name is counted with it.';
    await pass(allowance.perMs);
    const after = await other.consume(name, allowance);
    if (!after.allowed || after.retryAfterMs !== 0) yield 'it is not allowed again after its time.';
  },
  async *acquire(one, other, name, lifeMs, pass) {
    const places = { atOnce: 2, ttlMs: lifeMs };
    const taken = await Promise.all(['a', 'b', 'c', 'd'].map((holder, at) => (at % 2 ? one : other).acquire(name, holder, places)));
    if (count(taken, true) !== 2) yield `of 2 places ${count(taken, true)} are given.`;
    const holders = ['a', 'b', 'c', 'd'].filter((_, at) => taken[at]);
    for (const holder of holders) if (!(await other.acquire(name, holder, places))) yield 'a place cannot be prolonged by its holder.';
    await one.release(name, holders[0] ?? '');
    await one.release(name, 'nobody');
    if (!(await other.acquire(name, 'e', places))) yield 'a place that was given back is not free.';
    if (await one.acquire(name, 'f', places)) yield 'release() frees more than its own place.';
    await pass();
    if (!(await one.acquire(name, 'g', places))) yield 'a place outlives its time.';
  },
  async *add(one, other, name, lifeMs, pass) {
    if (one.add === undefined || other.add === undefined) return;
    const limit = { most: 10, ttlMs: lifeMs };
    const answers = await Promise.all([one, other, one, other].map(async (state) => state.add?.(name, 4, limit)));
    if (answers.filter((answer) => answer?.added === true).length !== 2) yield 'of four times 4 at once not just two stay within 10.';
    if ((await other.add(name, 0, limit)).sum !== 8) yield 'what was refused is added all the same, or 0 changes the sum.';
    await one.add(name, -3, limit);
    if ((await other.add(name, 5, limit)).sum !== 10) yield 'a negative amount is not taken off, or the sum may not reach its limit.';
    if ((await one.add(name, -99, limit)).sum !== 0) yield 'the sum falls below 0.';
    await one.add(name, 10, limit);
    await pass();
    if ((await other.add(name, 0, limit)).sum !== 0) yield 'a sum outlives its time.';
  },
  async *healthy(one) {
    if (!(await one.healthy())) yield 'healthy() is not true.';
  },
};
