// Several players as one: played, sought and stepped together, and held together where one runs ahead.
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

/** The first one leads, as long as it lasts; a shorter one stands on its last frame while a longer one goes on. */
export class InStep extends EventTarget implements Player {
  readonly players: readonly Player[];
  loop = true;
  #paused = true;
  #rate = 1;
  #frame = 0;
  readonly #movedAt = new Map<Player, number>();
  #waiting = false;
  #sound: number | undefined;
  readonly #over = new AbortController();

  constructor(players: readonly Player[]) {
    super();
    this.players = players;
    const { signal } = this.#over;
    for (const player of players) {
      player.loop = false;
      for (const name of ['seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'durationchange'])
        player.addEventListener(name, () => this.#tell(name), { signal });
    }
    this.sound = undefined;
  }

  /** They stay where they are. */
  close(): void {
    this.pause();
    this.#over.abort();
  }

  get duration(): number {
    return Math.max(0, ...this.players.map(lengthOf));
  }

  get currentTime(): number {
    return this.#leader?.currentTime ?? 0;
  }

  set currentTime(toS: number) {
    for (const player of this.players) this.#move(player, toS);
    this.#tell('timeupdate');
  }

  get paused(): boolean {
    return this.#paused;
  }

  get seeking(): boolean {
    return this.players.some(({ seeking }) => seeking);
  }

  get readyState(): number {
    return Math.min(...this.players.map(({ readyState }) => readyState));
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    this.#rate = rate;
    for (const player of this.players) player.playbackRate = rate;
    this.#tell('ratechange');
  }

  /** Whose sound is heard: its place among them. */
  get sound(): number | undefined {
    return this.#sound;
  }

  set sound(place: number | undefined) {
    this.#sound = place;
    this.players.forEach((player, at) => (player.muted = at !== place));
    this.#tell('volumechange');
  }

  get muted(): boolean {
    return this.#sound === undefined;
  }

  set muted(muted: boolean) {
    this.sound = muted ? undefined : 0;
  }

  get volume(): number {
    return this.players[0]?.volume ?? 1;
  }

  set volume(volume: number) {
    for (const player of this.players) player.volume = volume;
  }

  async play(): Promise<void> {
    if (!this.#paused || this.#over.signal.aborted) return;
    if (this.players.every(hasEnded)) this.currentTime = 0;
    this.#paused = false;
    this.#waiting = true;
    this.#tell('play');
    this.#tick();
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    cancelAnimationFrame(this.#frame);
    for (const player of this.players) {
      player.pause();
      player.playbackRate = this.#rate;
    }
    // The same moment on all, to compare.
    const at = this.currentTime;
    for (const player of this.#followers) if (Math.abs(player.currentTime - Math.min(at, lengthOf(player))) > nearS) moveTo(player, at);
    this.#tell('pause');
  }

  /** The first that goes on, else the first of the longest. */
  get #leader(): Player | undefined {
    const { players, duration } = this;
    return players.find((player) => !hasEnded(player)) ?? players.find((player) => lengthOf(player) === duration);
  }

  get #followers(): readonly Player[] {
    const leader = this.#leader;
    return this.players.filter((player) => player !== leader);
  }

  #move(player: Player, toS: number): void {
    moveTo(player, toS);
    this.#movedAt.set(player, performance.now());
  }

  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  readonly #tick = (): void => {
    if (this.#paused) return;
    if (this.players.every(hasEnded)) this.#end();
    else if (this.players.some(stalls)) this.#hold();
    else if (this.#waiting) this.#release();
    else for (const player of this.#followers) this.#correct(player);
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

  /** One of them has no picture for now: it goes on as it can, the others wait. */
  #hold(): void {
    this.#waiting = true;
    for (const player of this.players) {
      if (stalls(player)) this.#start(player);
      else if (!player.paused) player.pause();
    }
  }

  #release(): void {
    this.#waiting = false;
    for (const player of this.players) {
      if (hasEnded(player)) continue;
      player.playbackRate = this.#rate;
      this.#start(player);
    }
  }

  /** Refused, say for its sound: then none goes on without it. */
  #start(player: Player): void {
    if (player.paused && !player.seeking) player.play().catch(() => player.paused && this.pause());
  }

  #correct(follower: Player): void {
    const leader = this.#leader;
    if (leader === undefined || hasEnded(follower) || lengthOf(follower) - leader.currentTime < endS) return;
    const aheadS = follower.currentTime - leader.currentTime;
    if (Math.abs(aheadS) > farS && performance.now() - (this.#movedAt.get(follower) ?? 0) > moveMs)
      return this.#move(follower, leader.currentTime);
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
