// Loudness of what flows through an audio node. Reading allocates nothing.

export interface Loudness {
  /** RMS, 0 to 1. */
  readonly level: number;
  /** After the source was disconnected from everything. */
  reconnect(): void;
  close(): void;
}

export function createLoudness(context: AudioContext, source: AudioNode): Loudness {
  const analyser = new AnalyserNode(context, { fftSize: 512 });
  const samples = new Float32Array(analyser.fftSize);
  source.connect(analyser);
  return {
    get level() {
      analyser.getFloatTimeDomainData(samples);
      let sum = 0;
      for (let at = 0; at < samples.length; at++) sum += (samples[at] ?? 0) ** 2;
      return Math.min(1, Math.sqrt(sum / samples.length));
    },
    reconnect: () => void source.connect(analyser),
    close: () => source.disconnect(),
  };
}
