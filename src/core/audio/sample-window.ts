// Samples in the order in which they came, read through a window: what was read just now stays there, to be read once more.
// Nothing is allocated while reading.

/** By hand: `set` would need a new view for each run. */
export function copySamples(from: Float32Array, start: number, to: Float32Array, at: number, count: number): void {
  for (let index = 0; index < count; index++) to[at + index] = from[start + index] ?? 0;
}

const nothing = new Float32Array(0);

export class SampleWindow {
  readonly samples: Float32Array;
  /** Where the next sample stands in `samples`. What is before it was read; at least `kept` of that, once as much was. */
  at = 0;
  readonly #kept: number;
  #end = 0;
  #pieces: Float32Array[] = [];
  #first = 0;
  #offset = 0;
  #waiting = 0;

  /** `ahead`: the most that `reach` is asked for. */
  constructor({ kept, ahead }: { readonly kept: number; readonly ahead: number }) {
    this.#kept = kept;
    this.samples = new Float32Array(kept + 4 * ahead);
  }

  /** Samples that are still to be read. */
  get left(): number {
    return this.#end - this.at + this.#waiting;
  }

  push(piece: Float32Array): void {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
  }

  clear(): void {
    this.at = this.#end = this.#first = this.#offset = this.#waiting = 0;
    this.#pieces = [];
  }

  /** Brings the next samples into the window: how many of `count` there are. */
  reach(count: number): number {
    const missing = Math.min(this.at + count - this.#end, this.#waiting);
    if (missing > 0) {
      if (this.#end + missing > this.samples.length) this.#shift();
      for (let left = missing; left > 0;) left -= this.#take(left);
    }
    return Math.min(count, this.#end - this.at);
  }

  #shift(): void {
    const from = Math.max(0, this.at - this.#kept);
    this.samples.copyWithin(0, from, this.#end);
    this.at -= from;
    this.#end -= from;
  }

  #take(most: number): number {
    const piece = this.#pieces[this.#first] ?? nothing;
    const count = Math.min(most, piece.length - this.#offset);
    copySamples(piece, this.#offset, this.samples, this.#end, count);
    this.#end += count;
    this.#offset += count;
    this.#waiting -= count;
    if (this.#offset >= piece.length) this.#forgetFirst();
    return count;
  }

  #forgetFirst(): void {
    this.#pieces[this.#first++] = nothing;
    this.#offset = 0;
    if (this.#first <= 64 || this.#first * 2 <= this.#pieces.length) return;
    this.#pieces.copyWithin(0, this.#first);
    this.#pieces.length -= this.#first;
    this.#first = 0;
  }
}
