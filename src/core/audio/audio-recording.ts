// Both sides of a conversation as one WAV file: the user left, the assistant right, on one clock. Loaded only where a page asks for it.
import type { AudioHost } from './audio-host.js';
import { captureNode, type Capture } from './microphone.js';
import { readChunks } from './read-chunks.js';

export interface AudioRecording {
  /** Records from now on, besides what was recorded before. `assistant`: everything the speaker plays. */
  attach(host: AudioHost, assistant: AudioNode): Promise<RecordingTap>;
  /** 24 kHz stereo, 16 bits. */
  file(): Promise<Blob>;
  /** The same, and when it was heard. */
  sound(): Promise<RecordedSound>;
}

export interface RecordedSound {
  /** WAV. */
  readonly file: Blob;
  /** When each stretch of it was heard: in order, and each lasts until the next begins. */
  readonly spans: readonly RecordedSpan[];
}

export interface RecordedSpan {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the beginning of the file; negative where its beginning was given up. */
  readonly atMs: number;
}

export interface RecordingTap {
  setMicrophone(stream: MediaStream | undefined): void;
  /** What does not reach the service is not recorded either. */
  open(passes: boolean): void;
  close(): void;
}

const sampleRateHz = 24_000;
const bytesPerSecond = sampleRateHz * 4;
const chunkMs = 100;
/** Chunks that become one Blob, which a browser may keep on disk. */
const chunksInBlob = 100;
/** Sound that comes so much later than its length says stood still meanwhile: the machine slept. */
const stoodStillMs = 2000;

/** `maxMinutes`: the newest that are kept, 5.8 MB each. */
export function createAudioRecording(maxMinutes = 30): AudioRecording {
  let kept: Blob[] = [];
  let fresh: Int16Array<ArrayBuffer>[] = [];
  let capture: Capture | undefined;
  const timeline = createTimeline();

  const settle = () => {
    if (fresh.length > 0) kept.push(new Blob(fresh));
    fresh = [];
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    while (bytes > maxMinutes * 60 * bytesPerSecond && kept.length > 1) {
      const { size = 0 } = kept.shift() ?? {};
      bytes -= size;
      timeline.drop(msOf(size));
    }
  };
  const add = (samples: Int16Array<ArrayBuffer>) => {
    timeline.add(msOf(samples.byteLength));
    fresh.push(samples.slice());
    if (fresh.length >= chunksInBlob) settle();
  };
  const file = async () => {
    await capture?.flush();
    settle();
    const length = kept.reduce((sum, { size }) => sum + size, 0);
    return new Blob([wavHeader(length), ...kept], { type: 'audio/wav' });
  };

  return {
    async attach(host, assistant) {
      const mixer = createMixer(host.context, assistant);
      const options = { sampleRateHz, channels: 2, chunkLength: (sampleRateHz * 2 * chunkMs) / 1000 };
      const started = await captureNode(host, mixer.output, options, readChunks(add));
      capture = started;
      timeline.pause();
      return {
        setMicrophone: mixer.setMicrophone,
        open: mixer.open,
        close() {
          if (capture === started) capture = undefined;
          started.close();
          mixer.close();
        },
      };
    },
    file,
    sound: async () => ({ file: await file(), spans: timeline.spans() }),
  };
}

const msOf = (bytes: number) => (bytes * 1000) / bytesPerSecond;

/** When what is in the file was heard. Chunks come late, never early: the earliest of a stretch tells when it began. */
export function createTimeline(now: () => number = Date.now) {
  const spans: { startedAt: number; readonly atMs: number }[] = [];
  let totalMs = 0;
  let droppedMs = 0;
  let paused = true;
  return {
    /** The next chunk belongs to another stretch. */
    pause() {
      paused = true;
    },
    add(ms: number) {
      const last = spans.at(-1);
      const startedAt = now() - ms;
      const expectedAt = last === undefined ? 0 : last.startedAt + totalMs - last.atMs;
      if (last === undefined || paused || startedAt - expectedAt > stoodStillMs) spans.push({ startedAt, atMs: totalMs });
      else last.startedAt = Math.min(last.startedAt, last.startedAt + startedAt - expectedAt);
      paused = false;
      totalMs += ms;
    },
    /** The oldest of the file are gone. */
    drop(ms: number) {
      droppedMs += ms;
    },
    spans: (): readonly RecordedSpan[] => spans.map(({ startedAt, atMs }) => ({ startedAt, atMs: atMs - droppedMs })),
  };
}

function createMixer(context: AudioContext, assistant: AudioNode) {
  const output = new ChannelMergerNode(context, { numberOfInputs: 2 });
  const user = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
  const other = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
  user.connect(output, 0, 0);
  other.connect(output, 0, 1);
  assistant.connect(other);
  // Both channels run on while nobody speaks: silence takes its time in the recording too.
  const silence = new ConstantSourceNode(context, { offset: 0 });
  silence.connect(user);
  silence.connect(other);
  silence.start();
  let source: MediaStreamAudioSourceNode | undefined;
  return {
    output,
    setMicrophone(stream: MediaStream | undefined) {
      source?.disconnect();
      source = stream === undefined ? undefined : new MediaStreamAudioSourceNode(context, { mediaStream: stream });
      source?.connect(user);
    },
    open(passes: boolean) {
      user.gain.value = passes ? 1 : 0;
    },
    close() {
      source?.disconnect();
      silence.disconnect();
      assistant.disconnect(other);
      other.disconnect();
      user.disconnect();
    },
  };
}

/** The 44 bytes before `length` bytes of 16-bit stereo samples. */
function wavHeader(length: number): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string) => {
    for (let index = 0; index < word.length; index++) header.setUint8(at + index, word.charCodeAt(index));
  };
  text(0, 'RIFF');
  header.setUint32(4, 36 + length, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 2, true);
  header.setUint32(24, sampleRateHz, true);
  header.setUint32(28, bytesPerSecond, true);
  header.setUint16(32, 4, true);
  header.setUint16(34, 16, true);
  text(36, 'data');
  header.setUint32(40, length, true);
  return header.buffer;
}
