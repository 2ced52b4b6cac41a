// One note as the session has it: the microphone is open while it is held; then the frame and what it belongs to go ahead of the words.
import type { SessionConfig } from '../../../protocol/session.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import type { NoteVoice } from './note-voice.js';

/** What a note is about, as a message. */
export interface NoteMessage {
  readonly text: string;
  /** Undefined where nothing here reads it. */
  readonly frame: Promise<Blob | undefined>;
}

export interface NoteTurn {
  readonly session: RealtimeSession;
  /** Nothing reached the microphone yet, or too little to be words. */
  readonly isEmpty: boolean;
  /** Sends the note. Resolves with false where nothing was heard of it. */
  send(message: NoteMessage): Promise<boolean>;
  discard(): void;
}

/** Less than this is a click, not a word. */
const shortestMs = 400;

/** Connects where needed; the conversation stays open afterwards, with the microphone as it was before. */
export async function openNote(voice: NoteVoice, signal: AbortSignal): Promise<NoteTurn> {
  const wasOpen = voice.session?.phase === 'open';
  if (!wasOpen) await voice.connect();
  const { session } = voice;
  if (session?.phase !== 'open') throw new Error('The conversation did not open.');
  // A person who let go meanwhile is not to be listened to.
  const before = detectionOf(voice, session, wasOpen);
  if (!wasOpen && signal.aborted && before !== null) session.mute(true);
  signal.throwIfAborted();
  return beginTurn(session, holdByHand(session, before, wasOpen));
}

type Detection = SessionConfig['turn_detection'];

/** How turns end otherwise; null where by hand. A connection that has just opened has not told yet: then as the page has it. */
function detectionOf({ pushToTalk, sessionConfig }: NoteVoice, session: RealtimeSession, wasOpen: boolean): Detection {
  const told = wasOpen ? (session.store.get().session?.['turn_detection'] as Detection) : undefined;
  if (told !== undefined) return told;
  if (pushToTalk === true) return null;
  return sessionConfig?.turn_detection === undefined ? { type: 'server_vad' } : sessionConfig.turn_detection;
}

function beginTurn(session: RealtimeSession, restore: () => void): NoteTurn {
  const startedAt = performance.now();
  session.startTalking();
  return {
    session,
    get isEmpty() {
      return !session.talking || performance.now() - startedAt < shortestMs;
    },
    async send(message) {
      try {
        await sendMessage(session, message);
        return await committed(session);
      } finally {
        restore();
      }
    },
    discard() {
      session.stopTalking({ discard: true });
      restore();
    },
  };
}

/** A pause in a note does not end it: the person says where it ends. Gives back how it was. */
function holdByHand(session: RealtimeSession, before: Detection, wasOpen: boolean): () => void {
  const { muted, talking } = session;
  const byHand = before === null;
  if (!byHand) session.updateSession({ turn_detection: null });
  if (muted) session.mute(false);
  return () => {
    // Of a connection that is gone nothing is left to restore.
    if (session.phase === 'closed' || session.phase === 'failed') return;
    if (!byHand) session.updateSession({ turn_detection: before });
    // Opened for the note alone: it listens no longer than it is held.
    if (muted || (!byHand && !wasOpen)) session.mute(true);
    if (!byHand && wasOpen && !muted && !talking) void session.setMicrophone(false);
  };
}

async function sendMessage(session: RealtimeSession, { text, frame }: NoteMessage): Promise<void> {
  const takesPictures = (await session.images()) !== undefined;
  const picture = takesPictures ? await frame : undefined;
  const withPicture = picture && session.sendImages([picture], text, { respond: false }).then(() => true);
  // A frame that cannot be sent is left out: the words still say what is meant.
  if (await withPicture?.catch(() => false)) return;
  session.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });
}

/** Resolves once the turn is on its way; false where it was cleared instead, or the connection ended. */
function committed(session: RealtimeSession): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isSent: boolean) => {
      for (const unsubscribe of subscriptions) unsubscribe();
      resolve(isSent);
    };
    const subscriptions = [
      session.on('sent', ({ type }) => {
        if (type === 'input_audio_buffer.commit') end(true);
        else if (type === 'input_audio_buffer.clear') end(false);
      }),
      session.on('phase', (phase) => phase !== 'open' && end(false)),
    ];
    session.stopTalking();
  });
}
