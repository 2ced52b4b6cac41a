// English for <realtime-voice>. `{name}` places are filled when shown. Knows no markup.
import { createWordBook } from './strings.js';
import { errorWords } from './strings.errors.en.js';

export const voiceEnglish = {
  label: 'Voice conversation',
  // What is going on, in one word.
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
  // The transcript.
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  system: 'System',
  empty: 'Press the round button and speak, or type below.',
  emptyHold: 'Hold the round button or the space bar while you speak.',
  emptyText: 'Type below to begin.',
  transcribing: 'Transcribing',
  spoken: 'Spoken message',
  untranscribed: 'This could not be transcribed.',
  cut: 'Cut off:',
  newest: 'Newest',
  // Function calls.
  allow: 'Allow',
  deny: 'Deny',
  allowCall: 'Allow {name}',
  denyCall: 'Deny {name}',
  running: 'running',
  done: 'done',
  callFailed: 'failed',
  denied: 'denied',
  result: 'Result',
  asks: '{name} wants to run {call}. Allow or deny it.',
  // Meters.
  heardAfter: 'heard after',
  answeredAfter: 'answered after',
  left: '{name} left',
  // Ways out.
  again: 'Try again',
  reconnect: 'Connect again',
  hear: 'Turn sound on',
  dismiss: 'Dismiss',
  loadFailed: 'This part could not be loaded.',
  /** By error code. */
  errors: errorWords,
};

export type VoiceWords = typeof voiceEnglish;

export const voiceWords = /* @__PURE__ */ createWordBook<VoiceWords>(voiceEnglish);
