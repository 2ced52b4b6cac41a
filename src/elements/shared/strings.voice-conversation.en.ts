// English for a conversation under way in <realtime-voice>: loaded with it. `{name}` places are filled when shown. Knows no markup.
import { createWordBook } from './strings.js';
import { errorWords } from './strings.errors.en.js';

export const conversationEnglish = {
  // The transcript.
  you: 'You',
  assistant: 'Assistant',
  system: 'System',
  transcribing: 'Transcribing',
  spoken: 'Spoken message',
  untranscribed: 'This could not be transcribed.',
  cut: 'Cut off:',
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
  /** By error code. */
  errors: errorWords,
};

export type ConversationWords = typeof conversationEnglish;

export const conversationWords = /* @__PURE__ */ createWordBook<ConversationWords>(conversationEnglish);
