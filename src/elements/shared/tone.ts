// One soft sine tone.

export interface Tone {
  readonly frequencyHz: number;
  /** On the clock of the context. */
  readonly atSeconds: number;
  readonly seconds: number;
  /** 0 to 1. */
  readonly loudness: number;
}

/** Starts and ends without a click. */
export function scheduleTone(context: BaseAudioContext, out: AudioNode, { frequencyHz, atSeconds, seconds, loudness }: Tone): void {
  const gain = new GainNode(context, { gain: 0 });
  const oscillator = new OscillatorNode(context, { frequency: frequencyHz });
  gain.gain.setValueAtTime(0, atSeconds);
  gain.gain.linearRampToValueAtTime(loudness, atSeconds + 0.03);
  gain.gain.linearRampToValueAtTime(0, atSeconds + seconds);
  oscillator.connect(gain).connect(out);
  oscillator.start(atSeconds);
  oscillator.stop(atSeconds + seconds);
}
