// The way to the ear: a media element fed from the graph, since echo cancellers listen to those, else the graph's own end. Also plays a remote stream.
import { createMeter, type Meter } from './meter.js';

export interface AudioOutput {
  readonly input: AudioNode;
  /** RMS of whatever sounds now, 0 to 1. */
  readonly level: number;
  /** Between the graph and the ear, as far as the browser tells. */
  latencySeconds(): number;
  /** Begins playing; call it inside a user's gesture. */
  play(): void;
  /** Plays a remote stream, or ends it. */
  setStream(stream: MediaStream | undefined): void;
  /** Silences the remote stream. */
  hush(silent: boolean): void;
  close(): void;
}

export function createAudioOutput(context: AudioContext, destination?: AudioNode): AudioOutput {
  const input = new GainNode(context);
  const graphMeter = createMeter(context, input);
  let element = destination === undefined ? elementRoute(context, input) : undefined;
  if (destination !== undefined) input.connect(destination);
  let remote: { readonly element: HTMLAudioElement; readonly meter: Meter | undefined } | undefined;

  const endRemote = () => {
    remote?.meter?.close();
    release(remote?.element);
    remote = undefined;
  };

  return {
    input,
    get level() {
      return Math.max(graphMeter.level, remote?.meter?.level ?? 0);
    },
    latencySeconds: () => context.outputLatency || context.baseLatency || 0,
    play() {
      const playing = element;
      playing?.play().catch(() => {
        // Refused (WebKit, without a gesture): straight to the device, which the context's own unlocking opens.
        if (element !== playing) return;
        element = undefined;
        release(playing);
        input.disconnect();
        graphMeter.reconnect();
        input.connect(context.destination);
      });
      remote?.element.play().catch(() => undefined);
    },
    setStream(stream) {
      endRemote();
      if (stream === undefined) return;
      const audio = new Audio();
      audio.srcObject = stream;
      remote = { element: audio, meter: streamMeter(context, stream) };
      audio.play().catch(() => undefined);
    },
    hush(silent) {
      if (remote !== undefined) remote.element.muted = silent;
    },
    close() {
      endRemote();
      release(element);
      element = undefined;
      input.disconnect();
    },
  };
}

function elementRoute(context: AudioContext, input: AudioNode): HTMLAudioElement {
  const route = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  input.connect(route);
  const audio = new Audio();
  audio.srcObject = route.stream;
  return audio;
}

/** A browser that cannot measure a stream still plays it. */
function streamMeter(context: AudioContext, stream: MediaStream): Meter | undefined {
  try {
    return createMeter(context, new MediaStreamAudioSourceNode(context, { mediaStream: stream }));
  } catch {
    return undefined;
  }
}

function release(audio: HTMLAudioElement | undefined): void {
  if (audio === undefined) return;
  audio.pause();
  audio.srcObject = null;
}
