// A remote stream that is played and measured: by a media element, or through the graph where the element is refused.
import type { AudioHost } from './audio-host.js';
import { createLoudness, type Loudness } from './loudness.js';
import { createSoundClock, type SoundClock } from './sound-clock.js';

export interface RemoteSound {
  readonly element: HTMLAudioElement;
  /** RMS of what is let through, 0 to 1. */
  readonly level: number;
  readonly clock: SoundClock;
  play(): void;
  /** Silent until it is called with false. */
  hush(silent: boolean): void;
  /** 0 to 1: for the ear alone. */
  setVolume(volume: number): void;
  close(): void;
}

interface Graph {
  /** Held: Firefox collects a source that nobody holds. */
  readonly source: AudioNode;
  readonly gain: GainNode;
  readonly loudness: Loudness;
}

/** `mix` gets what is played, for a recording. */
export function createRemoteSound(host: AudioHost, stream: MediaStream, mix: AudioNode): RemoteSound {
  const { context } = host;
  const element = new Audio();
  element.srcObject = stream;
  const graph = graphOf(context, stream);
  graph?.gain.connect(mix);
  const clock = createSoundClock(host, graph?.gain);
  let through = false;
  let silent = false;
  let volume = 1;
  const loud = new GainNode(context);

  const apply = () => {
    element.volume = loud.gain.value = volume;
    // iOS lets a page silence an element, and no more.
    element.muted = silent || through || volume === 0;
    if (graph !== undefined) graph.gain.gain.value = silent ? 0 : 1;
  };
  return {
    element,
    clock,
    get level() {
      return graph?.loudness.level ?? 0;
    },
    play() {
      element.play().catch((cause: unknown) => {
        // Refused outside of a gesture (WebKit, where no microphone is open); the context was unlocked inside one.
        if (!(cause instanceof DOMException) || cause.name !== 'NotAllowedError' || graph === undefined || through) return;
        through = true;
        apply();
        graph.gain.connect(loud).connect(context.destination);
      });
    },
    hush(next) {
      silent = next;
      apply();
    },
    setVolume(next) {
      volume = next;
      apply();
    },
    close() {
      clock.close();
      element.pause();
      element.srcObject = null;
      graph?.source.disconnect();
      loud.disconnect();
      graph?.loudness.close();
    },
  };
}

/** A browser that cannot take a stream into its graph still plays it. */
function graphOf(context: AudioContext, stream: MediaStream): Graph | undefined {
  try {
    const gain = new GainNode(context);
    const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream });
    source.connect(gain);
    return { source, gain, loudness: createLoudness(context, gain) };
  } catch {
    return undefined;
  }
}
