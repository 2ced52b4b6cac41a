// Sends what changed on this device to the user's library, and receives what changed there. In one tab at a time.
import { toVoxreelError, type VoxreelError } from '../errors.js';
import { backoffMs, delay } from '../retry.js';
import type { FileRoom } from './account-files.js';
import {
  accepted,
  filesToSend,
  isUnsent,
  listed,
  received,
  restarted,
  strayFiles,
  withoutStrays,
  withSentFiles,
  type Entry,
} from './entries.js';
import type { EntryStore, EntryChange } from './entry-store.js';
import type { LibraryClient, RemoteChange } from './library-client.js';
import { fits, isToBeSent, keyOfName, kindOf, libraryName, portable } from './record-kinds.js';

export interface SynchronizerParts {
  readonly entries: EntryStore;
  readonly library: LibraryClient;
  readonly files: FileRoom;
  /** Came from the library, and is written down. */
  readonly changed: (changes: readonly EntryChange[]) => void;
  /** A round is over, or it failed. The next attempt comes by itself. */
  readonly ended: (error: VoxreelError | undefined) => void;
}

/** At once; a browser has six connections to a server. */
const atOnce = 3;
/** Of one record, before the next round. */
const mostConflicts = 20;
/** Edits that follow one another are sent together. */
const gatherMs = 300;
/** A draft changes with each letter. */
const draftMs = 2000;

/** Which no later attempt changes. */
const isFinal = (error: VoxreelError): boolean =>
  ['body_too_large', 'invalid_value', 'too_deep'].includes(error.code) || error.status === 400 || error.status === 422;

export class Synchronizer {
  readonly #parts: SynchronizerParts;
  #turn: Promise<unknown> = Promise.resolve();
  #leading: AbortController | undefined;
  /** Keys whose entries may have edits; undefined before all were looked through. */
  #unsent: Set<string> | undefined;
  #isBehind = true;
  /** Nothing more fits into the library; deletions do. */
  #full: VoxreelError | undefined;
  /** A file does not fit in; smaller ones and records may. */
  #tooLarge: VoxreelError | undefined;
  #writing: ReturnType<typeof setTimeout> | undefined;
  #hasEdits = false;
  #isHurried = false;
  #stir: (() => void) | undefined;
  #hurry: (() => void) | undefined;

  constructor(parts: SynchronizerParts) {
    this.#parts = parts;
  }

