// What the user says on a wire that carries audio in events, kept until the server has made words or an answer of it: so nothing said is
// lost with a connection. Audio is Base64 of a known length here.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';

/** `waiting`: there is no wire now, and the next one may carry audio in events. `sent`: it has left already. */
export type AudioPath = 'ready' | 'congested' | 'waiting' | 'none' | 'sent';

type BoundaryEvent = Extract<ClientEvent, { type: 'input_audio_buffer.commit' | 'input_audio_buffer.clear' }>;

export interface SpeechBufferOptions {
  /** False when there is no wire, or it is closing and has not said so yet. */
  readonly send: (event: ClientEvent) => boolean;
  /** The user says where a turn ends; else the server hears it. */
  readonly byHand: () => boolean;
  /** Was too long to be kept completely. */
  readonly overflow: (lostMs: number) => void;
}

interface Kept {
  readonly event: ClientEvent;
  readonly durationMs: number;
}

/** Speech kept at most: 30 s of pcm16 are 2 MB of base64. */
const longestMs = 30_000;
/** What a server that listens for speech looks back at when it begins. */
const silenceMs = 1000;
/** Less than this committed is an error of real servers. */
const shortestTurnMs = 100;

export class SpeechBuffer {
  readonly #options: SpeechBufferOptions;
  #kept: Kept[] = [];
  #keptMs = 0;
  #isSpeaking = false;
  #hasWaited = false;
  #turn: { readonly itemId: string; readonly kept: readonly Kept[] } | undefined;

  constructor(options: SpeechBufferOptions) {
    this.#options = options;
  }

  /** The item of a turn that the server accepted and whose words are not known yet: on the next connection it can be said again. */
  get unheardTurn(): string | undefined {
    return this.#turn?.itemId;
  }

  /** A chunk from the microphone: sent, and kept for the next wire. False when it was left out: this wire is too slow, or carries none. */
  append(audio: string, durationMs: number, path: AudioPath): boolean {
    if (path === 'none' || path === 'congested') return false;
    const event: ClientEvent = { type: 'input_audio_buffer.append', audio };
    const hasLeft = path === 'sent' || (path === 'ready' && this.#options.send(event));
    if (!hasLeft) this.#hasWaited = true;
    this.#keep(event, durationMs);
    return true;
  }

  /** A commit or clear, which keeps its place among the chunks. */
  mark(event: BoundaryEvent): void {
    if (event.type === 'input_audio_buffer.clear' || this.#keptMs < shortestTurnMs) this.#empty();
    else this.#kept.push({ event, durationMs: 0 });
  }

  observe(event: ServerEvent): void {
    if (event.type === 'input_audio_buffer.speech_started') this.#isSpeaking = true;
    if (event.type === 'input_audio_buffer.committed') {
      this.#turn = event.item_id === undefined ? undefined : { itemId: event.item_id, kept: this.#takeTurn() };
      this.#isSpeaking = false;
    }
    const heard = event.type === 'conversation.item.input_audio_transcription.completed' && event.item_id === this.#turn?.itemId;
    if (heard || (event.type === 'response.done' && event.response?.status === 'completed')) this.#turn = undefined;
  }

  /** There is a wire again that carries audio in events. */
  resume(sayTurnAgain: boolean): void {
    const again = sayTurnAgain ? (this.#turn?.kept ?? []) : [];
    const end = again.length > 0 && this.#options.byHand() ? [{ event: commit, durationMs: 0 }] : [];
    this.#turn = undefined;
    this.#hasWaited = this.#isSpeaking = false;
    // Sent again it stays kept: this connection may be lost too.
    this.#kept = [...again, ...end, ...this.#kept];
    this.#keptMs = lengthOf(this.#kept);
    for (const { event } of Array.from(this.#kept)) this.#options.send(event);
  }

  /** What was kept has no way to the server. Milliseconds that are lost with it. */
  drop(): number {
    const lostMs = this.#hasWaited || this.#isSpeaking ? this.#keptMs : 0;
    this.#turn = undefined;
    this.#hasWaited = this.#isSpeaking = false;
    this.#empty();
    return lostMs;
  }

  #empty(): void {
    this.#kept = [];
    this.#keptMs = 0;
  }

  #keep(event: ClientEvent, durationMs: number): void {
    this.#kept.push({ event, durationMs });
    this.#keptMs += durationMs;
    const worthMs = this.#options.byHand() || this.#isSpeaking || this.#hasWaited ? longestMs : silenceMs;
    const droppedMs = this.#trim(worthMs);
    if (droppedMs > 0 && this.#hasWaited) this.#options.overflow(droppedMs);
  }

  #trim(limitMs: number): number {
    let droppedMs = 0;
    while (this.#keptMs - (this.#kept[0]?.durationMs ?? 0) >= limitMs) {
      const oldest = this.#kept.shift();
      if (oldest === undefined) break;
      this.#keptMs -= oldest.durationMs;
      droppedMs += oldest.durationMs;
    }
    return droppedMs;
  }

  /** What was said up to the commit, or all of it where the server heard the end. */
  #takeTurn(): readonly Kept[] {
    const end = this.#kept.findIndex(({ event }) => event.type === 'input_audio_buffer.commit');
    const said = end < 0 ? this.#kept : this.#kept.slice(0, end);
    this.#kept = end < 0 ? [] : this.#kept.slice(end + 1);
    this.#keptMs = lengthOf(this.#kept);
    return said;
  }
}

const lengthOf = (kept: readonly Kept[]): number => kept.reduce((sum, { durationMs }) => sum + durationMs, 0);
const commit: ClientEvent = { type: 'input_audio_buffer.commit' };
