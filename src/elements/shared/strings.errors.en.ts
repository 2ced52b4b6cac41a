// English for what can go wrong, by error code: what happened, and what to do. Both elements use it. Knows no cause.

export interface ErrorWords {
  /** One short sentence. */
  readonly title: string;
  /** The way out, where there is one to tell. */
  readonly hint?: string | undefined;
}

const english = {
  unknown: { title: 'Something went wrong.' },
  invalid_input: { title: 'This value cannot be used.' },
  invalid_request: { title: 'The service refused the request.', hint: 'Change it and try again.' },
  unauthorized: { title: 'You are not signed in.', hint: 'Sign in again, then retry.' },
  forbidden: { title: 'You may not do this.' },
  not_found: { title: 'The service does not know this.' },
  rate_limited: { title: 'Too many requests just now.', hint: 'Wait a little, then retry.' },
  server_error: { title: 'The service had a fault.', hint: 'Try again.' },
  network: { title: 'The service cannot be reached.', hint: 'Check the connection, then retry.' },
  timeout: { title: 'The service took too long to answer.', hint: 'Try again.' },
  bad_response: { title: 'The answer could not be read.', hint: 'Try again.' },
  expired: { title: 'The service no longer has this.' },
  storage_full: { title: 'There is no room left in this browser.', hint: 'Remove older videos, then try again.' },
  storage_unavailable: { title: 'This browser keeps nothing for this page.' },
  microphone_denied: { title: 'The microphone is blocked.', hint: 'Allow it for this page, then try again.' },
  microphone_missing: { title: 'No microphone was found.', hint: 'Plug one in, or type instead.' },
  microphone_busy: { title: 'Another program holds the microphone.', hint: 'Close it, then try again.' },
  audio_blocked: { title: 'The browser holds back sound.', hint: 'Press to hear it.' },
  worklet_missing: {
    title: 'The page’s sound could not be loaded.',
    hint: 'You can type instead. The site’s owner has to set worklet-url.',
  },
  audio_dropped: { title: 'The connection is too slow for your voice: some of it was left out.' },
  unsupported: { title: 'This browser cannot do this.' },
  connection_lost: { title: 'The connection was lost.' },
  speech_lost: { title: 'What you said while the connection was gone was lost.', hint: 'Say it again.' },
  connection_failed: { title: 'No connection could be made.', hint: 'Try again.' },
  closed: { title: 'The conversation is closed.' },
  tool_failed: { title: 'The function failed.' },
} satisfies Readonly<Record<string, ErrorWords>>;

/** Codes that are not here show the message of the service beneath `unknown`. */
export type ErrorBook = Readonly<Record<keyof typeof english, ErrorWords> & Record<string, ErrorWords | undefined>>;

export const errorWords: ErrorBook = english;
