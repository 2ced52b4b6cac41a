// The sound of a video that ended: two soft tones, upwards when it is ready, downwards when it failed.
import { scheduleTone } from '../../shared/tone.js';

const seconds = 0.32;
const loudness = 0.06;

/** Schedules it from `atSeconds` on; returns when it is over. */
export function scheduleChime(context: BaseAudioContext, isReady: boolean, atSeconds = context.currentTime + 0.02): number {
  const [first, second] = isReady ? [659, 880] : [523, 392];
  const next = atSeconds + seconds / 2;
  scheduleTone(context, context.destination, { frequencyHz: first, atSeconds, seconds, loudness });
  scheduleTone(context, context.destination, { frequencyHz: second, atSeconds: next, seconds, loudness });
  return next + seconds;
}

/** Nothing where the browser does not let this page sound yet: nobody has touched it. */
export function playChime(isReady: boolean): void {
  const context = new AudioContext();
  const close = () => void context.close().catch(() => undefined);
  if (context.state === 'suspended' && !canSound()) return close();
  const end = scheduleChime(context, isReady);
  const silence = new ConstantSourceNode(context, { offset: 0 });
  silence.addEventListener('ended', close);
  silence.connect(context.destination);
  silence.start();
  silence.stop(end);
}

/** Where the browser does not say, it is tried. */
export const canSound = (): boolean => !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
