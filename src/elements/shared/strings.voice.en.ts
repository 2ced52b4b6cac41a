// English for what <realtime-voice> shows at first. `{name}` places are filled when shown.
import type { WordsOf } from './words-of.js';

export const voiceEnglish = {
  label: 'Voice conversation',
  // The state, in one word.
  ready: 'Ready',
  connecting: 'Connecting',
  listening: 'Listening',
  answering: 'Answering',
  speaking: 'Speaking',
  muted: 'Muted',
  open: 'Connected',
  reconnecting: 'Reconnecting',
  ended: 'Ended',
  failed: 'Not connected',
  // The dock.
  talk: 'Talk',
  hold: 'Hold to talk',
  cancel: 'Cancel',
  hangUp: 'Hang up',
  mute: 'Mute microphone',
  unmute: 'Unmute microphone',
  message: 'Message',
  messageHint: 'Type a message',
  send: 'Send',
  settings: 'Settings',
  more: 'More',
  close: 'Close',
  stop: 'Stop',
  interrupt: 'Stop the answer',
  // The transcript, while it is empty.
  conversation: 'Conversation',
  empty: 'Press the round button and speak, or type below.',
  emptyHold: 'Hold the round button or the space bar while you speak.',
  emptyTalk: 'Press the round button and speak.',
  emptyText: 'Type below to begin.',
  suggestions: 'Suggestions',
  // What to do.
  notLoaded: 'Part of this could not be loaded.',
  again: 'Try again',
  dismiss: 'Dismiss',
};

/** The words of `<realtime-voice>`. */
export type VoiceWords = WordsOf<typeof voiceEnglish>;
