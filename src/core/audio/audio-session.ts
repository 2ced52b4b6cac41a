// What Safari is to take the page's sound for, while there is a call: https://www.w3.org/TR/audio-session/

/** Of all calls of the page. */
let calls = 0;
let before: string | undefined;

const audioSession = (): { type: string } | undefined =>
  (globalThis.navigator as { readonly audioSession?: { type: string } } | undefined)?.audioSession;

/**
 * Without a type of its own an iPhone silences a graph's sound by the ring switch, and changes loudness and route each time the microphone
 * opens or closes. A type that the page chose stays. Returns its own undo.
 */
export function holdAudioSession(): () => void {
  const session = audioSession();
  if (session === undefined) return () => undefined;
  if (calls++ === 0 && session.type === 'auto') {
    before = session.type;
    session.type = 'play-and-record';
  }
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    if (--calls > 0 || before === undefined) return;
    session.type = before;
    before = undefined;
  };
}
