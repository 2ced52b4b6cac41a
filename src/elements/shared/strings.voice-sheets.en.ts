// English for the sheets and menu of <realtime-voice>: loaded with the first of them. `{name}` places are filled when shown.
import { createWordBook } from './strings.js';

export const sheetEnglish = {
  // Settings.
  voice: 'Voice',
  voiceHint: 'Cannot change once the voice has spoken.',
  instructions: 'Instructions',
  instructionsHint: 'Told to the model before the conversation.',
  microphone: 'Microphone',
  microphoneDefault: 'The default one',
  microphoneUnnamed: 'Microphone {number}',
  level: 'Level',
  turns: 'Taking turns',
  hold: 'Hold to talk',
  holdHint: 'You decide when your turn begins and ends.',
  threshold: 'Loudness that counts as speech',
  thresholdLow: 'Quiet voices count, and so may noise.',
  thresholdMiddle: 'Ordinary voices count.',
  thresholdHigh: 'Only loud voices count: for noisy places.',
  padding: 'Kept from before you speak',
  paddingMeaning: 'The first {time} before your first word are sent too.',
  silence: 'Silence that ends your turn',
  silenceMeaning: 'The answer begins {time} after you fall silent.',
  // More.
  copyTranscript: 'Copy transcript',
  copied: 'Copied',
  saveMarkdown: 'Save transcript (Markdown)',
  saveJson: 'Save conversation (JSON)',
  saveLog: 'Save event log (JSONL)',
  inspector: 'Inspector',
  nothingToSave: 'Nothing to save yet.',
  // Inspector.
  filter: 'Filter by type or content',
  audioEvents: 'Audio',
  earlier: 'Earlier event',
  later: 'Later event',
  follow: 'Follow',
  noEvents: 'Events appear here once the conversation begins.',
  noMatch: 'No event matches.',
  position: '{at} of {count}',
  events: 'Events',
  conversationThen: 'The conversation then',
  sent: 'sent',
  received: 'received',
};

export type SheetWords = typeof sheetEnglish;

export const sheetWords = /* @__PURE__ */ createWordBook<SheetWords>(sheetEnglish);