  lead(leading: boolean): void {
    if (leading === (this.#leading !== undefined)) return;
    this.#leading?.abort();
    this.#leading = undefined;
    clearTimeout(this.#writing);
    this.#writing = undefined;
    if (!leading) return;
    // What other tabs have written meanwhile is not known here.
    this.#unsent = undefined;
    this.#isBehind = true;
    this.#leading = new AbortController();
    const { signal } = this.#leading;
    const hurry = () => this.hurry();
    globalThis.addEventListener?.('online', hurry, { signal });
    // Who leaves the page may go on writing on another device.
    globalThis.addEventListener?.('visibilitychange', () => this.#settle(), { signal });
    this.#run(signal).catch(() => undefined);
    this.#listen(signal).catch(() => undefined);
  }

  /** These were edited, in this tab or another. */
  edited(keys: readonly string[]): void {
    for (const key of keys) this.#unsent?.add(key);
    if (!keys.every((key) => kindOf(key) === 'draft')) this.#goOn();
    else this.#writing ??= setTimeout(() => this.#settle(), draftMs);
  }

  /** What is being written is sent now. */
  #settle(): void {
    if (this.#writing === undefined) return;
    clearTimeout(this.#writing);
    this.#writing = undefined;
    this.#goOn();
  }

  #goOn(): void {
    this.#hasEdits = true;
    this.#stir?.();
  }

  /** There may be something new. */
  behind(): void {
    this.#isBehind = true;
    this.#stir?.();
  }

  /** Waits for no later attempt. */
  hurry(): void {
    this.#isHurried = true;
    this.behind();
    this.#hurry?.();
  }

  /** One exchange of everything; after that which is under way. Rejects with what went wrong. */
  exchange(signal: AbortSignal, receive = true): Promise<void> {
    const round = this.#turn.then(() => this.#exchange(signal, receive));
    this.#turn = round.catch(() => undefined);
    return round;
  }

  /** When nothing is under way. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted;) {
      const isBehind = this.#isBehind;
      this.#isBehind = this.#hasEdits = this.#isHurried = false;
      try {
        await this.exchange(signal, isBehind);
        attempt = 0;
        this.#parts.ended(undefined);
        if (!this.#isBehind && !this.#hasEdits) await this.#pause(signal);
        await this.#pause(signal, gatherMs);
      } catch (cause) {
        if (signal.aborted) return;
        this.#isBehind ||= isBehind;
        const error = toVoxreelError(cause, 'internal_error');
        this.#parts.ended(error);
        await this.#pause(signal, Math.max(error.retryAfterMs ?? 0, backoffMs(attempt++, { baseMs: 1000, maxMs: 60_000 })));
      }
    }
  }

  /** Until something is to be done, or so long; not where somebody is in a hurry. */
  #pause(signal: AbortSignal, ms?: number): Promise<void> {
    if (signal.aborted || this.#isHurried) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#stir = this.#hurry = undefined;
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(end, ms);
      signal.addEventListener('abort', end);
      this.#hurry = end;
      if (ms === undefined) this.#stir = end;
    });
  }

  /** Where the stream cannot be had, asks from time to time. */
  async #listen(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const heard = () => {
        attempt = 0;
        this.behind();
      };
      await this.#parts.library.listen(heard, signal).catch(() => undefined);
      await delay(backoffMs(attempt, { baseMs: 1000, maxMs: 60_000 }), signal);
      if (attempt > 0) this.behind();
    }
  }

  async #exchange(signal: AbortSignal, receive: boolean): Promise<void> {
    if (receive) await this.#receive(signal);
    if (this.#unsent === undefined) {
      const unsent = new Set<string>();
      this.#unsent = unsent;
      for (const [key, entry] of await this.#parts.entries.all()) if (isUnsent(entry)) unsent.add(key);
    }
    this.#full = this.#tooLarge = undefined;
    const keys = [...this.#unsent];
    const next = keys.values();
    const send = async () => {
      for (const key of next) await this.#send(key, signal);
    };
    const sent = await Promise.allSettled(Array.from({ length: Math.min(atOnce, keys.length) }, send));
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
    const lacking = this.#full ?? this.#tooLarge;
    if (lacking) throw lacking;
  }

  async #receive(signal: AbortSignal): Promise<void> {
    const { entries, library } = this.#parts;
    let cursor = await entries.cursor();
    const isWhole = cursor === undefined;
    for (let more = true; more;) {
      const page = await library.changes(cursor, signal);
      if (page === undefined) {
        await this.#changeAll(restarted);
        return this.#receive(signal);
      }
      if (page.owner !== undefined) await entries.own(page.owner);
      await this.#take(page.changes, page.cursor, signal);
      ({ cursor, more } = page);
    }
    if (isWhole) await this.#changeAll(listed);
  }

  async #changeAll(change: (entry: Entry) => Entry | undefined): Promise<void> {
    const { entries, changed } = this.#parts;
    const keys = (await entries.all()).map(([key]) => key);
    const cursor = change === restarted ? { cursor: null } : {};
    changed(await entries.change(keys, (_key, entry) => entry && change(entry), cursor));
  }

  async #take(changes: readonly RemoteChange[], cursor: string | undefined, signal: AbortSignal): Promise<void> {
    const { entries, files, changed } = this.#parts;
    const strays: string[] = [];
    const known = new Map<string, RemoteChange>();
    for (const change of changes) {
      const key = keyOfName(change);
      if (key !== undefined && (change.record === undefined || fits(key, change.record))) known.set(key, change);
    }
    const take = (key: string, entry: Entry | undefined) => {
      const change = known.get(key);
      const next = change === undefined ? entry : received(key, entry, change);
      if (next === undefined) strays.push(...(entry?.sentFiles ?? []));
      return next;
    };
    changed(await entries.change([...known.keys()], take, cursor === undefined ? {} : { cursor }));
    await files.takeBack(strays, signal);
  }

  /** Until the library has it as it was when this began, at least. */
  async #send(key: string, signal: AbortSignal): Promise<void> {
    const { entries, library } = this.#parts;
    const name = libraryName(key);
    for (let attempt = 0; attempt < mostConflicts; attempt++) {
      const [[, entry] = []] = await entries.some([key]);
      if (entry === undefined || !isUnsent(entry)) return this.#sent(key, entry, signal);
      // It is sent as soon as it may be: then it is edited again.
      if (entry.refused || !isToBeSent(key, entry.record)) return void this.#unsent?.delete(key);
      if (name === undefined) return this.#refuse(key, entry);
      if (this.#full && entry.record !== undefined) return;
      const { record, version, isThere } = entry;
      try {
        if (!(await this.#sendFiles(key, entry, signal))) return;
        const written =
          record === undefined
            ? await library.remove(name, version, signal)
            : await library.put(name, portable(key, record), isThere ? version : undefined, signal);
        if ('version' in written) await entries.change([key], (_key, now) => accepted(key, now, entry, written.version));
        else if (written.current === undefined) await entries.change([key], (_key, now) => now && restarted(now));
        else await this.#conflict(key, entry, { ...name, ...written.current }, signal);
        if ('version' in written && record === undefined) await this.#parts.files.takeBack(entry.sentFiles ?? [], signal);
      } catch (cause) {
        const error = toVoxreelError(cause, 'internal_error');
        if (error.code === 'quota_exceeded') {
          this.#full ??= error;
          return;
        }
        if (!isFinal(error)) throw error;
        await this.#refuse(key, entry);
        this.#parts.ended(error);
        return;
      }
    }
  }

  /** Nothing of it is to be sent. */
  async #sent(key: string, entry: Entry | undefined, signal: AbortSignal): Promise<void> {
    this.#unsent?.delete(key);
    if (entry?.sentFiles === undefined) return;
    await this.#parts.files.takeBack(strayFiles(key, entry), signal);
    await this.#parts.entries.change([key], (_key, now) => now && withoutStrays(now));
  }

  /** Before the record that names them. False where they do not fit into the library. */
  async #sendFiles(key: string, entry: Entry, signal: AbortSignal): Promise<boolean> {
    const { entries, files } = this.#parts;
    const ids = filesToSend(key, entry);
    try {
      for (const id of ids) {
        await files.send(id, signal);
        await entries.change([key], (_key, now) => now && withSentFiles(now, [id]));
      }
      return true;
    } catch (cause) {
      const error = toVoxreelError(cause, 'internal_error');
      if (error.code !== 'quota_exceeded') throw error;
      this.#tooLarge ??= error;
      return false;
    }
  }

  async #conflict(key: string, { version }: Entry, current: RemoteChange, signal: AbortSignal): Promise<void> {
    if (current.version > version) return this.#take([current], undefined, signal);
    // Of a version that is known; or a deletion that was guessed at.
    await this.#parts.entries.change(
      [key],
      (_key, entry) => entry && { ...entry, version: current.version, isThere: current.record !== undefined },
    );
  }

  async #refuse(key: string, { edits }: Entry): Promise<void> {
    this.#unsent?.delete(key);
    await this.#parts.entries.change([key], (_key, entry) => (entry?.edits === edits ? { ...entry, refused: true } : entry));
  }
}
