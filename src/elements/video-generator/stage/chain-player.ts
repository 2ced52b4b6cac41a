// The clips of a chain as one video: one timeline over all of them, the next one ready before the one before it ends.
import type { Player } from '../../playing/player.js';
import type { Screen } from '../gallery/kept-files.js';

/** One clip of a chain. */
export interface ChainClip {
  /** Seconds, as far as they are known before it is opened. */
  readonly lengthS?: number | undefined;
  /** Seconds where it ends though more would follow. */
  readonly endS?: number | undefined;
  /** What plays it until `signal`; undefined where nothing does. */
  open(signal: AbortSignal): Promise<Screen | undefined>;
}

/** One that is open, on its screen. */
interface Part {
  readonly place: number;
  readonly screen: Screen;
  readonly over: AbortController;
}

const told = ['timeupdate', 'seeking', 'seeked', 'volumechange', 'ratechange'];
/** `readyState` of what is being sought. */
const metadata = 1;
/** Where nobody knows how long a clip is until it is opened. */
const guessS = 5;

/** Its `element` holds the screens: one is shown, the next one waits behind it. */
export class ChainPlayer extends EventTarget implements Player {
  readonly element = document.createElement('div');
  loop = false;
  readonly #clips: readonly ChainClip[];
  readonly #lengths: number[];
  readonly #parts = new Map<number, Promise<Part | undefined>>();
  readonly #over = new AbortController();
  #current: Part | undefined;
  /** Where it goes until the clip there is open. */
  #towardsS: number | undefined;
  #paused = true;
  #muted = false;
  #volume = 1;
  #rate = 1;
  #frame = 0;

  constructor(clips: readonly ChainClip[]) {
    super();
    this.#clips = clips;
    this.#lengths = clips.map(({ lengthS, endS }) => endS ?? lengthS ?? guessS);
    this.element.className = 'chain';
    this.element.setAttribute('role', 'img');
  }

