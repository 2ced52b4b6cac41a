// Both sides of a conversation as one WAV file: the user left, the assistant right, on one clock. Loaded only where a page asks for it.
import type { AudioHost } from './audio-host.js';
import { captureNode, type Capture } from './microphone.js';
import { readChunks } from './read-chunks.js';

export interface AudioRecording {
  /** Records from now on, besides what was recorded before. `assistant`: everything the speaker plays. */
  attach(host: AudioHost, assistant: AudioNode): Promise<RecordingTap>;
  /** 24 kHz stereo, 16 bits. */
  file(): Promise<Blob>;
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

/** `maxMinutes`: the newest that are kept, 5.8 MB each. */
export function createAudioRecording(maxMinutes = 30): AudioRecording {
  let kept: Blob[] = [];
  let fresh: Int16Array<ArrayBuffer>[] = [];
  let capture: Capture | undefined;

  const settle = () => {
    if (fresh.length > 0) kept.push(new Blob(fresh));
    fresh = [];
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    while (bytes > maxMinutes * 60 * bytesPerSecond && kept.length > 1) bytes -= kept.shift()?.size ?? 0;
  };
  const add = (samples: Int16Array<ArrayBuffer>) => {
    fresh.push(samples.slice());
    if (fresh.length >= chunksInBlob) settle();
  };

  return {
    async attach(host, assistant) {
      const mixer = createMixer(host.context, assistant);
      const options = { sampleRateHz, channels: 2, chunkLength: (sampleRateHz * 2 * chunkMs) / 1000 };
      const started = await captureNode(host, mixer.output, options, readChunks(add));
      capture = started;
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
    async file() {
      await capture?.flush();
      settle();
      const length = kept.reduce((sum, { size }) => sum + size, 0);
      return new Blob([wavHeader(length), ...kept], { type: 'audio/wav' });
    },
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
