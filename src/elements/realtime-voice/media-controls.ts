// A call on the lock screen, the headset and the keyboard's media keys, by the Media Session API where there is one: who it is, mute, hang up.
// https://www.w3.org/TR/mediasession/
import type { ReactiveController } from 'lit';

export interface MediaCall {
  /** A call is on, or being made. */
  readonly up: boolean;
  readonly muted: boolean;
  /** Who one talks with. */
  readonly name: string;
  mute(muted: boolean): void;
  hangUp(): void;
}

/** A page has one media session: the newest call has it. */
let owner: MediaCall | undefined;
/** Ours: what the page itself has set stays. */
let metadata: MediaMetadata | null = null;

export class MediaControls implements ReactiveController {
  readonly #call: MediaCall;
  #isOnPage = false;
  /** As the browser was last told: it makes a request of each time. */
  #mutedShown: boolean | undefined;

  constructor(call: MediaCall) {
    this.#call = call;
  }

  hostConnected(): void {
    this.#isOnPage = true;
  }

  hostUpdated(): void {
    if (!('mediaSession' in navigator)) return;
    // An element that was taken away is still drawn once or twice.
    if (!this.#call.up || !this.#isOnPage) return this.#release();
    if (owner !== this.#call) this.#claim();
    this.#show();
  }

  hostDisconnected(): void {
    this.#isOnPage = false;
    this.#release();
  }

  #claim(): void {
    owner = this.#call;
    this.#mutedShown = undefined;
    for (const [action, handler] of handlersOf(owner)) setHandler(action, handler);
  }

  #release(): void {
    if (owner !== this.#call) return;
    for (const [action] of handlersOf(owner)) setHandler(action, null);
    owner = undefined;
    const session = navigator.mediaSession;
    session.playbackState = 'none';
    if (session.metadata === metadata) session.metadata = null;
    metadata = null;
  }

  #show(): void {
    const { muted, name } = this.#call;
    const session = navigator.mediaSession;
    if (muted !== this.#mutedShown) {
      this.#mutedShown = muted;
      session.playbackState = muted ? 'paused' : 'playing';
      session.setMicrophoneActive?.(!muted)?.catch(() => undefined);
    }
    if (session.metadata !== metadata || metadata?.title === name) return;
    session.metadata = metadata = new MediaMetadata({ title: name, artist: document.title });
  }
}

/** The one button of a headset sends `play` or `pause`. */
const handlersOf = (call: MediaCall): readonly (readonly [action: string, handler: () => void])[] => [
  ['togglemicrophone', () => call.mute(!call.muted)],
  ['play', () => call.mute(false)],
  ['pause', () => call.mute(true)],
  ['hangup', () => call.hangUp()],
  ['stop', () => call.hangUp()],
];

function setHandler(action: string, handler: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action as MediaSessionAction, handler);
  } catch {
    // A browser that does not know the action throws.
  }
}
