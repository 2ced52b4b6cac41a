// A failure as words for people.
import type { VoxreelError } from '../../core/errors.js';
import { requestOf } from '../../core/failed-request.js';
import type { ConversationWords } from './conversation-words.js';
import type { Notice } from './notice-view.js';
import { microphoneHelp } from './microphone-help.js';
import { redact } from './redact.js';

/** Stands where the thing failed: the microphone's by the dock, the connection's by the top line. */
export const isMicrophoneError = (error: VoxreelError | undefined): boolean =>
  error !== undefined && (error.code.startsWith('microphone_') || ['audio_blocked', 'worklet_missing'].includes(error.code));

export const isDeviceError = (error: VoxreelError | undefined): boolean =>
  isMicrophoneError(error) ||
  error?.code.startsWith('speaker_') === true ||
  error?.code.startsWith('camera_') === true ||
  error?.code === 'images_unsupported';

/** What the service itself says about a refusal is worth showing; our own English message is not. */
export function wordsOfFailure(error: VoxreelError, words: ConversationWords): Pick<Notice, 'title' | 'hint' | 'detail'> {
  const { errors } = words;
  const known = errors[hasNoPath(error) ? 'no_network_path' : error.code];
  const said = redact(error.message);
  if (known === undefined) return { title: errors['unknown']?.title ?? '', hint: said };
  const hint = error.code === 'microphone_denied' ? microphoneHelp(words) : known.hint;
  return { ...known, hint, detail: error.status === undefined && error.param === undefined ? undefined : said };
}

/** The service answered, and sound finds no way to it. */
const hasNoPath = (error: VoxreelError): boolean => {
  const { transport, status } = requestOf(error) ?? {};
  return error.code === 'connection_failed' && transport === 'webrtc' && status === undefined;
};
