// What a call asks of the session's configuration, which outlives it.
import type { AudioFormat, SessionConfig } from '../../../protocol/session.js';

export interface CallSettings {
  readonly current: SessionConfig;
  /** Applies a change; gives what to send to the server. */
  patch(patch: SessionConfig | undefined): SessionConfig | undefined;
  /** All of it, with the page's tools, as it is sent to a server. */
  complete(): SessionConfig;
  /** As the server said it, else as asked for. */
  format(key: 'input_audio_format' | 'output_audio_format'): AudioFormat;
}
