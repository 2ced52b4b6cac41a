// Which tab of several leads: one in view rather than one out of sight, and one that answers.
// Loaded when there is something to lead.
import { delay } from '../retry.js';
import { createLeaderLock } from './leader-lock.js';

export { webLocks } from './web-locks.js';

/** What tabs tell one another about the lead. */
export type LeadSign =
  /** The leader lives; is it out of sight, since when does it lead, and who is it to the locks, once it knows? */
  | { readonly kind: 'beat'; readonly hidden: boolean; readonly since: number; readonly client?: string | undefined }
  /** Who leads? */
  | { readonly kind: 'call' }
  /** Without Web Locks: this one would lead, and the highest of those who ask at once does. */
  | { readonly kind: 'bid'; readonly bid: number };

export interface LeadershipOptions {
  readonly name: string;
  /** Absent on plain http: the tabs then go by what they hear of one another alone. */
  readonly locks: LockManager | undefined;
  readonly say: (sign: LeadSign) => void;
  readonly onLead: (leading: boolean) => void;
}

export interface Leadership {
  /** While there is work the leader shows that it lives, and the others watch it. Idle tabs keep no timer. */
  watch(watching: boolean): void;
  heard(sign: LeadSign): void;
  /** Undefined, unless this page stood still so long that another may lead: then resolves once it has heard. */
  caughtUp(): Promise<void> | undefined;
  close(): void;
}

const beatMs = 250;
/** Silence of a leader after which it is called: a beat that waits behind other work, or a slow timer, is no reason to rob it. */
const callMs = 400;
/** Silence after which it counts as gone: with a beat and the time to take over, less than a second. */
const patienceMs = 600;
/** Of our own looks without a word of it: where the whole machine stood still for a moment, we did too. */
const patienceTicks = 3;
/** As long as it may take to hear of another's bid, or of the leader that was called. */
const answerMs = 150;

const holderOf = async (locks: LockManager, name: string) => (await locks.query()).held?.find((lock) => lock.name === name)?.clientId;
const hidden = () => document.visibilityState === 'hidden';

export function createLeadership({ name, locks, say, onLead }: LeadershipOptions): Leadership {
  let since = 0;
  let heardAt = Date.now();
  let missed = 0;
  let leaderHidden = false;
  let leaderClient: string | undefined;
  let ownClient: string | undefined;
  let calledAt: number | undefined;
  let tickedAt = Date.now();
  let catching: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let myBid: number | undefined;
  let bidHeardAt = 0;

  const beat = () => say({ kind: 'beat', hidden: hidden(), since, client: ownClient });
  /** From now on it is waited for again. */
  const wait = () => {
    heardAt = Date.now();
    missed = 0;
    calledAt = undefined;
  };
  const lock = createLeaderLock(locks, name, (leading) => {
    wait();
    if (leading) {
      // Never twice the same, so that of two one is the later.
      since = Date.now() + Math.random();
      beat();
    }
    onLead(leading);
  });
  const isAnswering = () => calledAt !== undefined && Date.now() - calledAt < answerMs;
  // Timers of a tab out of sight are too slow to count.
  const silent = () => !lock.leading && Date.now() - heardAt > patienceMs && (missed >= patienceTicks || hidden()) && !isAnswering();
  const outOfSight = () => !lock.leading && leaderHidden && !hidden();
  /** One challenger at a time, and only of the leader it means: where another leads by now, word of it may still be on its way. */
  const take = async (right: () => boolean) => {
    if (locks === undefined) return outbid(right);
    await locks.request(`${name}:heir`, { ifAvailable: true }, async (turn) => {
      if (turn === null) return;
      // A tab out of sight is often about to end: then its lock goes to the next in line, and is not to be taken from that one.
      if (right === outOfSight) await delay(answerMs);
      const holder = await holderOf(locks, name);
      if (!right()) return;
      if (leaderClient === undefined || leaderClient === holder) return lock.claim();
      leaderClient = holder;
      leaderHidden = false;
      wait();
    });
  };
  /** Many miss the leader in the same instant: who heard another's bid makes none, and of those at once one is left. */
  const outbid = async (right: () => boolean) => {
    if (myBid !== undefined || Date.now() - bidHeardAt < patienceMs) return;
    myBid = Math.random();
    say({ kind: 'bid', bid: myBid });
    await delay(answerMs);
    const isHighest = myBid !== undefined;
    myBid = undefined;
    if (isHighest && right()) await lock.claim();
  };
  const caughtUp = () => {
    if (catching || timer === undefined || Date.now() - tickedAt <= patienceMs) return catching;
    // What happened to our lock was told before this is answered. Without locks the one that leads is heard at its next beat.
    const told = locks ? locks.query() : delay(beatMs * 2);
    const over = () => void (catching = undefined);
    catching = told.then(over, over);
    tickedAt = Date.now();
    return catching;
  };
  /** A leader that stood still says nothing before it knows whether it still is one: the others would wait for it again. */
  const showLife = () => {
    const still = caughtUp();
    if (still === undefined) beat();
    else void still.then(() => lock.leading && beat());
  };
  const tick = () => {
    if (lock.leading) {
      showLife();
      tickedAt = Date.now();
      return;
    }
    // Who stood still may have missed a beat.
    if (!hidden() && Date.now() - tickedAt > patienceMs) wait();
    tickedAt = Date.now();
    missed += 1;
    // The timers of a tab out of sight are slow, its ears are not: such a one calls only where it must.
    if (calledAt === undefined && Date.now() - heardAt > callMs && (leaderHidden || !hidden())) {
      calledAt = Date.now();
      return say({ kind: 'call' });
    }
    if (silent()) void take(silent).catch(() => undefined);
  };
  const seen = () => {
    if (lock.leading) beat();
    else if (!hidden()) say({ kind: 'call' });
  };
  const own = `${name}:${Math.random()}`;
  locks?.request(own, async () => (ownClient = await holderOf(locks, own))).catch(() => undefined);
  const stop = new AbortController();
  const { signal } = stop;
  const unpark = () => {
    wait();
    lock.unpark();
    seen();
  };
  document.addEventListener('visibilitychange', seen, { signal });
  document.addEventListener('freeze', lock.park, { signal });
  document.addEventListener('resume', unpark, { signal });
  addEventListener('pagehide', lock.park, { signal });
  addEventListener('pageshow', unpark, { signal });

  return {
    caughtUp,
    watch(watching) {
      if (watching === (timer !== undefined) || signal.aborted) return;
      clearInterval(timer);
      tickedAt = Date.now();
      wait();
      timer = watching ? setInterval(tick, beatMs) : undefined;
      if (watching) seen();
    },
    heard(sign) {
      if (sign.kind === 'call') {
        calledAt ??= Date.now();
        return lock.leading ? showLife() : undefined;
      }
      if (sign.kind === 'bid') {
        bidHeardAt = Date.now();
        if (myBid !== undefined && myBid < sign.bid) myBid = undefined;
        return;
      }
      if (lock.leading) return sign.since > since ? lock.leave() : beat();
      wait();
      leaderHidden = sign.hidden;
      leaderClient = sign.client;
      if (outOfSight()) void take(outOfSight).catch(() => undefined);
    },
    close() {
      stop.abort();
      clearInterval(timer);
      lock.close();
    },
  };
}
