// English for what can go wrong in <realtime-voice> alone, by error code. Over the words of both elements.
import type { ErrorWords } from './strings.errors.en.js';

export const voiceErrorWords = {
  invalid_api_key: { title: 'The key of this page is not accepted.', hint: 'Whoever runs the page must mend it.' },
  insufficient_quota: { title: 'What was paid for is used up.', hint: 'Whoever runs the page must mend it.' },
  account_deactivated: { title: 'The account of this page is switched off.', hint: 'Whoever runs the page must mend it.' },
  billing_hard_limit_reached: { title: 'This page has reached its spending limit.', hint: 'Whoever runs the page must mend it.' },
  token_expired: { title: 'The permit for this connection ran out.', hint: 'Connect again: the next one is fresh.' },
  token_used: { title: 'The permit for this connection was used already.', hint: 'Connect again: the next one is fresh.' },
  session_expired: { title: 'The conversation reached its longest time.', hint: 'Connect again: it goes on where it was.' },
  connection_failed: { title: 'No connection could be made.', hint: 'A firewall or proxy may be in the way: try another network.' },
  speaker_missing: { title: 'The loudspeaker is not there.', hint: 'Choose another in the settings.' },
  camera_denied: { title: 'The camera is blocked.', hint: 'Allow it for this page, then try again.' },
  camera_missing: { title: 'No camera was found.', hint: 'Plug one in, then try again.' },
  camera_busy: { title: 'Another program holds the camera.', hint: 'Close it, then try again.' },
  images_unsupported: { title: 'This service takes no pictures in a conversation.', hint: 'Describe it in words.' },
  not_loaded: { title: 'A part of this could not be loaded.', hint: 'Try again.' },
  cannot_update_voice: { title: 'The voice cannot change once it has spoken.', hint: 'It changes with the next connection.' },
} satisfies Readonly<Record<string, ErrorWords>>;

export type VoiceErrorBook = Readonly<Record<keyof typeof voiceErrorWords, ErrorWords>>;
