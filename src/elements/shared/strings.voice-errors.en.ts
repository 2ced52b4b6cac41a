// English for what can go wrong in <realtime-voice> alone, by error code. Over the words of both elements.
import type { ErrorWords } from './strings.errors.en.js';

export const voiceErrorWords = {
  invalid_api_key: { title: 'The service rejected this page’s key.', hint: 'The site’s owner has to fix this.' },
  insufficient_quota: { title: 'This page has used up its quota.', hint: 'The site’s owner has to fix this.' },
  account_deactivated: { title: 'This page’s account is deactivated.', hint: 'The site’s owner has to fix this.' },
  billing_hard_limit_reached: { title: 'This page has reached its spending limit.', hint: 'The site’s owner has to fix this.' },
  token_expired: { title: 'The token for this connection has expired.', hint: 'Connect again to get a new one.' },
  token_used: { title: 'The token for this connection has already been used.', hint: 'Connect again to get a new one.' },
  session_expired: { title: 'The conversation reached its time limit.', hint: 'Connect again to continue where you left off.' },
  no_network_path: { title: 'Could not connect.', hint: 'A firewall or proxy may be in the way: try another network.' },
  speaker_missing: { title: 'The speaker is not available.', hint: 'Choose another one in the settings.' },
  camera_denied: { title: 'The camera is blocked.', hint: 'Allow it for this page, then try again.' },
  camera_missing: { title: 'No camera was found.', hint: 'Plug one in, then try again.' },
  camera_busy: { title: 'Another program is using the camera.', hint: 'Close it, then try again.' },
  images_unsupported: { title: 'This service does not accept pictures in a conversation.', hint: 'Describe the picture in words.' },
  not_loaded: { title: 'Part of this page could not be loaded.', hint: 'Try again.' },
  cannot_update_voice: { title: 'The voice cannot change after it has spoken.', hint: 'It changes with the next connection.' },
} satisfies Readonly<Record<string, ErrorWords>>;

export type VoiceErrorBook = Readonly<Record<keyof typeof voiceErrorWords, ErrorWords>>;
