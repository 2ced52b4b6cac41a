// English for a conversation under way in <realtime-voice>: loaded with it. `{name}` places are filled when shown. Knows no markup.
import type { WordsOf } from './strings.js';
import { errorWords, type ErrorBook } from './strings.errors.en.js';
import { voiceErrorWords, type VoiceErrorBook } from './strings.voice-errors.en.js';

const allErrors: ErrorBook & VoiceErrorBook = { ...errorWords, ...voiceErrorWords };

export const conversationEnglish = {
  // The transcript.
  you: 'You',
  assistant: 'Assistant',
  system: 'System',
  person: 'Team member',
  nowSpeaking: '{name} is speaking now.',
  transcribing: 'Transcribing',
  spoken: 'Spoken message',
  silence: 'Silence',
  speaker: 'Speaker {name}',
  untranscribed: 'This could not be transcribed.',
  cut: 'Cut off:',
  // Messages.
  copy: 'Copy',
  copied: 'Copied',
  copyMessage: 'Copy: {name}',
  copyCode: 'Copy code',
  code: 'Code',
  table: 'Table',
  picture: 'Picture',
  video: 'Video',
  file: 'File',
  otherPart: 'Something that is not shown here ({kind})',
  checked: 'Done',
  unchecked: 'To do',
  unfinished: 'The answer ends here unfinished.',
  latest: 'Latest',
  newMessages: 'New messages',
  // Function calls.
  allow: 'Allow',
  deny: 'Deny',
  allowCall: 'Allow {name}',
  denyCall: 'Deny {name}',
  running: 'running',
  done: 'done',
  callFailed: 'failed',
  denied: 'denied',
  allowed: 'allowed',
  result: 'Result',
  arguments: 'Arguments',
  // Tool servers.
  toolsOf: 'Tools of {server}',
  toolsAsked: 'Asking {server} for its tools…',
  toolsUnknown: '{server} did not list its tools.',
  callBroke: '{name} failed.',
  asks: '{name} wants to run {call}. Allow or deny it.',
  // Meters.
  heardAfter: 'heard after',
  answeredAfter: 'answered after',
  left: '{name} left',
  // Ways out.
  again: 'Try again',
  reconnect: 'Connect again',
  // What is told of the connection.
  details: 'Measurements',
  tryNow: 'Try now',
  offline: 'You are offline.',
  offlineHint: 'It goes on by itself once there is a network.',
  retrying: 'Connecting again.',
  retryNow: 'Attempt {attempt}.',
  retryIn: 'Attempt {attempt} follows in {time}.',
  textOnly: 'text alone: too slow for sound',
  cameraOn: 'camera on',
  recording: 'Recording',
  recordingEnd: 'End it',
  microphoneUnplugged: 'The microphone was unplugged. In use now: {name}',
  microphoneOther: 'The system chose another microphone. In use now: {name}',
  microphoneBack: 'Your microphone is back and in use again: {name}',
  openSettings: 'Settings',
  // Before and while one talks to it.
  disclosure: 'You are talking to an AI.',
  consentTitle: 'Before you start',
  consentText: 'Your voice and your messages are sent to an AI service that answers you.',
  agree: 'Agree',
  decline: 'Not now',
  muteAnswer: 'Mute the answer',
  unmuteAnswer: 'Unmute the answer',
  microphoneChrome: 'Click the icon at the start of the address bar, allow the microphone, then try again.',
  microphoneAndroid: 'Tap the icon beside the address, open “Permissions”, allow the microphone, then try again.',
  microphoneFirefox: 'Click the crossed-out microphone in the address bar, remove the block, then try again.',
  microphoneSafari: 'Open the Safari menu, choose “Settings for This Website”, allow the microphone, then try again.',
  microphoneIphone: 'Tap the icon beside the address, open “Website Settings”, allow the microphone, then try again.',
  microphoneFrame: 'This page is embedded in another one, which does not let it use the microphone. The site’s owner has to allow it.',
  /** By error code. */
  errors: allErrors,
};

export type ConversationWords = WordsOf<typeof conversationEnglish>;
