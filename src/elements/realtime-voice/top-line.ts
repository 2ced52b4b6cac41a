// What the top line says: the state in one word, how it is connected, and for how long.
import { languageOf } from '../shared/language-controller.js';
import type { ConversationWords } from './conversation-words.js';
import type { ConversationView } from './realtime-voice-view.js';
import { isUp, type SessionController } from './session-controller.js';
import type { RecordingPlayer } from './sheets/recording-player.js';
import { statusOf } from './status.js';
import { transportName } from './transport-name.js';

export interface TopLineSource {
  readonly control: SessionController;
  readonly player: RecordingPlayer;
  readonly words: ConversationWords;
  /** The answer is sounding now. */
  readonly sounding: boolean;
  readonly talking: boolean;
}

type TopLine = Pick<ConversationView, 'status' | 'person' | 'transport' | 'clock'>;

export function topLineOf(element: HTMLElement, source: TopLineSource): TopLine {
  const { control, sounding, talking } = source;
  const { phase, session } = control;
  const open = phase === 'open';
  const { formats } = languageOf(element);
  const state = session?.store.get();
  const speaker = phase === 'closed' ? state?.speaker : undefined;
  return {
    status: statusOf({ phase, state, sounding, talking, muted: session?.muted ?? false }),
    person: speaker?.role === 'person' ? (speaker.name ?? source.words.person) : undefined,
    transport: isUp(phase) ? transportOf(source) : undefined,
    clock: open && session?.openedAt !== undefined ? formats.clock(Date.now() - session.openedAt) : undefined,
  };
}

function transportOf({ control, player, words }: TopLineSource): string | undefined {
  const id = control.session?.transport;
  if (id === undefined) return undefined;
  if (player.recording !== undefined) return words.recording;
  const name = id === 'text' ? words.textOnly : transportName(id);
  return control.session?.camera === undefined ? name : `${name} · ${words.cameraOn}`;
}
