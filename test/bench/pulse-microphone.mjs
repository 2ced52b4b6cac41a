/** In the page, before any script of its own: its microphone is silent but for a short tone every half second. Notes when each begins. */
export function pulseMicrophone() {
  globalThis.pulses = [];
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 440 });
    const gain = new GainNode(context, { gain: 0 });
    const out = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    tone.connect(gain).connect(out);
    tone.start();
    await context.resume();
    const inMs = 100;
    setInterval(() => {
      const at = context.currentTime + inMs / 1000;
      globalThis.pulses.push(Date.now() + inMs);
      gain.gain.setValueAtTime(0.8, at);
      gain.gain.setValueAtTime(0, at + 0.06);
    }, 500);
    return out.stream;
  };
}
