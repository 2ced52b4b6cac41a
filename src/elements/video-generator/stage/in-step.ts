// Two players as one: played, sought and stepped together, and held together where one runs ahead.
import type { Player } from '../../playing/player.js';

/** Seconds apart that nobody sees, and that are left by a change of speed; beyond the second one is moved. */
const nearS = 0.008;
const farS = 0.15;
/** Milliseconds between two such moves: a player needs its time to find a frame. */
const moveMs = 400;
/** How much faster or slower the one that follows may run. */
const mostCorrection = 0.12;
/** `readyState` of one that has what comes next. */
const future = 3;
/** Seconds before its end at which one has ended. */
const endS = 0.04;

export type Side = 'left' | 'right';

/** The left one leads, as long as it lasts; the shorter one stands on its last frame while the longer goes on. */
export class InStep extends EventTarget implements Player {
  readonly left: Player;
  readonly right: Player;
  loop = true;
  #paused = true;
  #rate = 1;
  #frame = 0;
  #movedAt = 0;
  #waiting = false;
  #sound: Side | undefined;
  readonly #over = new AbortController();

  constructor(left: Player, right: Player) {
    super();
    this.left = left;
    this.right = right;
    const { signal } = this.#over;
    for (const player of [left, right]) {
      player.loop = false;
      for (const name of ['seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'durationchange'])
        player.addEventListener(name, () => this.#tell(name), { signal });
    }
    this.sound = undefined;
  }

  /** Both stay where they are. */
  close(): void {
    this.pause();
    this.#over.abort();
  }

  get duration(): number {
    return Math.max(lengthOf(this.left), lengthOf(this.right));
  }

  get currentTime(): number {
    return this.#leader.currentTime;
  }

  set currentTime(toS: number) {
    for (const player of [this.left, this.right]) moveTo(player, toS);
    this.#movedAt = performance.now();
    this.#tell('timeupdate');
  }

  get paused(): boolean {
    return this.#paused;
  }

  get seeking(): boolean {
    return this.left.seeking || this.right.seeking;
  }

  get readyState(): number {
    return Math.min(this.left.readyState, this.right.readyState);
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    this.#rate = this.left.playbackRate = this.right.playbackRate = rate;
    this.#tell('ratechange');
  }

  /** Whose sound is heard. */
  get sound(): Side | undefined {
    return this.#sound;
  }

  set sound(side: Side | undefined) {
    this.#sound = side;
    this.left.muted = side !== 'left';
    this.right.muted = side !== 'right';
    this.#tell('volumechange');
  }

  get muted(): boolean {
    return this.#sound === undefined;
  }

  set muted(muted: boolean) {
    this.sound = muted ? undefined : 'left';
  }

  get volume(): number {
    return this.left.volume;
  }

  set volume(volume: number) {
    this.left.volume = this.right.volume = volume;
  }

  async play(): Promise<void> {
    if (!this.#paused || this.#over.signal.aborted) return;
    if (hasEnded(this.left) && hasEnded(this.right)) this.currentTime = 0;
    this.#paused = false;
    this.#waiting = true;
    this.#tell('play');
    this.#tick();
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    cancelAnimationFrame(this.#frame);
    for (const player of [this.left, this.right]) {
      player.pause();
      player.playbackRate = this.#rate;
    }
    // The same moment on both, to compare.
    const at = this.currentTime;
    if (Math.abs(this.#follower.currentTime - Math.min(at, lengthOf(this.#follower))) > nearS) moveTo(this.#follower, at);
    this.#tell('pause');
  }

  get #leader(): Player {
    return hasEnded(this.left) && lengthOf(this.right) > lengthOf(this.left) ? this.right : this.left;
  }

  get #follower(): Player {
    return this.#leader === this.left ? this.right : this.left;
  }

  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  readonly #tick = (): void => {
    if (this.#paused) return;
    if (hasEnded(this.left) && hasEnded(this.right)) this.#end();
    else if ([this.left, this.right].some(stalls)) this.#hold();
    else if (this.#waiting) this.#release();
    else this.#correct();
    this.#frame = requestAnimationFrame(this.#tick);
  };

  #end(): void {
    if (this.loop) {
      this.currentTime = 0;
      this.#waiting = true;
      return;
    }
    this.pause();
    this.#tell('ended');
  }

  /** One of them has no picture for now: it goes on as it can, the other waits. */
  #hold(): void {
    this.#waiting = true;
    for (const player of [this.left, this.right]) {
      if (stalls(player)) this.#start(player);
      else if (!player.paused) player.pause();
    }
  }

  #release(): void {
    this.#waiting = false;
    for (const player of [this.left, this.right]) {
      if (hasEnded(player)) continue;
      player.playbackRate = this.#rate;
      this.#start(player);
    }
  }

  /** Refused, say for its sound: then neither goes on alone. */
  #start(player: Player): void {
    if (player.paused && !player.seeking) player.play().catch(() => player.paused && this.pause());
  }

  #correct(): void {
    const [leader, follower] = [this.#leader, this.#follower];
    if (hasEnded(follower) || lengthOf(follower) - leader.currentTime < endS) return;
    const aheadS = follower.currentTime - leader.currentTime;
    if (Math.abs(aheadS) > farS && performance.now() - this.#movedAt > moveMs) {
      this.#movedAt = performance.now();
      moveTo(follower, leader.currentTime);
      return;
    }
    const correction = Math.abs(aheadS) < nearS ? 0 : Math.max(-mostCorrection, Math.min(mostCorrection, -aheadS * 3));
    const rate = this.#rate * (1 + Math.round(correction * 50) / 50);
    if (Math.abs(rate - follower.playbackRate) > 0.001) follower.playbackRate = rate;
  }
}

const lengthOf = ({ duration }: Player): number => (Number.isFinite(duration) ? duration : 0);

const hasEnded = (player: Player): boolean => {
  const length = lengthOf(player);
  return length > 0 && length - player.currentTime < Math.min(endS, length / 4);
};

const stalls = (player: Player): boolean => player.seeking || (player.readyState < future && !hasEnded(player));

const moveTo = (player: Player, toS: number): void => {
  player.currentTime = Math.max(0, Math.min(toS, lengthOf(player)));
};
