// English for what can go wrong, by error code: what happened, and what to do. Both elements use it.

/** The words for one error code. */
export interface ErrorWords {
  /** One short sentence. */
  readonly title: string;
  /** What to do, where there is something to do. */
  readonly hint?: string | undefined;
}

const english = {
  unknown: { title: 'Something went wrong.' },
  invalid_input: { title: 'This value cannot be used.' },
  invalid_request: { title: 'The service refused the request.', hint: 'Change it and try again.' },
  unauthorized: { title: 'You are not signed in.', hint: 'Sign in again, then try again.' },
  forbidden: { title: 'You are not allowed to do this.' },
  not_found: { title: 'The service could not find this.' },
  rate_limited: { title: 'Too many requests.', hint: 'Wait a moment, then try again.' },
  server_error: { title: 'The service had an error.', hint: 'Try again.' },
  network: { title: 'The service cannot be reached.', hint: 'Check your connection, then try again.' },
  timeout: { title: 'The service took too long to answer.', hint: 'Try again.' },
  bad_response: { title: 'The service’s answer could not be read.', hint: 'Try again.' },
  expired: { title: 'The service no longer has this.' },
  storage_full: { title: 'This browser is out of space.', hint: 'Remove older videos, then try again.' },
  storage_unavailable: { title: 'This browser does not store anything for this page.' },
  microphone_denied: { title: 'The microphone is blocked.', hint: 'Allow it for this page, then try again.' },
  microphone_missing: { title: 'No microphone was found.', hint: 'Plug one in, or type instead.' },
  microphone_busy: { title: 'Another program is using the microphone.', hint: 'Close it, then try again.' },
  audio_blocked: { title: 'The browser has blocked sound.', hint: 'Press to hear it.' },
  worklet_missing: {
    title: 'The page’s audio code could not be loaded.',
    hint: 'You can type instead. The site’s owner has to set worklet-url.',
  },
  audio_dropped: { title: 'The connection is too slow: some of what you said was dropped.' },
  unsupported: { title: 'This browser cannot do this.' },
  connection_lost: { title: 'The connection was lost.' },
  speech_lost: { title: 'What you said while disconnected was lost.', hint: 'Say it again.' },
  connection_failed: { title: 'Could not connect.', hint: 'Try again.' },
  closed: { title: 'The conversation is closed.' },
  tool_failed: { title: 'The function failed.' },
} satisfies Readonly<Record<string, ErrorWords>>;

/** Codes that are not here show the message of the service beneath `unknown`. */
export type ErrorBook = Readonly<Record<keyof typeof english, ErrorWords> & Record<string, ErrorWords | undefined>>;

export const errorWords: ErrorBook = english;
