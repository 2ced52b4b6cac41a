// The user's microphone: opened, muted, measured, and cut into chunks by a worklet for wires that carry audio in events.
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { AudioHost } from './audio-host.js';
import type { CaptureOptions } from './capture.worklet.js';
import { createLoudness, type Loudness } from './loudness.js';

export interface Microphone {
  readonly stream: MediaStream;
  /** RMS, 0 to 1. */
  readonly level: number;
  /** False sends silence. */
  enable(on: boolean): void;
  /** Stops the tracks, unless the stream is the page's own. */
  close(): void;
}

const voiceConstraints: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** Rejects with `microphone_denied`, `microphone_missing`, `microphone_busy` or `unsupported`. */
export async function openMicrophone(source: MediaTrackConstraints | MediaStream, host: AudioHost, ended: () => void): Promise<Microphone> {
  const own = !isStream(source);
  const stream = own ? await requestStream({ ...voiceConstraints, ...source }) : source;
  const loudness = loudnessOf(stream, host);
  for (const track of stream.getAudioTracks()) track.addEventListener('ended', ended);
  return {
    stream,
    get level() {
      return loudness?.level ?? 0;
    },
    enable: (on) => {
      for (const track of stream.getAudioTracks()) track.enabled = on;
    },
    close() {
      loudness?.close();
      for (const track of stream.getAudioTracks()) {
        track.removeEventListener('ended', ended);
        if (own) track.stop();
      }
    },
  };
}

const isStream = (source: MediaTrackConstraints | MediaStream): source is MediaStream => 'getAudioTracks' in source;

async function requestStream(audio: MediaTrackConstraints): Promise<MediaStream> {
  const devices = globalThis.navigator?.mediaDevices;
  if (devices === undefined) throw new VoxreelError('unsupported', 'Microphones need a secure page (https or localhost).');
  try {
    return await devices.getUserMedia({ audio });
  } catch (cause) {
    throw microphoneError(cause);
  }
}

const failures: Record<string, readonly [code: string, message: string]> = {
  NotAllowedError: [
    'microphone_denied',
    'This page may not use the microphone: allow it in the browser’s settings for this site, then try again.',
  ],
  SecurityError: ['microphone_denied', 'This page may not use the microphone: its address or the frame that holds it must be allowed to.'],
  NotFoundError: ['microphone_missing', 'No microphone was found: plug one in, then try again.'],
  OverconstrainedError: ['microphone_missing', 'The microphone that was chosen is not there: plug it in or choose another.'],
  NotReadableError: ['microphone_busy', 'The microphone is in use elsewhere: close what uses it, then try again.'],
  AbortError: ['microphone_busy', 'The microphone could not be started: close what uses it, then try again.'],
};

function microphoneError(cause: unknown): VoxreelError {
  const [code, message] = failures[cause instanceof Error ? cause.name : ''] ?? ['unsupported', 'The microphone could not be opened.'];
  return new VoxreelError(code, message, { retryable: code === 'microphone_busy', cause });
}

function loudnessOf(stream: MediaStream, { context }: AudioHost): Loudness | undefined {
  try {
    return createLoudness(context, new MediaStreamAudioSourceNode(context, { mediaStream: stream }));
  } catch {
    // Firefox refuses a microphone of another rate: then there is no loudness, and `startCapture` says why there are no chunks.
    return undefined;
  }
}

export interface Capture {
  /** Resolves when everything recorded so far has been given away. */
  flush(): Promise<void>;
  close(): void;
}

/** Reads the chunks of a capture worklet by its port, on this thread or another. */
export type ChunkReading = (port: MessagePort) => Capture;

/** Cuts a stream into chunks of 16-bit samples. Rejects with `audio_blocked` or `worklet_missing`. */
export async function startCapture(host: AudioHost, stream: MediaStream, options: CaptureOptions, read: ChunkReading): Promise<Capture> {
  // The worklet first: a stream that ends meanwhile is refused as a source, and says so.
  await host.addWorklet('capture');
  try {
    const source = new MediaStreamAudioSourceNode(host.context, { mediaStream: stream });
    const capture = await captureNode(host, source, options, read);
    return {
      flush: capture.flush,
      close() {
        capture.close();
        source.disconnect();
      },
    };
  } catch (cause) {
    throw toVoxreelError(cause, 'audio_blocked');
  }
}

/** The same for what any node gives. */
export async function captureNode(host: AudioHost, source: AudioNode, options: CaptureOptions, read: ChunkReading): Promise<Capture> {
  await host.addWorklet('capture');
  const { context } = host;
  const node = new AudioWorkletNode(context, 'voxreel-capture', { processorOptions: options });
  const reading = read(node.port);
  // Its output is silence; a node that leads nowhere is not run by every engine.
  source.connect(node).connect(context.destination);
  let closed = false;
  return {
    flush: reading.flush,
    close() {
      if (closed) return;
      closed = true;
      source.disconnect(node);
      reading.close();
      node.disconnect();
    },
  };
}
