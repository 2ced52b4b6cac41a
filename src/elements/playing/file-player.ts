// Plays a video file on a canvas, with the names and events of a media element: what a strict page refuses from `blob:` it lets be drawn.
// Loaded when a file is played.
import { createFileSound, type FileSound } from './file-sound.js';
import type { FileTracks, Frame } from './file-tracks.js';
import type { Player } from './player.js';

/** Milliseconds between two `timeupdate`, as elements of the page have it. */
const updateMs = 250;
/** What `readyState` says of an element that could go on playing, and of one that is seeking. */
const [enough, metadata] = [4, 1];

/** Undefined where nothing here decodes it, picture and sound. Resolves when its first frame is drawn; ends with `signal`. */
export async function openFile(canvas: HTMLCanvasElement, file: Blob, signal: AbortSignal): Promise<FilePlayer | undefined> {
  if (typeof VideoDecoder === 'undefined') return undefined;
  const { openTracks } = await import('./file-tracks.js');
  const tracks = await openTracks(file);
  if (tracks === undefined) return undefined;
  // An element of the page may yet have its sound.
  if (tracks.unheard) {
    tracks.close();
    return undefined;
  }
  const player = new FilePlayer(canvas, tracks);
  const close = () => player.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted || !(await player.begin())) {
    close();
    return undefined;
  }
  return player;
}

export class FilePlayer extends EventTarget implements Player {
  readonly duration: number;
  readonly videoWidth: number;
  readonly videoHeight: number;
  /** Seconds a frame stands. */
  readonly frameS: number;
  loop = false;
  readonly #pen: CanvasRenderingContext2D | null;
  readonly #tracks: FileTracks;
  readonly #sound: FileSound | undefined;
  /** Where it stood at `#since` (milliseconds of the page's clock); it goes on from there while `#since` is set. */
  #atS = 0;
  #since: number | undefined;
  #paused = true;
  #seeking = false;
  #muted = false;
  #volume = 1;
  #rate = 1;
  #closed = false;
  /** Counts up wherever the frames start again; those of an earlier run come too late. */
  #run = 0;
  #frames: AsyncGenerator<Frame> | undefined;
  #next: Frame | undefined;
  #reading = false;
  #told = 0;

  constructor(canvas: HTMLCanvasElement, tracks: FileTracks) {
    super();
    this.#tracks = tracks;
    this.duration = tracks.durationS;
    this.frameS = tracks.frameS;
    canvas.width = this.videoWidth = tracks.width;
    canvas.height = this.videoHeight = tracks.height;
    this.#pen = canvas.getContext('2d', { alpha: false });
    this.#sound = tracks.sounds && createFileSound(tracks.sounds, () => this.#sing());
  }

  /** False where not even the first frame can be shown. */
  async begin(): Promise<boolean> {
    await this.#show(0).catch(() => undefined);
    return !this.#closed && this.#frames !== undefined;
  }

  close(): void {
    if (this.#closed) return;
    this.pause();
    this.#closed = true;
    this.#run += 1;
    this.#sound?.close();
    void this.#frames?.return(undefined).catch(() => undefined);
    this.#tracks.close();
  }

  get currentTime(): number {
    const ranS = this.#since === undefined ? 0 : ((performance.now() - this.#since) / 1000) * this.#rate;
    return Math.min(this.duration, this.#atS + ranS);
  }

  set currentTime(toS: number) {
    this.#stand(Math.max(0, Math.min(this.duration, Number.isFinite(toS) ? toS : 0)));
    if (!this.#seeking) void this.#seek();
  }

  get paused(): boolean {
    return this.#paused;
  }

  get seeking(): boolean {
    return this.#seeking;
  }

  get ended(): boolean {
    return this.#paused && this.currentTime >= this.duration;
  }

  get readyState(): number {
    return this.#seeking ? metadata : enough;
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    if (muted === this.#muted) return;
    this.#muted = muted;
    this.#sing();
    this.#tell('volumechange');
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    this.#sound?.setVolume(volume);
    this.#tell('volumechange');
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    if (rate === this.#rate) return;
    const running = this.#since !== undefined;
    this.#stand(this.currentTime);
    this.#rate = rate;
    if (running) this.#go();
    this.#tell('ratechange');
  }

  async play(): Promise<void> {
    if (!this.#paused || this.#closed) return;
    this.#paused = false;
    this.#tell('play');
    if (this.currentTime >= this.duration) this.currentTime = 0;
    if (!this.#seeking) this.#go();
    requestAnimationFrame(this.#tick);
  }

  pause(): void {
    if (this.#paused) return;
    this.#stand(this.currentTime);
    this.#paused = true;
    this.#tell('timeupdate');
    this.#tell('pause');
  }

  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  /** The clock stands, and what sounds with it. */
  #stand(atS: number): void {
    this.#atS = atS;
    this.#since = undefined;
    this.#sound?.stop();
  }

  #go(): void {
    this.#since = performance.now();
    this.#sing();
  }

  /** The sound from where the clock is; silence where it stands or is muted. */
  #sing(): void {
    if (this.#since === undefined || this.#muted) this.#sound?.stop();
    else this.#sound?.start(this.currentTime, this.#rate);
  }

  readonly #tick = (): void => {
    if (this.#paused || this.#closed) return;
    if (this.#since !== undefined && this.currentTime >= this.duration) this.#end();
    else void this.#advance().catch(() => undefined);
    if (performance.now() - this.#told > updateMs) {
      this.#told = performance.now();
      this.#tell('timeupdate');
    }
    if (!this.#paused) requestAnimationFrame(this.#tick);
  };

  #end(): void {
    if (this.loop) return void (this.currentTime = 0);
    this.pause();
    this.#tell('ended');
  }

  async #seek(): Promise<void> {
    this.#seeking = true;
    this.#tell('seeking');
    // One at a time, and in the end the last one asked for: dragging a slider asks for many.
    for (let shownS = -1; shownS !== this.#atS && !this.#closed;) {
      shownS = this.#atS;
      await this.#show(shownS).catch(() => undefined);
    }
    this.#seeking = false;
    if (this.#closed) return;
    if (!this.#paused) this.#go();
    this.#tell('timeupdate');
    this.#tell('seeked');
  }

  async #show(fromS: number): Promise<void> {
    const run = ++this.#run;
    void this.#frames?.return(undefined).catch(() => undefined);
    const frames = this.#tracks.frames(fromS);
    this.#next = undefined;
    const first = await frames.next();
    if (run !== this.#run) return void frames.return(undefined);
    this.#frames = frames;
    if (first.done !== true) this.#draw(first.value);
  }

  /** Draws what is due by now. Decoding takes its own time: one call at a time. */
  async #advance(): Promise<void> {
    const { currentTime } = this;
    if (this.#reading || this.#since === undefined || (this.#next !== undefined && this.#next.atS > currentTime)) return;
    const [run, frames] = [this.#run, this.#frames];
    this.#reading = true;
    try {
      if (this.#next !== undefined) this.#draw(this.#next);
      this.#next = undefined;
      for (;;) {
        const next = await frames?.next();
        if (run !== this.#run || next === undefined || next.done === true) return;
        this.#next = next.value;
        if (next.value.atS > this.currentTime) return;
        this.#draw(next.value);
      }
    } finally {
      this.#reading = false;
    }
  }

  #draw({ canvas }: Frame): void {
    this.#pen?.drawImage(canvas, 0, 0, this.videoWidth, this.videoHeight);
  }
}
