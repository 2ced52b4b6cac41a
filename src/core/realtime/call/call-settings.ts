// What a call asks of the session's configuration, which outlives it.
import type { AudioFormat, SessionConfig } from '../../../protocol/session.js';

export interface CallSettings {
  readonly current: SessionConfig;
  /** Takes a change; gives what the server is told of it. */
  patch(patch: SessionConfig | undefined): SessionConfig | undefined;
  /** All of it, with the page's tools, as a server is told. */
  complete(): SessionConfig;
  /** As the server said it, else as asked for. */
  format(key: 'input_audio_format' | 'output_audio_format'): AudioFormat;
}