  /** False where the first clip cannot be played. */
  async begin(): Promise<boolean> {
    const first = await this.#part(0);
    if (first === undefined || this.#over.signal.aborted) return false;
    this.#show(first);
    return true;
  }

  close(): void {
    this.pause();
    this.#over.abort();
    for (const place of this.#parts.keys()) this.#drop(place);
  }

  /** Which clip is shown, from 0. */
  get place(): number {
    return this.#current?.place ?? 0;
  }

  /** Where a clip begins, in seconds of the whole. */
  startOf(place: number): number {
    return this.#lengths.slice(0, place).reduce((sum, length) => sum + length, 0);
  }

  /** Where it stands: in which clip, and how many seconds from its beginning. */
  get moment(): { readonly place: number; readonly atS: number } {
    const place = this.#towardsS === undefined ? this.place : this.#placeAt(this.#towardsS);
    return { place, atS: this.currentTime - this.startOf(place) };
  }

  /** Seconds a frame of it stands. */
  get frameS(): number | undefined {
    return this.#current?.screen.frameS;
  }

  get duration(): number {
    return this.startOf(this.#clips.length);
  }

  get currentTime(): number {
    if (this.#towardsS !== undefined) return this.#towardsS;
    const current = this.#current;
    return current === undefined
      ? 0
      : this.startOf(current.place) + Math.min(current.screen.player.currentTime, this.#lengthOf(current.place));
  }

  set currentTime(toS: number) {
    this.#towardsS = Math.max(0, Math.min(this.duration, Number.isFinite(toS) ? toS : 0));
    void this.#seek(this.#towardsS);
  }

  get paused(): boolean {
    return this.#paused;
  }

  get seeking(): boolean {
    return this.#towardsS !== undefined || this.#current?.screen.player.seeking === true;
  }

  get readyState(): number {
    return this.#towardsS === undefined ? (this.#current?.screen.player.readyState ?? 0) : metadata;
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    this.#muted = muted;
    this.#settle();
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    this.#settle();
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    this.#rate = rate;
    this.#settle();
  }

  async play(): Promise<void> {
    const current = this.#current;
    if (!this.#paused || current === undefined) return;
    if (this.currentTime >= this.duration - 0.001) this.currentTime = 0;
    this.#paused = false;
    this.#tell('play');
    this.#tick();
    if (this.#towardsS === undefined)
      await current.screen.player.play().catch((error: unknown) => {
        this.pause();
        throw error;
      });
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    cancelAnimationFrame(this.#frame);
    this.#current?.screen.player.pause();
    this.#tell('pause');
  }

  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  #lengthOf(place: number): number {
    return this.#lengths[place] ?? 0;
  }

  #part(place: number): Promise<Part | undefined> {
    const known = this.#parts.get(place);
    if (known !== undefined) return known;
    const part = this.#open(place).catch(() => undefined);
    this.#parts.set(place, part);
    return part;
  }

  async #open(place: number): Promise<Part | undefined> {
    const clip = this.#clips[place];
    const over = new AbortController();
    this.#over.signal.addEventListener('abort', () => over.abort(), { signal: over.signal });
    const screen = await clip?.open(over.signal);
    if (clip === undefined || screen === undefined || over.signal.aborted) return undefined;
    const { player, element } = screen;
    player.loop = false;
    const part = { place, screen, over };
    const { signal } = over;
    for (const name of told) player.addEventListener(name, () => part === this.#current && this.#tell(name), { signal });
    for (const name of ['loadedmetadata', 'durationchange']) player.addEventListener(name, () => this.#learn(part, clip), { signal });
    player.addEventListener('ended', () => this.#next(part), { signal });
    player.addEventListener('error', () => part === this.#current && this.#tell('error'), { signal });
    element.hidden = true;
    // The whole has a name.
    element.setAttribute('aria-hidden', 'true');
    this.element.append(element);
    this.#learn(part, clip);
    this.#settle();
    return part;
  }

  /** How long it is in truth: the timeline is as long as what is played. */
  #learn({ place, screen }: Part, { endS = Infinity }: ChainClip): void {
    const { duration } = screen.player;
    if (!Number.isFinite(duration) || duration <= 0) return;
    const length = Math.min(duration, endS);
    if (length === this.#lengths[place]) return;
    this.#lengths[place] = length;
    this.#tell('durationchange');
  }

  #drop(place: number): void {
    const part = this.#parts.get(place);
    this.#parts.delete(place);
    void part?.then((opened) => {
      opened?.over.abort();
      opened?.screen.element.remove();
    });
  }

  /** In place of the one before, in the same frame of the page. */
  #show(part: Part): void {
    const before = this.#current;
    this.#current = part;
    part.screen.element.hidden = false;
    if (before !== undefined && before !== part) {
      before.screen.element.hidden = true;
      before.screen.player.pause();
    }
    this.#settle();
    // Those that are far are closed; the one that follows is opened.
    const next = this.#after(part.place);
    for (const place of this.#parts.keys()) if (place !== part.place && place !== next) this.#drop(place);
    if (next !== undefined) void this.#part(next);
    if (before?.place !== part.place) this.#tell('clipchange');
  }

  /** The clip that follows; undefined after the last one. */
  #after(place: number): number | undefined {
    if (place + 1 < this.#clips.length) return place + 1;
    return this.loop ? 0 : undefined;
  }

  /** As the whole is: sound, loudness, speed. */
  #settle(): void {
    for (const opening of this.#parts.values())
      void opening.then((part) => {
        if (part === undefined || this.#over.signal.aborted) return;
        const { player } = part.screen;
        player.muted = this.#muted;
        player.volume = this.#volume;
        player.playbackRate = this.#rate;
      });
  }

  readonly #tick = (): void => {
    if (this.#paused) return;
    const current = this.#current;
    // An event may come a good while after the end: the frame that is due is not kept waiting for it.
    if (current !== undefined && this.#towardsS === undefined && this.#isOver(current)) this.#next(current);
    if (!this.#paused) this.#frame = requestAnimationFrame(this.#tick);
  };

  #isOver({ place, screen: { player } }: Part): boolean {
    return !player.seeking && player.currentTime >= this.#lengthOf(place) - 0.001;
  }

  #next(part: Part): void {
    if (part !== this.#current || this.#paused || this.#towardsS !== undefined) return;
    const place = this.#after(part.place);
    if (place === undefined) {
      this.pause();
      return this.#tell('ended');
    }
    this.#towardsS = this.startOf(place);
    void this.#seek(this.#towardsS);
  }

  async #seek(toS: number): Promise<void> {
    const place = this.#placeAt(toS);
    // Another moment may be asked for meanwhile.
    const isOld = () => this.#towardsS !== toS || this.#over.signal.aborted;
    const part = this.#current?.place === place ? this.#current : await this.#part(place);
    if (isOld()) return;
    if (part === undefined || hasFailed(part.screen)) {
      this.#towardsS = undefined;
      return this.#tell('error');
    }
    const { player } = part.screen;
    const inS = toS - this.startOf(place);
    // One that waits at its first frame is ready: sought again it would show nothing for a while.
    if (Math.abs(player.currentTime - inS) > 0.001) player.currentTime = inS;
    // What it showed before is not flashed up.
    if (part !== this.#current && player.seeking) await happens('seeked', player, part.over.signal);
    if (isOld()) return;
    this.#towardsS = undefined;
    this.#show(part);
    this.#tell('timeupdate');
    if (!this.#paused) await player.play().catch(() => this.pause());
  }

  #placeAt(atS: number): number {
    const last = this.#clips.length - 1;
    for (let place = 0; place < last; place++) if (atS < this.startOf(place + 1) - 0.0005) return place;
    return last;
  }
}

/** Or it is over. */
const happens = (name: string, player: Player, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    player.addEventListener(name, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

const hasFailed = ({ element }: Screen): boolean => element instanceof HTMLVideoElement && element.error !== null;
