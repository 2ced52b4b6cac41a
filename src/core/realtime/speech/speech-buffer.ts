// What the user says on a wire that carries audio in events, kept until the server has made words or an answer of it: so nothing said is
// lost with a connection. Knows no microphone; audio is text of a known length here.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';

export type BufferEvent = Extract<ClientEvent, { type: `input_audio_buffer.${string}` }>;

export interface SpokenInput {
  /** A chunk from the microphone: sent, or kept while there is no wire. False when it was left out. */
  append(audio: string, durationMs: number): boolean;
  /** A commit or clear, which keeps its place among the chunks. False when it is the caller's to send: there is a wire, or never will be. */
  post(event: BufferEvent): boolean;
  observe(event: ServerEvent): void;
  /** The item of a turn that was taken and of whose words nothing came yet: on the next connection it can be said again. */
  readonly unheardTurn: string | undefined;
  /** There is a wire again that carries audio in events. */
  resume(sayTurnAgain: boolean): void;
  /** What was kept has no way to the server. Milliseconds that are lost with it. */
  drop(): number;
}

export interface SpokenInputOptions {
  /** False when there is no wire, or none that keeps up: the chunk is left out. */
  readonly send: (event: ClientEvent) => boolean;
  /** `waiting`: there is no wire now, and the next one may carry audio in events. */
  readonly wire: () => 'ready' | 'congested' | 'waiting' | 'none';
  /** The user says where a turn ends; else the server hears it. */
  readonly byHand: () => boolean;
  /** Was too long to be kept whole. */
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

export function createSpokenInput({ send, wire, byHand, overflow }: SpokenInputOptions): SpokenInput {
  let kept: Kept[] = [];
  let keptMs = 0;
  let speaking = false;
  let waited = false;
  let turn: { readonly itemId: string; readonly kept: readonly Kept[] } | undefined;

  const trim = (limitMs: number): number => {
    let droppedMs = 0;
    while (keptMs - (kept[0]?.durationMs ?? 0) >= limitMs) {
      const oldest = kept.shift();
      if (oldest === undefined) break;
      keptMs -= oldest.durationMs;
      droppedMs += oldest.durationMs;
    }
    return droppedMs;
  };
  const keep = (event: ClientEvent, durationMs: number) => {
    kept.push({ event, durationMs });
    keptMs += durationMs;
    const worthMs = byHand() || speaking || waited ? longestMs : silenceMs;
    const droppedMs = trim(worthMs);
    if (droppedMs > 0 && waited) overflow(droppedMs);
  };
  const empty = () => {
    kept = [];
    keptMs = 0;
  };

  /** What was said up to the commit, or all of it where the server heard the end. */
  const takeTurn = (): readonly Kept[] => {
    const end = kept.findIndex(({ event }) => event.type === 'input_audio_buffer.commit');
    const said = end < 0 ? kept : kept.slice(0, end);
    kept = end < 0 ? [] : kept.slice(end + 1);
    keptMs = lengthOf(kept);
    return said;
  };

  return {
    append(audio, durationMs) {
      const state = wire();
      if (state === 'none' || state === 'congested') return false;
      const event: ClientEvent = { type: 'input_audio_buffer.append', audio };
      if (state === 'waiting') waited = true;
      else if (!send(event)) return false;
      keep(event, durationMs);
      return true;
    },
    post(event) {
      if (event.type === 'input_audio_buffer.clear') {
        empty();
        return wire() === 'waiting';
      }
      const waiting = wire() === 'waiting';
      if (keptMs < shortestTurnMs) empty();
      else kept.push({ event, durationMs: 0 });
      return waiting;
    },
    observe(event) {
      if (event.type === 'input_audio_buffer.speech_started') speaking = true;
      if (event.type === 'input_audio_buffer.committed') {
        turn = event.item_id === undefined ? undefined : { itemId: event.item_id, kept: takeTurn() };
        speaking = false;
      }
      const heard = event.type === 'conversation.item.input_audio_transcription.completed' && event.item_id === turn?.itemId;
      if (heard || (event.type === 'response.done' && event.response?.status === 'completed')) turn = undefined;
    },
    get unheardTurn() {
      return turn?.itemId;
    },
    resume(sayTurnAgain) {
      const again = sayTurnAgain ? (turn?.kept ?? []) : [];
      turn = undefined;
      waited = speaking = false;
      // Sent again it stays kept: this connection may be lost too.
      kept = [...again, ...(again.length > 0 && byHand() ? [{ event: commit, durationMs: 0 }] : []), ...kept];
      keptMs = lengthOf(kept);
      for (const { event } of [...kept]) send(event);
    },
    drop() {
      const lostMs = waited || speaking ? keptMs : 0;
      turn = undefined;
      waited = speaking = false;
      empty();
      return lostMs;
    },
  };
}

const lengthOf = (kept: readonly Kept[]): number => kept.reduce((sum, { durationMs }) => sum + durationMs, 0);
const commit: ClientEvent = { type: 'input_audio_buffer.commit' };
