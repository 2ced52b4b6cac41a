// Notes that a person speaks while a video is shown: from the press to the draft that comes of it.
import { isRecord } from '../../../base/is-record.js';
import { isVoxreelError } from '../../../core/errors.js';
import type { NoteBoard, DraftedRevision } from './note-board.js';
import { openNote, type NoteMessage, type NoteTurn } from './note-turn.js';
import type { NoteVoice } from './note-voice.js';

/** What a person reads when no draft came, by its word. */
export type NoteTrouble = 'noteShort' | 'noteEarly' | 'noteDiscarded' | 'noteLost' | 'noteNoMicrophone' | 'noteFailed';

export type NoteState =
  | { readonly step: 'rest' | 'connecting' | 'listening' | 'waiting' }
  | { readonly step: 'ended'; readonly why: NoteTrouble }
  /** The voice has answered, and drafted nothing. */
  | { readonly step: 'answered'; readonly answer: string }
  | { readonly step: 'drafted'; readonly revision: DraftedRevision };

/** A message about a video. */
export interface Note extends NoteMessage {
  /** The id of the video. */
  readonly video: string;
}

const rest: NoteState = { step: 'rest' };

export class SpokenNotes {
  readonly #board: NoteBoard;
  readonly #changed: (state: NoteState) => void;
  #state = rest;
  #over = new AbortController();
  #turn: NoteTurn | undefined;
  #note: Note | undefined;

  constructor(board: NoteBoard, changed: (state: NoteState) => void) {
    this.#board = board;
    this.#changed = changed;
  }

  get state(): NoteState {
    return this.#state;
  }

  /** From the press to the release. */
  get held(): boolean {
    return this.#state.step === 'connecting' || this.#state.step === 'listening';
  }

  async begin(voice: NoteVoice, note: Note): Promise<void> {
    if (this.held) return;
    const { signal } = this.#renew();
    this.#note = note;
    this.#set({ step: 'connecting' });
    try {
      const turn = await openNote(voice, signal);
      this.#turn = turn;
      this.#follow(turn, signal);
      this.#set({ step: 'listening' });
    } catch (cause) {
      if (!signal.aborted) this.#end(isMicrophone(cause) ? 'noteNoMicrophone' : 'noteLost');
    }
  }

  /** Let go: what was said is sent. */
  async release(): Promise<void> {
    const [turn, note] = [this.#turn, this.#note];
    if (!this.held) return;
    if (turn === undefined || note === undefined) return this.#end('noteEarly');
    if (turn.isEmpty) return this.cancel('noteShort');
    const { signal } = this.#over;
    this.#turn = undefined;
    this.#board.noted = note.video;
    this.#set({ step: 'waiting' });
    const isSent = await turn.send(note).catch(() => undefined);
    if (!signal.aborted && isSent !== true) this.#end(isSent === false ? 'noteShort' : 'noteFailed');
  }

  /** Throws away what was said. */
  cancel(why: NoteTrouble = 'noteDiscarded'): void {
    if (!this.held) return;
    this.#turn?.discard();
    this.#end(why);
  }

  /** Another video is shown, or none: what is said of this one ends. */
  close(): void {
    this.cancel();
    this.#renew();
    this.#state = rest;
  }

  #follow({ session }: NoteTurn, signal: AbortSignal): void {
    const before = this.#board.newest.get();
    const subscriptions = [
      this.#board.newest.subscribe((revision) => {
        if (revision !== undefined && revision !== before) this.#finish({ step: 'drafted', revision });
      }),
      session.on('error', (error) => isMicrophone(error) && this.held && this.cancel('noteNoMicrophone')),
      session.on('phase', (phase) => {
        if (phase === 'open') return;
        if (this.held) this.cancel('noteLost');
        else this.#end('noteLost');
      }),
      session.on('event', (event) => {
        if (event.type !== 'response.done' || this.#state.step !== 'waiting') return;
        const answer = answerIn(event['response']);
        if (answer === undefined) return;
        if (answer === '') this.#end('noteFailed');
        else this.#finish({ step: 'answered', answer });
      }),
    ];
    signal.addEventListener('abort', () => subscriptions.forEach((unsubscribe) => unsubscribe()), { once: true });
  }

  #end(why: NoteTrouble): void {
    this.#finish({ step: 'ended', why });
  }

  #finish(state: NoteState): void {
    this.#renew();
    this.#set(state);
  }

  #renew(): AbortController {
    this.#over.abort();
    this.#turn = this.#note = undefined;
    return (this.#over = new AbortController());
  }

  #set(state: NoteState): void {
    this.#state = state;
    this.#changed(state);
  }
}

const isMicrophone = (cause: unknown): boolean =>
  isVoxreelError(cause) && (cause.code.startsWith('microphone_') || cause.code === 'unsupported' || cause.code === 'worklet_missing');

/** What the voice said; empty where it failed. Undefined while more follows: a call is answered, and what was interrupted was about something else. */
function answerIn(response: unknown): string | undefined {
  const { status, output } = isRecord(response) ? response : {};
  if (status === 'failed') return '';
  const items = Array.isArray(output) ? output.filter(isRecord) : [];
  if (status !== 'completed' || items.some(({ type }) => type === 'function_call')) return undefined;
  const parts = items.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isRecord) : []));
  const said = parts.flatMap(({ text, transcript }) => [text, transcript].filter((words) => typeof words === 'string'));
  return said.join(' ').trim() || undefined;
}
