// Calm notes about a connection: it is being restored, a recording plays, another microphone is in use.
import { isOffline } from '../../core/is-offline.js';
import type { DeviceChange } from '../../core/realtime/speech/chosen-microphone.js';
import type { Retry } from '../../core/realtime/connection/connection.js';
import type { Formats } from '../shared/formats.js';
import { fill } from '../shared/strings.js';
import type { ConversationWords } from './conversation-words.js';
import type { Notice } from './notice-view.js';

/** The first attempt follows at once: it is worth no words unless the network itself is gone. */
const quietAttempts = 1;

export function retryNote(retry: Retry | undefined, words: ConversationWords, formats: Formats, tryNow: () => void): Notice | undefined {
  const wayOut = { label: words.tryNow, act: tryNow };
  if (isOffline()) return { title: words.offline, hint: words.offlineHint, wayOut, calm: true };
  if (retry === undefined || retry.attempt <= quietAttempts) return undefined;
  const attempt = formats.number(retry.attempt);
  if (retry.at === undefined) return { title: words.retrying, hint: fill(words.retryNow, { attempt }), calm: true };
  const time = formats.span(Math.max(0, retry.at - Date.now()));
  return { title: words.retrying, hint: fill(words.retryIn, { attempt, time }), wayOut, calm: true };
}

export const recordingNote = (name: string, words: ConversationWords, stop: () => void): Notice => ({
  title: words.recording,
  hint: name,
  wayOut: { label: words.recordingEnd, act: stop },
  calm: true,
});

const causes = { unplugged: 'microphoneUnplugged', default: 'microphoneOther', returned: 'microphoneBack' } as const;

export const deviceWords = ({ cause, label }: DeviceChange, words: ConversationWords): string =>
  fill(words[causes[cause]], { name: label });
