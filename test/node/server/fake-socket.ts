// One side of a relay in memory: what was done to it is written down, and a test says what happens at its other end.
import type { RelaySocket } from '../../../src/server/relay/relay-socket.js';

/** Its peer reads on command. */
export class FakeSocket implements RelaySocket {
  readonly sent: string[] = [];
  /** For each message, whether it went as bytes. */
  readonly binary: boolean[] = [];
  readonly closes: [number | undefined, string | undefined][] = [];
  readonly waiting: { readonly bytes: number; readonly sent: () => void }[] = [];
  pings = 0;
  isPaused = false;
  terminated = false;
  #listeners = new Map<string, ((...values: never[]) => void)[]>();

  get bufferedAmount(): number {
    return this.waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  send(data: Uint8Array | string, { binary }: { binary: boolean }, sent: () => void): void {
    this.binary.push(binary);
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    this.sent.push(text);
    this.waiting.push({ bytes: text.length, sent });
  }
  /** The peer reads one message. */
  read(): void {
    this.waiting.shift()?.sent();
  }
  ping(): void {
    this.pings += 1;
  }
  close(code?: number, reason?: string): void {
    this.closes.push([code, reason]);
  }
  terminate(): void {
    this.terminated = true;
    this.emit('close', 1006, new Uint8Array());
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  on(event: string, listener: (...values: never[]) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }
  emit(event: string, ...values: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(values as never[]));
  }
  says(text: string, binary = false): void {
    this.emit('message', new TextEncoder().encode(text), binary);
  }
  hangsUp(code: number, reason = ''): void {
    this.emit('close', code, new TextEncoder().encode(reason));
  }
}
