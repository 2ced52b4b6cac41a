// What the page of a spoken site does: it calls, with everything that leaves it for the ear recorded, and can be kept busy.
import type { Page } from 'puppeteer-core';
import type { createRealtimeSession as create, items as itemsOf, SessionConfig } from 'voxreel';

import { audible } from './spoken-site.js';

export interface PageCall {
  /** Ids of the service's events, in the order in which the page heard of them. */
  readonly events: string[];
  readonly errors: string[];
  /** Pieces of the microphone that the page knows to be sent. */
  readonly appended: number;
  readonly rateHz: number;
  /** Beginning and end of each time for which the page answered nobody, in milliseconds since 1970. */
  readonly busyTimes: readonly (readonly [from: number, to: number])[];
  /** Of the newest item, by the session's own count. */
  readonly heardMs: number | undefined;
}

interface Library {
  readonly createRealtimeSession: typeof create;
  readonly items: typeof itemsOf;
}

declare const spoken: {
  interrupt(): void;
  busy(on: boolean): void;
  /** Answers nobody for so many milliseconds, from a moment after this on. */
  freeze(ms: number): void;
  state(): PageCall;
  samples(): string;
  startTalking(): void;
  stopTalking(): void;
  close(): void;
};

export const withSound: SessionConfig = { modalities: ['text', 'audio'] };

/** Connects, and opens a microphone that hums. */
export const call = (page: Page, session: SessionConfig = withSound): Promise<void> =>
  page.evaluate(async (given) => {
    const connect = AudioNode.prototype.connect as (this: AudioNode, target: AudioNode) => AudioNode;
    const blocks: Float32Array[] = [];
    let rateHz = 0;
    const recorder = `registerProcessor('recorder', class extends AudioWorkletProcessor {
      process([[samples]]) { this.port.postMessage(samples?.slice() ?? new Float32Array(128)); return true; }
    })`;
    const record = async (node: AudioNode) => {
      rateHz = node.context.sampleRate;
      await (node.context as AudioContext).audioWorklet.addModule(URL.createObjectURL(new Blob([recorder], { type: 'text/javascript' })));
      const tap = new AudioWorkletNode(node.context, 'recorder', { channelCount: 1, channelCountMode: 'explicit' });
      tap.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => void blocks.push(data));
      tap.port.start();
      connect.call(node, tap);
      connect.call(tap, node.context.destination);
    };
    let recording: Promise<void> | undefined;
    AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode, ...rest: number[]) {
      if (target instanceof MediaStreamAudioDestinationNode && !('hums' in target)) recording ??= record(this);
      return Reflect.apply(connect, this, [target, ...rest]) as AudioNode;
    } as AudioNode['connect'];

    // The library as a script tag has it.
    const path: string = '/core.js';
    const { createRealtimeSession, items } = (await import(path)) as Library;
    const events: string[] = [];
    const errors: string[] = [];
    let appended = 0;
    const live = createRealtimeSession({
      baseUrl: '/',
      model: 'm',
      transports: ['websocket'],
      reconnect: { baseMs: 5 },
      session: given,
    });
    live.on('event', ({ event_id: id }) => events.push(String(id)));
    live.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
    live.on('sent', ({ type }) => void (appended += type === 'input_audio_buffer.append' ? 1 : 0));
    await live.connect();
    const context = new AudioContext();
    const hum = new OscillatorNode(context);
    const stream = Object.assign(new MediaStreamAudioDestinationNode(context), { hums: true });
    hum.connect(stream);
    hum.start();
    await live.setMicrophone(stream.stream);
    await recording;

    let timer: ReturnType<typeof setInterval> | undefined;
    const busyTimes: [number, number][] = [];
    const now = () => performance.timeOrigin + performance.now();
    const block = (ms = 1600) => {
      const from = now();
      while (now() < from + ms);
      busyTimes.push([from, now()]);
    };
    (globalThis as unknown as { spoken: typeof spoken }).spoken = {
      interrupt: live.interrupt,
      startTalking: live.startTalking,
      stopTalking: live.stopTalking,
      close: live.close,
      freeze: (ms) => void setTimeout(() => block(ms)),
      busy(on) {
        clearInterval(timer);
        if (on) timer = setInterval(block, 2000);
      },
      state: () => ({
        events,
        errors,
        appended,
        rateHz,
        busyTimes,
        heardMs: items(live.store.get()).at(-1)?.heardMs,
      }),
      samples() {
        const all = new Float32Array(blocks.length * 128);
        blocks.forEach((block, at) => all.set(block, at * 128));
        const bytes = new Uint8Array(all.buffer);
        let text = '';
        for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
        return btoa(text);
      },
    };
  }, session);

export const stateOf = (page: Page): Promise<PageCall> => page.evaluate(() => spoken.state());
export const keepBusy = (page: Page, on: boolean): Promise<void> => page.evaluate((busy) => spoken.busy(busy), on);
export const freeze = (page: Page, ms: number): Promise<void> => page.evaluate((forMs) => spoken.freeze(forMs), ms);
export const interrupt = (page: Page): Promise<void> => page.evaluate(() => spoken.interrupt());
export const startTalking = (page: Page): Promise<void> => page.evaluate(() => spoken.startTalking());
export const stopTalking = (page: Page): Promise<void> => page.evaluate(() => spoken.stopTalking());
export const hangUp = (page: Page): Promise<void> => page.evaluate(() => spoken.close());

/** Everything that left the page for the ear, from the first sound on. */
export async function soundOf(page: Page): Promise<Float32Array> {
  const bytes = Buffer.from(await page.evaluate(() => spoken.samples()), 'base64');
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const first = samples.findIndex((value) => value > audible);
  return first < 0 ? new Float32Array(0) : samples.subarray(first);
}
