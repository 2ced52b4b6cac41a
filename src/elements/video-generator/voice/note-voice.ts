// The voice that takes notes: an element of the page whose `for` names the one with the videos, as <realtime-voice> has it.
import type { SessionConfig } from '../../../protocol/session.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';

export interface NoteVoice extends Element {
  readonly session: RealtimeSession | undefined;
  readonly pushToTalk?: boolean | undefined;
  readonly sessionConfig?: SessionConfig | undefined;
  /** Resolves when the conversation is open. */
  connect(): Promise<void>;
}

/** Undefined where nobody can speak: no voice is linked, it takes text alone, its page offers no microphone, or the page has none to offer. */
export function voiceFor(element: Element): NoteVoice | undefined {
  if (navigator.mediaDevices === undefined) return undefined;
  return linkedTo(element).find(isNoteVoice);
}

/** `changed` hears of voices that come, go, or are linked otherwise. Returns its undo. */
export function watchVoices(element: Element, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['for', 'id', 'modalities', 'controls'];
  observer.observe(element.getRootNode(), { subtree: true, childList: true, attributeFilter });
  const late = linkedTo(element).filter(({ localName }) => localName.includes('-') && customElements.get(localName) === undefined);
  for (const { localName } of late) void customElements.whenDefined(localName).then(changed);
  return () => observer.disconnect();
}

/** In the same tree: an id means nothing outside of it. */
function linkedTo(element: Element): readonly Element[] {
  const root = element.getRootNode();
  if (element.id === '' || !(root instanceof Document || root instanceof ShadowRoot)) return [];
  return [...root.querySelectorAll(`[for="${CSS.escape(element.id)}"]`)];
}

function isNoteVoice(element: Element): element is NoteVoice {
  const named = (name: string) => element.getAttribute(name)?.split(/[\s,]+/);
  if (!('session' in element && 'connect' in element && typeof element.connect === 'function')) return false;
  const modalities = named('modalities') ?? [];
  const textAlone = modalities.includes('text') && !modalities.includes('audio');
  return !textAlone && named('controls')?.includes('microphone') !== false;
}
